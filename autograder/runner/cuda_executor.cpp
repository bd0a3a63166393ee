// Runs parts on the GPU: memory lent by CUDA IPC (or copied in and out where there is no IPC), time by events around
// the launches, or by this process's clock where the part is about the host's time.
#include <cuda_runtime_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <optional>

#include "runner/arguments.hpp"
#include "runner/executor.hpp"
#include "runner/l2_state.hpp"
#include "runner/trace.hpp"

namespace runner {
namespace {

volatile Phase phase = Phase::idle;

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw Failure{Status::device_error,
                std::string(what) + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error)};
}

class CudaExecutor : public Executor {
 public:
  CudaExecutor() {
    check(cudaFree(nullptr), "starting the device");
    check(cudaEventCreate(&start_), "cudaEventCreate");
    check(cudaEventCreate(&stop_), "cudaEventCreate");
    check(cudaMalloc(&piece_, 1), "cudaMalloc");
  }

  void map(const Region& region, int descriptor) override {
    if (region.place == course::Place::host) {
      unmap_host();
      host_ = map_shared(region, descriptor);
      host_bytes_ = region.bytes;
      return;
    }
    unmap_device();
    if (region.lending == Lending::device_ipc) {
      cudaIpcMemHandle_t handle;
      static_assert(sizeof handle == sizeof region.ipc_handle);
      std::memcpy(&handle, region.ipc_handle.data(), sizeof handle);
      void* base = nullptr;
      check(cudaIpcOpenMemHandle(&base, handle, cudaIpcMemLazyEnablePeerAccess), "cudaIpcOpenMemHandle");
      device_ = static_cast<char*>(base);
    } else {
      staging_ = map_shared(region, descriptor);
      void* base = nullptr;
      check(cudaMalloc(&base, static_cast<std::size_t>(region.bytes)), "cudaMalloc");
      device_ = static_cast<char*>(base);
    }
    device_bytes_ = region.bytes;
  }

  void unmap() override {
    unmap_device();
    unmap_host();
  }

  void run(void* entry, const course::Function& function, const HostMemoryHooks& hooks, const RunRequest& request,
           Reply& reply, std::vector<Record>& /*evidence*/) override {
    std::vector<LaunchBuffers> launches;
    for (int i = 0; i < request.launches; ++i) launches.emplace_back(Bases{device_, host_}, request, i);
    announce_host_memory(hooks);
    stage(cudaMemcpyHostToDevice);
    l2_state_.reset_persisting();
    if (request.is_timed != 0) l2_state_.evict();
    cudaGetLastError();  // an old error must not be blamed on this run

    std::optional<Trace> trace;
    if (request.leaves_no_trace != 0) trace.emplace(/*something_aside=*/request.is_timed == 0);
    const std::size_t free_before = request.owns_memory != 0 ? free_bytes() : 0;
    phase = Phase::host_code_or_kernel;
    reply.event_seconds = request.clock == course::Clock::host ? run_by_host_clock(entry, function, request, launches)
                                                               : run_by_events(entry, function, request, launches);
    reply.refused = static_cast<std::uint32_t>(refused_by(function, launches));
    if (trace) reply.left = trace->left();
    if (request.owns_memory != 0 && has_lost(free_before, request)) reply.left |= left_memory;
    stage(cudaMemcpyDeviceToHost);
    // A timed call finds the memory as the one before left it. What unpin() does wrong shows in an untimed one.
    if (request.is_timed == 0) withdraw_host_memory();
  }

 private:
  /// What the first call said that refused. For a block of too many threads CUDA's documents name the error 9,
  /// cudaErrorInvalidConfiguration; the runtime of CUDA 13.0 returns 1, cudaErrorInvalidValue.
  static int refused_by(const course::Function& function, const std::vector<LaunchBuffers>& launches) {
    for (const LaunchBuffers& buffers : launches) {
      if (buffers.refused == 0) continue;
      const bool is_of_this_version =
          function.operation.refusal == cudaErrorInvalidConfiguration && buffers.refused == cudaErrorInvalidValue;
      return is_of_this_version ? function.operation.refusal : buffers.refused;
    }
    return 0;
  }

