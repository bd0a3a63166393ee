// Runs one part of a lab's solution a number of times, at the size the emulator counts at, for the profiler.
//   truth-solution ROOT LAB                         prints the lab's parts, one a line
//   truth-solution ROOT LAB PART LIBRARY TIMES      runs one
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "course/course.hpp"

namespace {

/// A buffer where the operation has it: the inputs that solution_truth_test.cpp has as well, else zeros. Nullptr
/// when there is no memory.
float* filled_buffer(const course::Operation& operation, const course::Size& size, int buffer) {
  std::vector<float> values(static_cast<std::size_t>(operation.elements(size, buffer)));
  if (operation.starts_with_values(buffer)) {
    const course::Inputs inputs{course::truth_seed, operation.input_bits};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = inputs(buffer, static_cast<std::int64_t>(i));
  }
  const std::size_t bytes = values.size() * sizeof(float);
  const bool on_device = operation.place(buffer) == course::Place::device;
  void* memory = nullptr;
  const cudaError_t got = on_device ? cudaMalloc(&memory, bytes) : cudaMallocHost(&memory, bytes);
  if (got != cudaSuccess || cudaMemcpy(memory, values.data(), bytes, cudaMemcpyDefault) != cudaSuccess) return nullptr;
  return static_cast<float*>(memory);
}

int run(const course::Part& part, const course::Size& size, const char* file, int times) {
  void* library = dlopen(file, RTLD_NOW);
  void* entry = library != nullptr ? dlsym(library, std::string(part.entry).c_str()) : nullptr;
  if (entry == nullptr) {
    std::fprintf(stderr, "truth-solution: %s\n", dlerror());
    return 1;
  }
  std::vector<const float*> inputs;
  std::vector<float*> outputs;
  std::vector<float*> scratch;
  for (int buffer = 0; buffer < part.operation.buffers(); ++buffer) {
    float* memory = filled_buffer(part.operation, size, buffer);
    if (memory == nullptr) return 1;
    if (part.operation.is_input(buffer)) {
      inputs.push_back(memory);
    } else {
      (part.operation.is_output(buffer) ? outputs : scratch).push_back(memory);
    }
  }
  std::vector<float> scalars;
  const course::Inputs values{course::truth_seed, part.operation.input_bits};
  for (int i = 0; i < part.operation.scalar_count; ++i) scalars.push_back(values.scalar(i));
  int refused = 0;
  for (int i = 0; i < times; ++i) part.invoke(entry, {size, outputs, inputs, scratch, &refused, scalars});
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const course::Course course = count >= 3 ? course::load(arguments[1]) : course::Course();
  const course::Lab* lab = count >= 3 ? course.find_lab(arguments[2]) : nullptr;
  if (lab == nullptr || (count != 3 && count != 6)) {
    std::fprintf(stderr, "truth-solution ROOT LAB [PART LIBRARY TIMES]\n");
    return 2;
  }
  if (count == 3) {
    for (const course::Part& part : lab->parts) std::printf("%s\n", std::string(part.id).c_str());
    return 0;
  }
  const course::Part* part = course::find_part(*lab, arguments[3]);
  if (part == nullptr) return 2;
  const course::Size listed = course.rules.labs.at(arguments[2]).emulator_size_of(*part);
  return run(*part, course::problem_size(part->operation, listed), arguments[4], std::atoi(arguments[5]));
}
