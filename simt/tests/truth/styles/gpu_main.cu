// Runs every launch of one file of this folder once, in order, for the profiler; prints their labels, one a line. The
// file is named when this one is compiled: -DFILE_OF_KERNELS='"loops.cu"'.
#include FILE_OF_KERNELS

#include <cstdio>

namespace {

template <class T>
T* on_device(const std::vector<T>& values) {
  T* copy = nullptr;
  if (cudaMalloc(&copy, values.size() * sizeof(T)) != cudaSuccess) return nullptr;
  cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return copy;
}

}  // namespace

int main() {
  const simt::styles::Inputs inputs = simt::styles::make_inputs();
  const float* const values = on_device(inputs.values);
  const int* const numbers = on_device(inputs.numbers);
  const int* const offsets = on_device(inputs.offsets);
  const std::vector<char> zeros(simt::styles::output_bytes);
  char* const out = on_device(zeros);
  for (int i = 0; i < case_count(); ++i) {
    std::printf("%s\n", case_label(i));
    cudaMemcpy(out, zeros.data(), zeros.size(), cudaMemcpyHostToDevice);
    case_run(i, out, numbers, values, offsets);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::fprintf(stderr, "%s: %s\n", case_label(i), cudaGetErrorString(error));
      return 1;
    }
  }
}
