// Runs parts on the GPU: memory lent by CUDA IPC (or copied in and out where there is no IPC), time by events.
#include <cuda_runtime_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "runner/arguments.hpp"
#include "runner/executor.hpp"
#include "runner/touch.hpp"

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
  }

  void map(const Region& region, int descriptor) override {
    unmap();
    if (region.lending == Lending::device_ipc) {
      cudaIpcMemHandle_t handle;
      static_assert(sizeof handle == sizeof region.ipc_handle);
      std::memcpy(&handle, region.ipc_handle.data(), sizeof handle);
      void* base = nullptr;
      check(cudaIpcOpenMemHandle(&base, handle, cudaIpcMemLazyEnablePeerAccess), "cudaIpcOpenMemHandle");
      device_ = static_cast<char*>(base);
    } else {
      void* host =
          mmap(nullptr, static_cast<std::size_t>(region.bytes), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
      close(descriptor);
      if (host == MAP_FAILED) throw Failure{Status::bad_request, "cannot map the lent memory"};
      staging_ = static_cast<char*>(host);
      void* base = nullptr;
      check(cudaMalloc(&base, static_cast<std::size_t>(region.bytes)), "cudaMalloc");
      device_ = static_cast<char*>(base);
    }
    region_ = region;
  }

  void unmap() override {
    if (device_ == nullptr) return;
    if (staging_ == nullptr) {
      cudaIpcCloseMemHandle(device_);
    } else {
      cudaFree(device_);
      munmap(staging_, static_cast<std::size_t>(region_.bytes));
    }
    device_ = staging_ = nullptr;
  }

  void run(void* entry, const course::Part& part, const RunRequest& request, Reply& reply,
           std::vector<Record>& /*evidence*/) override {
    std::vector<LaunchBuffers> launches;
    for (int i = 0; i < request.launches; ++i) launches.emplace_back(device_, request, i);
    stage(cudaMemcpyHostToDevice);
    if (request.is_timed == 0) cudaCtxResetPersistingL2Cache();
    cudaGetLastError();  // an old error must not be blamed on this run
    touch_buffers(request);

    check(cudaEventRecord(start_), "cudaEventRecord");
    phase = Phase::host_code;
    for (const LaunchBuffers& buffers : launches) part.invoke(entry, buffers.arguments(request.size));
    phase = Phase::kernel;
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t recorded = cudaEventRecord(stop_);
    check(cudaDeviceSynchronize(), "the kernel");
    check(launched, "the launch");
    check(recorded, "cudaEventRecord");

    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    reply.event_seconds = static_cast<double>(milliseconds) * 1e-3;
    stage(cudaMemcpyDeviceToHost);
  }

 private:
  void touch_buffers(const RunRequest& request) {
    for (int launch = 0; launch < request.launches; ++launch) {
      for (int i = 0; i < request.input_count + request.output_count; ++i) {
        const BufferRange& range = request.buffers[launch][i];
        touch_pages(device_ + range.offset, range.elements * static_cast<std::int64_t>(sizeof(float)));
      }
    }
    check(cudaGetLastError(), "reading the lent memory");
  }

  void stage(cudaMemcpyKind direction) {
    if (staging_ == nullptr) return;
    const bool in = direction == cudaMemcpyHostToDevice;
    check(cudaMemcpy(in ? device_ : staging_, in ? staging_ : device_, static_cast<std::size_t>(region_.bytes),
                     direction),
          "cudaMemcpy");
  }

  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  Region region_;
  char* device_ = nullptr;
  char* staging_ = nullptr;  // set when the memory is staged
};

}  // namespace

std::unique_ptr<Executor> make_executor() { return std::make_unique<CudaExecutor>(); }
void set_library_base(std::uintptr_t /*base*/) {}
Phase current_phase() { return phase; }

}  // namespace runner
