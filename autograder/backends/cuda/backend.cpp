// The backend for a real GPU: nvcc, device memory lent by CUDA IPC, GB/s.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "backends/backend.hpp"
#include "backends/cuda/kernels.hpp"
#include "backends/host_workspace.hpp"
#include "backends/placed_workspace.hpp"
#include "process/child.hpp"

namespace backends {
namespace {

void succeed(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw CannotGrade(std::string("the GPU failed the grader (") + what + "): " + cudaGetErrorString(error));
}

/// What the grader's kernels add to.
union Counter {
  Tally tally;
  unsigned long long changed;
};

class DeviceWorkspace : public PlacedWorkspace {
 public:
  explicit DeviceWorkspace(const Problem& problem) : PlacedWorkspace(problem, runner::Lending::device_ipc) {
    void* base = nullptr;
    const cudaError_t got = cudaMalloc(&base, static_cast<std::size_t>(region().bytes));
    if (got == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw CannotGrade("the GPU has not " + std::to_string(region().bytes >> 20) + " MiB free");
    }
    succeed(got, "cudaMalloc");
    base_ = static_cast<char*>(base);
    void* counter = nullptr;
    succeed(cudaMalloc(&counter, sizeof(Counter)), "cudaMalloc");
    counter_ = static_cast<Counter*>(counter);
    cudaIpcMemHandle_t handle;
    succeed(cudaIpcGetMemHandle(&handle, base_), "cudaIpcGetMemHandle");
    std::memcpy(region().ipc_handle.data(), &handle, sizeof handle);
  }
  ~DeviceWorkspace() override {
    cudaFree(counter_);
    cudaFree(base_);
  }
  DeviceWorkspace(const DeviceWorkspace&) = delete;
  DeviceWorkspace& operator=(const DeviceWorkspace&) = delete;

  int descriptor() const override { return -1; }

  /// The largest buffer of every slot, to copy from slot to slot; refilled before the next batch.
  float* largest(int slot) const { return at(layout().offset(slot, largest_buffer())); }
  std::int64_t largest_elements() const { return layout().elements(largest_buffer()); }

 private:
  float* at(std::int64_t offset) const { return reinterpret_cast<float*>(base_ + offset); }
  int largest_buffer() const {
    int largest = 0;
    for (int buffer = 1; buffer < layout().buffers(); ++buffer) {
      if (layout().elements(buffer) > layout().elements(largest)) largest = buffer;
    }
    return largest;
  }