  static std::size_t free_bytes() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
  }

  /// Whether the device has less free memory than before, by the size of an input or more. The driver itself may take
  /// some MiB at any time, so only large inputs tell.
  static bool has_lost(std::size_t free_before, const RunRequest& request) {
    constexpr std::size_t least = std::size_t{32} << 20;
    const auto bytes = static_cast<std::size_t>(request.buffers[0][0].elements) * sizeof(float);
    return request.launches > 0 && bytes >= least && free_bytes() + bytes <= free_before;
  }

  double run_by_events(void* entry, const course::Function& function, const RunRequest& request,
                       std::vector<LaunchBuffers>& launches) {
    check(cudaEventRecord(start_), "cudaEventRecord");
    for (LaunchBuffers& buffers : launches) function.invoke(entry, buffers.arguments(request.size));
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t recorded = cudaEventRecord(stop_);
    wait_for_kernels(is_error_returned(function, refused_by(function, launches)) ? cudaSuccess : launched);
    check(recorded, "cudaEventRecord");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

  double run_by_host_clock(void* entry, const course::Function& function, const RunRequest& request,
                           std::vector<LaunchBuffers>& launches) {
    check(cudaDeviceSynchronize(), "emptying the cache");
    const auto start = std::chrono::steady_clock::now();
    for (LaunchBuffers& buffers : launches) function.invoke(entry, buffers.arguments(request.size));
    const cudaError_t launched = cudaGetLastError();
    wait_for_kernels(is_error_returned(function, refused_by(function, launches)) ? cudaSuccess : launched);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void announce_host_memory(const HostMemoryHooks& hooks) {
    if (host_ == nullptr || is_announced_) return;
    is_announced_ = true;
    unpin_ = hooks.unpin;
    if (hooks.pin != nullptr) hooks.pin(host_, static_cast<std::size_t>(host_bytes_));
  }

  void withdraw_host_memory() {
    if (!is_announced_) return;
    is_announced_ = false;
    if (unpin_ == nullptr) return;
    unpin_(host_, static_cast<std::size_t>(host_bytes_));
    check(cudaGetLastError(), "unpin()");
    unsigned int flags = 0;
    const bool is_pinned = cudaHostGetFlags(&flags, host_) == cudaSuccess;
    cudaGetLastError();  // the question itself fails for memory that is not pinned, as it should be
    if (is_pinned) throw Failure{Status::device_error, "unpin() left the memory pinned"};
  }

  void wait_for_kernels(cudaError_t launched) {
    phase = Phase::kernel;
    check(cudaDeviceSynchronize(), "the kernel");
    check(launched, "the launch");
  }

  void stage(cudaMemcpyKind direction) {
    if (staging_ == nullptr) return;
    const bool in = direction == cudaMemcpyHostToDevice;
    check(cudaMemcpy(in ? device_ : staging_, in ? staging_ : device_, static_cast<std::size_t>(device_bytes_),
                     direction),
          "cudaMemcpy");
  }

  static char* map_shared(const Region& region, int descriptor) {
    void* base =
        mmap(nullptr, static_cast<std::size_t>(region.bytes), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (base == MAP_FAILED) throw Failure{Status::bad_request, "cannot map the lent memory"};
    return static_cast<char*>(base);
  }

  void unmap_device() {
    if (device_ == nullptr) return;
    if (staging_ == nullptr) {
      cudaIpcCloseMemHandle(device_);
    } else {
      cudaFree(device_);
      munmap(staging_, static_cast<std::size_t>(device_bytes_));
    }
    device_ = staging_ = nullptr;
  }

  void unmap_host() {
    if (host_ == nullptr) return;
    if (is_announced_ && unpin_ != nullptr) unpin_(host_, static_cast<std::size_t>(host_bytes_));
    is_announced_ = false;
    munmap(host_, static_cast<std::size_t>(host_bytes_));
    host_ = nullptr;
  }

  L2State l2_state_;
  // The driver cuts small pieces from one of its own, which it gives back with the last of them. A call that allocates
  // and frees its only piece would ask the system each time, and how long that takes is different in each process.
  void* piece_ = nullptr;
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  char* device_ = nullptr;
  char* staging_ = nullptr;  // set when device memory is staged
  char* host_ = nullptr;
  std::int64_t device_bytes_ = 0;
  std::int64_t host_bytes_ = 0;
  bool is_announced_ = false;  // the host memory, to the student's code
  void (*unpin_)(void*, std::size_t) = nullptr;
};

}  // namespace

bool driver_loads_libraries() { return true; }
bool can_be_timed() { return true; }
bool has_same_addresses() { return false; }
void limit_work(std::int64_t /*units*/) {}
std::unique_ptr<Executor> make_executor() { return std::make_unique<CudaExecutor>(); }
void set_library_base(std::uintptr_t /*base*/) {}
Phase current_phase() { return phase; }

std::uintptr_t lowest_stack_pointer() { return lowest_host_stack_pointer(); }
bool ends_kernel_at_fault(const siginfo_t& /*info*/, void* /*context*/) { return false; }

}  // namespace runner
