// Streams, events, copies and host memory, right: nothing may be found.
#include <cstdio>
#include <cstring>

__global__ void add_one(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

__global__ void copy(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

constexpr int n = 256;
constexpr int bytes = n * 4;

void ordered_by_an_event(float* host, float* a, float* b) {
  cudaStream_t first, second;
  cudaEvent_t copied;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, first);
  cudaEventRecord(copied, first);
  cudaStreamWaitEvent(second, copied, 0);
  copy<<<1, n, 0, second>>>(a, b, n);
  cudaMemcpyAsync(host, b, bytes, cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  host[0] += 1;
  cudaStreamSynchronize(first);
  cudaEventDestroy(copied);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}

/// The default stream waits for blocking streams, and they for it.
void ordered_by_the_default_stream(float* host, float* a, float* b) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, stream);
  add_one<<<1, n>>>(a, n);
  copy<<<1, n, 0, stream>>>(a, b, n);
  cudaMemcpy(host, b, bytes, cudaMemcpyDeviceToHost);
  host[1] = host[2];
  cudaStreamDestroy(stream);
}

/// Two buffers on the host; each is filled only after its last copy has ended.
void two_host_buffers(float* a, float* b) {
  float* host[2];
  cudaEvent_t done[2];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int k = 0; k < 2; ++k) {
    cudaMallocHost(&host[k], bytes);
    cudaEventCreate(&done[k]);
  }
  for (int k = 0; k < 6; ++k) {
    if (k >= 2) cudaEventSynchronize(done[k % 2]);
    std::memset(host[k % 2], k, bytes);
    cudaMemcpyAsync(k % 2 ? a : b, host[k % 2], bytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(done[k % 2], stream);
  }
  cudaStreamSynchronize(stream);
  for (int k = 0; k < 2; ++k) {
    cudaFreeHost(host[k]);
    cudaEventDestroy(done[k]);
  }
  cudaStreamDestroy(stream);
}

void managed_after_synchronization() {
  float* data;
  cudaMallocManaged(&data, bytes);
  for (int i = 0; i < n; ++i) data[i] = i;
  add_one<<<1, n>>>(data, n);
  cudaDeviceSynchronize();
  data[0] += data[1];
  cudaFree(data);
}

/// Pageable memory: the call comes back after the bytes were taken.
void pageable(float* a) {
  float host[n] = {};
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, 0);
  host[0] = 5;
  cudaDeviceSynchronize();
}

/// Halves of one array in two streams.
void halves(float* a) {
  cudaStream_t streams[2];
  for (int k = 0; k < 2; ++k) {
    cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking);
    add_one<<<1, n / 2, 0, streams[k]>>>(a + k * n / 2, n / 2);
  }
  for (int k = 0; k < 2; ++k) {
    cudaStreamSynchronize(streams[k]);
    cudaStreamDestroy(streams[k]);
  }
}

void queried(float* host, float* a) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, stream);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  host[5] = host[6];
  cudaStreamDestroy(stream);
}

__global__ void store_and_tell(int* data, volatile int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence_system();
  *flag = 1;
}

/// The kernel still runs when the host reads what it has stored.
void told_by_a_flag() {
  int* shared;
  cudaHostAlloc(&shared, bytes, cudaHostAllocMapped);
  shared[32] = 0;
  store_and_tell<<<1, 32>>>(shared, shared + 32);
  while (*(volatile int*)(shared + 32) == 0) {
  }
  if (shared[5] != 5) std::printf("wrong\n");
  cudaDeviceSynchronize();
  cudaFreeHost(shared);
}

int main() {
  float *host, *a, *b;
  cudaMallocHost(&host, bytes);
  std::memset(host, 0, bytes);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  ordered_by_an_event(host, a, b);
  ordered_by_the_default_stream(host, a, b);
  two_host_buffers(a, b);
  managed_after_synchronization();
  pageable(a);
  halves(a);
  queried(host, a);
  told_by_a_flag();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFreeHost(host);
  cudaFree(a);
  cudaFree(b);
}