  void fill_input(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int buffer) override {
    cuda::fill_input(at(offset), elements, inputs, buffer);
  }
  void fill(std::int64_t from, std::int64_t to, std::uint32_t bits) override {
    cuda::fill(at(from), (to - from) / 4, bits);
  }
  void finish_filling() override {
    succeed(cudaGetLastError(), "filling memory");
    succeed(cudaDeviceSynchronize(), "filling memory");
  }
  bool is_input_unchanged(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs,
                          int buffer) override {
    start_counting({.changed = 0});
    cuda::count_changed_input(at(offset), elements, inputs, buffer, &counter_->changed);
    return counted().changed == 0;
  }
  bool still_holds(std::int64_t from, std::int64_t to, std::uint32_t bits) override {
    start_counting({.changed = 0});
    cuda::count_changed(at(from), (to - from) / 4, bits, &counter_->changed);
    return counted().changed == 0;
  }
  Tally judge(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int output) override {
    start_counting({.tally = Tally{}});
    cuda::judge_output(problem().operation.id, at(offset), elements, inputs, problem().size, output, &counter_->tally);
    return counted().tally;
  }
  float read(std::int64_t offset) override {
    float value = 0;
    succeed(cudaMemcpy(&value, at(offset), sizeof value, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return value;
  }

  void start_counting(const Counter& start) {
    succeed(cudaMemcpy(counter_, &start, sizeof start, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  Counter counted() {
    Counter counter{.changed = 0};
    succeed(cudaGetLastError(), "checking memory");
    succeed(cudaMemcpy(&counter, counter_, sizeof counter, cudaMemcpyDeviceToHost), "checking memory");
    return counter;
  }

  char* base_ = nullptr;
  Counter* counter_ = nullptr;
};

std::string version(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

class CudaBackend : public Backend {
 public:
  CudaBackend(const std::filesystem::path& nvcc, const std::filesystem::path& programs)
      : runner_(programs / "runner-cuda") {
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) throw CannotGrade(no_driver);
    int devices = 0;
    const cudaError_t found = cudaGetDeviceCount(&devices);
    if (found != cudaSuccess || devices == 0) {
      throw CannotGrade(std::string("no usable NVIDIA GPU: ") +
                        (found != cudaSuccess ? cudaGetErrorString(found) : "the driver lists none"));
    }
    if (!std::filesystem::exists(nvcc)) {
      throw CannotGrade("there is a GPU but no nvcc to compile for it: `make cuda-toolkit` installs one here");
    }
    const cudaError_t started = cudaFree(nullptr);
    if (started != cudaSuccess) {
      throw CannotGrade(std::string("the GPU is there but cannot be used (busy, or reserved by another process): ") +
                        cudaGetErrorString(started));
    }
    succeed(cudaGetDeviceProperties(&properties_, 0), "cudaGetDeviceProperties");
    compiler_ = make_nvcc(nvcc, std::to_string(properties_.major) + std::to_string(properties_.minor));
    int ipc = 0;
    // Absent on some platforms; then memory is staged through the host.
    has_ipc_ = std::getenv("COURSE_NO_IPC") == nullptr &&
               cudaDeviceGetAttribute(&ipc, cudaDevAttrIpcEventSupport, 0) == cudaSuccess && ipc != 0;
  }

  std::string_view name() const override { return "cuda"; }
  bool measures_time() const override { return true; }
  bool is_for_the_record() const override { return has_ipc_; }
  std::filesystem::path runner() const override { return runner_; }
  course::Size performance_size(const course::LabRules& rules) const override { return rules.cuda_performance_size; }

  Device device() const override {
    int driver = 0;
    int runtime = 0;
    succeed(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    succeed(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    return {properties_.name, std::to_string(properties_.major) + "." + std::to_string(properties_.minor),
            version(driver), version(runtime), std::nullopt};
  }

  std::string build_key() const override { return compiler_->build_key(); }
  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    return compiler_->build(source, interface_folder, folder, limits);
  }

  std::optional<course::Bytes> free_memory() const override {
    std::size_t available = 0;
    std::size_t total = 0;
    succeed(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    // Staged memory crosses the host twice a run: keep it small.
    if (!has_ipc_) available = std::min(available, std::size_t{256} << 20);
    return course::Bytes{static_cast<std::int64_t>(available)};
  }

  std::optional<course::GBps> peak() const override {
    int kilohertz = 0;
    int bits = 0;
    if (cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0) != cudaSuccess || kilohertz == 0) {
      cudaGetLastError();
      return std::nullopt;
    }
    return course::GBps{2.0 * kilohertz * 1e3 * (bits / 8.0) / 1e9};  // double data rate
  }

  std::unique_ptr<Workspace> lend(const Problem& problem) const override {
    if (!has_ipc_) return make_host_workspace(problem, runner::Lending::host_staged);
    return std::make_unique<DeviceWorkspace>(problem);
  }

  std::optional<course::GBps> measure_copy(Workspace& workspace) const override {
    auto* device = dynamic_cast<DeviceWorkspace*>(&workspace);
    if (device == nullptr) return std::nullopt;
    const std::int64_t elements = device->largest_elements();
    const course::GBps by_memcpy = copy_rate(*device, [&](float* to, const float* from) {
      succeed(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * 4, cudaMemcpyDeviceToDevice, nullptr),
              "cudaMemcpy");
    });
    const course::GBps by_kernel =
        copy_rate(*device, [&](float* to, const float* from) { cuda::copy(to, from, elements); });
    return std::max(by_memcpy, by_kernel);
  }

 private:
  /// The median of a few batches, each from every slot to the next one.
  template <class Copy>
  course::GBps copy_rate(const DeviceWorkspace& workspace, Copy copy) const {
    const int slots = workspace.problem().slots;
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    succeed(cudaEventCreate(&start), "cudaEventCreate");
    succeed(cudaEventCreate(&stop), "cudaEventCreate");
    std::array<float, 11> milliseconds{};
    copy(workspace.largest(0), workspace.largest(slots - 1));
    for (float& time : milliseconds) {
      succeed(cudaEventRecord(start), "cudaEventRecord");
      for (int slot = 0; slot < slots; ++slot) copy(workspace.largest((slot + 1) % slots), workspace.largest(slot));
      succeed(cudaEventRecord(stop), "cudaEventRecord");
      succeed(cudaEventSynchronize(stop), "cudaEventSynchronize");
      succeed(cudaEventElapsedTime(&time, start, stop), "cudaEventElapsedTime");
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    std::nth_element(milliseconds.begin(), milliseconds.begin() + milliseconds.size() / 2, milliseconds.end());
    const course::Bytes moved{2 * 4 * workspace.largest_elements() * slots};
    return moved / course::Seconds{static_cast<double>(milliseconds[milliseconds.size() / 2]) * 1e-3};
  }

  std::unique_ptr<Compiler> compiler_;
  std::filesystem::path runner_;
  cudaDeviceProp properties_{};
  bool has_ipc_ = false;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const std::filesystem::path& nvcc, const std::filesystem::path& programs) {
  return std::make_unique<CudaBackend>(nvcc, programs);
}

}  // namespace backends
