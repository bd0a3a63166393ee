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
#include "backends/layout.hpp"
#include "process/child.hpp"

namespace backends {
namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw CannotGrade(std::string("the GPU failed the grader (") + what + "): " + cudaGetErrorString(error));
}

/// Counters the grader's kernels add to.
struct Counters {
  Tally tally;
  unsigned long long changed_input = 0;
  unsigned long long changed_gap = 0;
};

class DeviceWorkspace : public Workspace {
 public:
  explicit DeviceWorkspace(const Problem& problem) : problem_(problem), layout_(problem) {
    region_.lending = runner::Lending::device_ipc;
    region_.bytes = layout_.bytes();
    void* base = nullptr;
    const cudaError_t got = cudaMalloc(&base, static_cast<std::size_t>(region_.bytes));
    if (got == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw CannotGrade("the GPU has not " + std::to_string(region_.bytes >> 20) + " MiB free");
    }
    check(got, "cudaMalloc");
    base_ = static_cast<char*>(base);
    void* counters = nullptr;
    check(cudaMalloc(&counters, sizeof(Counters)), "cudaMalloc");
    counters_ = static_cast<Counters*>(counters);
    cudaIpcMemHandle_t handle;
    check(cudaIpcGetMemHandle(&handle, base_), "cudaIpcGetMemHandle");
    std::memcpy(region_.ipc_handle.data(), &handle, sizeof handle);
  }
  ~DeviceWorkspace() override {
    cudaFree(counters_);
    cudaFree(base_);
  }
  DeviceWorkspace(const DeviceWorkspace&) = delete;
  DeviceWorkspace& operator=(const DeviceWorkspace&) = delete;

  const Problem& problem() const override { return problem_; }
  const runner::Region& region() const override { return region_; }
  int descriptor() const override { return -1; }
  void describe(int first, int slots, runner::RunRequest& request) const override {
    layout_.describe(first, slots, request);
  }

  void refill(std::uint64_t seed, int first, int slots) override {
    poison(0, layout_.gap());
    for (int slot = first; slot < first + slots; ++slot) {
      for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
        const bool input = is_input(buffer);
        if (input)
          cuda::fill_input(at(layout_.offset(slot, buffer)), layout_.elements(buffer), slot_seed(seed, slot), buffer);
        poison(input ? layout_.gap_start(slot, buffer) : layout_.offset(slot, buffer), layout_.gap_end(slot, buffer));
      }
    }
    check(cudaGetLastError(), "filling memory");
    check(cudaDeviceSynchronize(), "filling memory");
  }

  CheckOutcome check(std::uint64_t seed, int first, int slots) override {
    CheckOutcome outcome;
    bool written = false;
    count_gap(0, layout_.gap(), true);
    for (int slot = first; slot < first + slots; ++slot) {
      for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
        count_gap(layout_.gap_start(slot, buffer), layout_.gap_end(slot, buffer), false);
        const float* values = at(layout_.offset(slot, buffer));
        if (is_input(buffer)) {
          cuda::count_changed_input(values, layout_.elements(buffer), slot_seed(seed, slot), buffer,
                                    &counters_->changed_input);
        } else {
          written = check_output(seed, slot, buffer, outcome) || written;
        }
      }
    }
    const Counters counters = read_counters();
    outcome.input_changed = counters.changed_input != 0;
    outcome.outside_written = counters.changed_gap != 0;
    outcome.nothing_written = !written;
    return outcome;
  }

  float* input(int slot) const { return at(layout_.offset(slot, 0)); }
  float* output(int slot) const { return at(layout_.offset(slot, problem_.operation.input_count)); }
  std::int64_t copy_elements() const {
    return std::min(layout_.elements(0), layout_.elements(problem_.operation.input_count));
  }

 private:
  // `check` the member hides the function.
  static void check(cudaError_t error, const char* what) { backends::check(error, what); }

  bool is_input(int buffer) const { return buffer < problem_.operation.input_count; }
  float* at(std::int64_t offset) const { return reinterpret_cast<float*>(base_ + offset); }
  void poison(std::int64_t from, std::int64_t to) { cuda::fill_poison(at(from), (to - from) / 4); }

  void count_gap(std::int64_t from, std::int64_t to, bool reset) {
    if (reset) check(cudaMemset(counters_, 0, sizeof(Counters)), "cudaMemset");
    cuda::count_changed_poison(at(from), (to - from) / 4, &counters_->changed_gap);
  }

  Counters read_counters() {
    Counters counters;
    check(cudaGetLastError(), "checking outputs");
    check(cudaMemcpy(&counters, counters_, sizeof counters, cudaMemcpyDeviceToHost), "checking outputs");
    return counters;
  }

  /// True when anything was written.
  bool check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome) {
    const Tally fresh;
    const int output = buffer - problem_.operation.input_count;
    check(cudaMemcpy(&counters_->tally, &fresh, sizeof fresh, cudaMemcpyHostToDevice), "cudaMemcpy");
    const float* values = at(layout_.offset(slot, buffer));
    cuda::judge_output(problem_.operation.id, values, layout_.elements(buffer), slot_seed(seed, slot), problem_.size,
                       output, &counters_->tally);
    const Tally tally = read_counters().tally;
    outcome.wrong += static_cast<std::int64_t>(tally.wrong);
    if (tally.wrong != 0 && !outcome.first) {
      float actual = 0;
      const auto index = static_cast<std::int64_t>(tally.first_wrong);
      check(cudaMemcpy(&actual, values + index, sizeof actual, cudaMemcpyDeviceToHost), "cudaMemcpy");
      const course::Inputs inputs{slot_seed(seed, slot)};
      outcome.first = Mismatch{slot,   output,
                               index,  problem_.operation.expected(inputs, problem_.size, output, index).value,
                               actual, bits_of(actual) == course::poison_bits};
    }
    return tally.poisoned != static_cast<unsigned long long>(layout_.elements(buffer));
  }

  Problem problem_;
  Layout layout_;
  runner::Region region_;
  char* base_ = nullptr;
  Counters* counters_ = nullptr;
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
    check(cudaGetDeviceProperties(&properties_, 0), "cudaGetDeviceProperties");
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
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
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
    check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
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
    const std::int64_t elements = device->copy_elements();
    const course::GBps by_memcpy = copy_rate(*device, [&](float* to, const float* from) {
      check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * 4, cudaMemcpyDeviceToDevice, nullptr),
            "cudaMemcpy");
    });
    const course::GBps by_kernel =
        copy_rate(*device, [&](float* to, const float* from) { cuda::copy(to, from, elements); });
    return std::max(by_memcpy, by_kernel);
  }

 private:
  /// The median of a few batches, each over all slots.
  template <class Copy>
  course::GBps copy_rate(const DeviceWorkspace& workspace, Copy copy) const {
    const int slots = workspace.problem().slots;
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
    std::array<float, 11> milliseconds{};
    copy(workspace.output(0), workspace.input(0));
    for (float& time : milliseconds) {
      check(cudaEventRecord(start), "cudaEventRecord");
      for (int slot = 0; slot < slots; ++slot) copy(workspace.output(slot), workspace.input(slot));
      check(cudaEventRecord(stop), "cudaEventRecord");
      check(cudaEventSynchronize(stop), "cudaEventSynchronize");
      check(cudaEventElapsedTime(&time, start, stop), "cudaEventElapsedTime");
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    std::nth_element(milliseconds.begin(), milliseconds.begin() + milliseconds.size() / 2, milliseconds.end());
    const course::Bytes moved{2 * 4 * workspace.copy_elements() * slots};
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
