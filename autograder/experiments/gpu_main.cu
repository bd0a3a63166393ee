// Runs an experiment on the GPU and writes the measurements. It is compiled together with the experiment.
//   program FILE             status 0: FILE is written; 1: not written, reason on stderr
//   program SAMPLES FILE     judges recorded samples (to_lines) again and measures nothing: needs no GPU
//
// A round times every case of a group once, in order, so that a drift affects all cases equally. One sample is a
// millisecond of launches between two events; each launch uses other buffers than the one before. Together a group's
// buffers are at least ten times the L2. The GPU waits 10 µs for each kernel of the sample (Case::kernels of a launch)
// before it starts the clock, so that the host is ahead of it and the time does not include the calls. Where a case
// queues more kernels than it says, the wait is too short: the time is then that in which the host issues them, if that
// is the longer one. With the host's clock, each launch is timed from its call until the device has finished all work.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "experiments/results.hpp"
#include "grader/statistics.hpp"

namespace {

using namespace experiment;

constexpr int fewest_rounds = 20;
constexpr int most_rounds = 100;
constexpr double precise_enough = 0.005;  // half-width of the median's 95 % interval
constexpr double sample_seconds = 1e-3;
constexpr int most_launches = 200;          // per sample
constexpr int most_kernels = 800;           // per sample; the queue holds a thousand
constexpr double seconds_to_queue = 10e-6;  // upper estimate for one launch: cuBLAS must choose a kernel first
constexpr int l2_times = 10;
constexpr std::int64_t alignment = 64;  // floats: 256 bytes, like cudaMalloc

void succeed(cudaError_t error, const std::string& what) {
  if (error != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(error));
}

__global__ void fill_input(float* to, std::int64_t elements, int buffer) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += step) {
    to[i] = input(buffer, i);
  }
}

__global__ void fill_untouched(float* to, std::int64_t elements) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += step) {
    to[i] = untouched;
  }
}

__global__ void gather(float* values, const float* from, const std::int64_t* indices, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = from[indices[i]];
}

__device__ unsigned long long nanoseconds() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void keep_waiting(unsigned long long duration) {
  const unsigned long long start = nanoseconds();
  while (nanoseconds() - start < duration) {
  }
}

/// Owns device memory of one element type.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::int64_t elements) {
    const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(T);
    succeed(cudaMalloc(&memory_, bytes), text("%.1f GB of device memory", static_cast<double>(bytes) / 1e9));
  }
  ~DeviceArray() { cudaFree(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return static_cast<T*>(memory_); }

 private:
  void* memory_ = nullptr;
};

/// Owns floats in device memory or in host memory.
class FloatArray {
 public:
  FloatArray(Where where, std::int64_t elements) : where_(where) {
    const std::size_t bytes = static_cast<std::size_t>(std::max<std::int64_t>(elements, 1)) * sizeof(float);
    const std::string what = text("%.1f GB of memory", static_cast<double>(bytes) / 1e9);
    void* memory = nullptr;
    if (where == Where::device) succeed(cudaMalloc(&memory, bytes), what);
    if (where == Where::pinned) succeed(cudaMallocHost(&memory, bytes), what);
    if (where == Where::pageable) memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (memory == nullptr) throw std::runtime_error(what + ": not enough memory");
    memory_ = static_cast<float*>(memory);
  }
  ~FloatArray() {
    if (where_ == Where::device) cudaFree(memory_);
    if (where_ == Where::pinned) cudaFreeHost(memory_);
    if (where_ == Where::pageable) std::free(memory_);
  }
  FloatArray(FloatArray&& other) noexcept : where_(other.where_), memory_(std::exchange(other.memory_, nullptr)) {}
  FloatArray& operator=(FloatArray&&) = delete;
  float* get() const { return memory_; }

 private:
  static constexpr std::size_t page = 4096;
  Where where_;
  float* memory_ = nullptr;
};

