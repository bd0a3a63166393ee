#include "streams.cuh"

#define PIN_FLAGS cudaHostRegisterMapped

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, PIN_FLAGS); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

static const int CHUNKS = 16;

static cudaStream_t loader, worker;
static cudaEvent_t loaded[CHUNKS], computed[CHUNKS];

static void set_up() {
  if (loader != nullptr) return;
  cudaStreamCreateWithFlags(&loader, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&worker, cudaStreamNonBlocking);
  for (int c = 0; c < CHUNKS; c++) {
    cudaEventCreateWithFlags(&loaded[c], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&computed[c], cudaEventDisableTiming);
  }
}

__global__ void process_chunk(float* data, int count, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = process(data[i], rounds);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  set_up();
  const int chunk = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS; c++) {
    const long long first = (long long)c * chunk;
    if (first >= n) break;
    const int count = n - first < chunk ? (int)(n - first) : chunk;

    // the memory has to be free before the next copy
    if (c > 0) cudaStreamWaitEvent(loader, computed[c - 1], 0);  // @here
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, loader);
    cudaEventRecord(loaded[c], loader);

    cudaStreamWaitEvent(worker, loaded[c], 0);
    process_chunk<<<(count + 255) / 256, 256, 0, worker>>>(device + first, count, rounds);
    cudaEventRecord(computed[c], worker);
  }
}
