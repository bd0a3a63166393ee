// Right: streams and events are objects, a chunk's operations are asked for together, lambdas say what they are.
#include "streams.cuh"

#include <algorithm>
#include <vector>

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

namespace {

class Stream {
 public:
  Stream() { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { cudaEventCreate(&event_); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

template <int THREADS, class Function>
__global__ void __launch_bounds__(THREADS) map(float* out, const float* in, int n, Function function) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) out[i] = function(in[i]);
}

struct Process {
  int rounds;
  __device__ float operator()(float x) const { return process(x, rounds); }
};

void launch(float* out, const float* in, int n, int rounds, cudaStream_t stream) {
  map<512><<<(n + 511) / 512, 512, 0, stream>>>(out, in, n, Process{rounds});
}

template <class Work>
void in_chunks(int n, Work work) {
  const Stream streams[4];
  const int chunks = std::clamp(n >> 18, 1, 24);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const auto edge = [&](int number) { return static_cast<int>(static_cast<long long>(n) * number / chunks) & ~31; };
    const int first = edge(chunk);
    const int last = chunk + 1 == chunks ? n : edge(chunk + 1);
    work(first, last - first, static_cast<cudaStream_t>(streams[chunk % 4]));
  }
}

}  // namespace

void upload(float* device, const float* host_in, int n) {
  cudaMemcpy(device, host_in, n * sizeof(float), cudaMemcpyDefault);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  in_chunks(n, [=](int first, int count, cudaStream_t stream) {
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyDefault, stream);
    launch(device + first, device + first, count, rounds, stream);
  });
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const Stream stream;
  const Event events[4];
  const auto stage = [&](int number, auto work) {
    work();
    cudaEventRecord(events[number + 1], stream);
  };
  cudaEventRecord(events[0], stream);
  stage(0, [&] { cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyDefault, stream); });
  stage(1, [&] { launch(device, device, n, rounds, stream); });
  stage(2, [&] { cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDefault, stream); });
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 3; ++i) cudaEventElapsedTime(host_milliseconds + i, events[i], events[i + 1]);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  in_chunks(n, [=](int first, int count, cudaStream_t stream) {
    const size_t bytes = count * sizeof(float);
    cudaMemcpyAsync(device + first, host_in + first, bytes, cudaMemcpyDefault, stream);
    launch(device + first, device + first, count, rounds, stream);
    cudaMemcpyAsync(host_out + first, device + first, bytes, cudaMemcpyDefault, stream);
  });
}

// One address space: registered memory has the same address everywhere.
void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  launch(host_out, host_in, n, rounds, nullptr);  // @host_address
}