class Event {
 public:
  Event() { succeed(cudaEventCreate(&event_), "an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

std::int64_t padded(std::int64_t elements) { return (elements + alignment - 1) / alignment * alignment; }

void clear_output(const Group& group, const Buffers& buffers) {
  if (group.output_lies == Where::device) {
    fill_untouched<<<1024, 256>>>(buffers.out, group.output);
  } else {
    std::fill_n(buffers.out, group.output, untouched);
  }
}

/// Several sets of a group's buffers, used alternately.
class BufferSets {
 public:
  BufferSets(const Group& group, std::int64_t l2_bytes)
      : group_(group),
        sets_(sets_for(group, l2_bytes)),
        output_(group.output_lies, sets_ * padded(group.output)),
        scratch_(Where::device, sets_ * padded(group.scratch)) {
    for (const std::int64_t elements : group.inputs) inputs_.emplace_back(group.inputs_lie, sets_ * padded(elements));
    for (std::int64_t set = 0; set < sets_; ++set) fill(set);
    succeed(cudaDeviceSynchronize(), "filling buffers");
  }

  Buffers next() { return buffers(last_ = (last_ + 1) % sets_); }

 private:
  static std::int64_t floats_in_a_set(const Group& group) {
    std::int64_t floats = padded(group.output) + padded(group.scratch);
    for (const std::int64_t elements : group.inputs) floats += padded(elements);
    return floats;
  }

  // Enough sets for the case that accesses least memory, but at most half of the free memory.
  static std::int64_t sets_for(const Group& group, std::int64_t l2_bytes) {
    const std::int64_t bytes = 4 * floats_in_a_set(group);
    std::int64_t least = bytes;
    for (const Case& each : group.cases) least = std::min(least, each.bytes);
    std::size_t free = 0, total = 0;
    succeed(cudaMemGetInfo(&free, &total), "asking for free memory");
    const std::int64_t wanted = (l2_times * l2_bytes + least - 1) / least;
    return std::max<std::int64_t>(1, std::min(wanted, static_cast<std::int64_t>(free) / 2 / bytes));
  }

  Buffers buffers(std::int64_t set) const {
    Buffers result{};
    for (std::size_t i = 0; i < group_.inputs.size(); ++i) {
      result.in[i] = inputs_[i].get() + set * padded(group_.inputs[i]);
    }
    result.out = output_.get() + set * padded(group_.output);
    result.scratch = scratch_.get() + set * padded(group_.scratch);
    return result;
  }

  void fill(std::int64_t set) const {
    const Buffers to = buffers(set);
    for (std::size_t i = 0; i < group_.inputs.size(); ++i) {
      float* const in = const_cast<float*>(to.in[i]);
      const int buffer = static_cast<int>(i);
      if (group_.inputs_lie == Where::device) {
        fill_input<<<1024, 256>>>(in, group_.inputs[i], buffer);
      } else {
        for (std::int64_t element = 0; element < group_.inputs[i]; ++element) in[element] = input(buffer, element);
      }
    }
    clear_output(group_, to);
  }

  const Group& group_;
  std::int64_t sets_;
  std::vector<FloatArray> inputs_;
  FloatArray output_, scratch_;
  std::int64_t last_ = 0;
};

/// Copies some elements of device memory to the host.
std::vector<float> gathered(const float* from, const std::vector<std::int64_t>& indices, const std::string& name) {
  const int count = static_cast<int>(indices.size());
  const DeviceArray<std::int64_t> device_indices(count);
  const DeviceArray<float> found(count);
  succeed(cudaMemcpy(device_indices.get(), indices.data(), indices.size() * sizeof indices[0], cudaMemcpyHostToDevice),
          name);
  gather<<<(count + 255) / 256, 256>>>(found.get(), from, device_indices.get(), count);
  std::vector<float> values(indices.size());
  succeed(cudaMemcpy(values.data(), found.get(), values.size() * sizeof values[0], cudaMemcpyDeviceToHost), name);
  return values;
}

void check(const Group& group, const Case& checked, BufferSets& sets) {
  const std::string name = group.label + (group.label.empty() ? "" : ": ") + checked.label;
  const Buffers buffers = sets.next();
  clear_output(group, buffers);
  succeed(cudaDeviceSynchronize(), name);  // a case may use streams that do not wait for the default stream
  if (checked.prepare) checked.prepare();
  checked.launch(buffers);
  succeed(cudaGetLastError(), name);
  succeed(cudaDeviceSynchronize(), name);

  const std::vector<std::int64_t> indices = elements_to_check(group.output);
  std::vector<float> values;
  if (group.output_lies == Where::device) {
    values = gathered(buffers.out, indices, name);
  } else {
    for (const std::int64_t index : indices) values.push_back(buffers.out[index]);
  }
  const std::string mismatch = first_mismatch(checked, indices, values);
  if (!mismatch.empty()) throw std::runtime_error(name + " is wrong: " + mismatch);
}

double sample_by_host_clock(const Case& timed, BufferSets& sets, int launches) {
  double seconds = 0;
  for (int i = 0; i < launches; ++i) {
    const Buffers buffers = sets.next();
    const auto start = std::chrono::steady_clock::now();
    timed.launch(buffers);
    succeed(cudaDeviceSynchronize(), timed.label);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return seconds / launches;
}

/// Seconds per launch.
double sample(const Group& group, const Case& timed, BufferSets& sets, int launches) {
  if (group.by_host_clock) return sample_by_host_clock(timed, sets, launches);
  static const Event start, stop;
  if (timed.prepare) timed.prepare();
  keep_waiting<<<1, 1>>>(static_cast<unsigned long long>((launches * timed.kernels + 2) * seconds_to_queue * 1e9));
  succeed(cudaEventRecord(start), "an event");
  for (int i = 0; i < launches; ++i) timed.launch(sets.next());
  succeed(cudaEventRecord(stop), "an event");
  succeed(cudaEventSynchronize(stop), timed.label);
  float milliseconds = 0;
  succeed(cudaEventElapsedTime(&milliseconds, start, stop), "an event");
  return static_cast<double>(milliseconds) / 1e3 / launches;
}

int launches_for(const Group& group, const Case& timed, BufferSets& sets) {
  sample(group, timed, sets, 1);  // fills the caches of code and tables
  const double seconds = std::max(1e-7, std::min(sample(group, timed, sets, 1), sample(group, timed, sets, 1)));
  const int most = std::max(1, std::min(most_launches, most_kernels / timed.kernels));
  return static_cast<int>(std::clamp(std::ceil(sample_seconds / seconds), 1.0, static_cast<double>(most)));
}

bool are_precise(const std::vector<Result>& results) {
  return std::all_of(results.begin(), results.end(), [](const Result& result) {
    return grader::estimate_median(result.seconds).half_width <= precise_enough;
  });
}

std::vector<Result> measure(const Group& group, std::int64_t l2_bytes) {
  BufferSets sets(group, l2_bytes);
  std::vector<Result> results;
  for (const Case& each : group.cases) {
    check(group, each, sets);
    Result result;
    result.group = group.label;
    result.label = each.label;
    result.x = each.x;
    result.bytes = each.bytes;
    result.steps = each.steps;
    result.launches = launches_for(group, each, sets);
    results.push_back(result);
  }
  for (int round = 0; round < most_rounds && (round < fewest_rounds || !are_precise(results)); ++round) {
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      results[i].seconds.push_back(sample(group, group.cases[i], sets, results[i].launches));
    }
  }
  return results;
}

void run(const std::string& file) {
  cudaDeviceProp properties{};
  succeed(cudaGetDeviceProperties(&properties, 0), "the GPU");
  Experiment described;
  describe_experiment({false, properties.multiProcessorCount}, described);
  Results results;
  for (const Group& group : described.groups) {
    for (const Result& result : measure(group, properties.l2CacheSize)) results.all.push_back(result);
  }
  write_file(file, to_json(described, results, text("%d.%d", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__)));
}

void judge(const std::string& samples, const std::string& file) {
  std::ifstream in(samples);
  const std::string lines{std::istreambuf_iterator<char>(in), {}};
  Experiment described;
  describe_experiment({false, 1}, described);  // only its judge is asked, which has no cases of its own
  Results results;
  results.all = results_of_lines(lines);
  write_file(file, to_json(described, results, ""));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count != 2 && count != 3) throw std::runtime_error("call it with the file to write");
    count == 2 ? run(arguments[1]) : judge(arguments[1], arguments[2]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
