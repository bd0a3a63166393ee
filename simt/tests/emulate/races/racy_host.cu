// Streams, events, copies and host memory, wrong: one of the two lines of each mistake ends with "// FINDS" and the
// kind.
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

void two_streams(float* host, float* a, float* b, cudaStream_t first, cudaStream_t second) {
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, first);
  copy<<<1, n, 0, second>>>(a, b, n);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void recorded_too_early(float* host, float* a, float* b, cudaStream_t first, cudaStream_t second) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, first);
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, first);
  cudaStreamWaitEvent(second, event, 0);
  copy<<<1, n, 0, second>>>(a, b, n);  // FINDS stream-race
  cudaDeviceSynchronize();
  cudaEventDestroy(event);
}

void host_reads_too_early(float* host, float* a, cudaStream_t stream) {
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, stream);
  std::printf("%d\n", host[0] < 0);  // FINDS host-race
  cudaDeviceSynchronize();
}

void host_writes_too_early(float* host, float* a, cudaStream_t stream) {
  cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, stream);
  host[3] = 1;  // FINDS host-race
  cudaDeviceSynchronize();
}

void one_buffer_for_all_rounds(float* host, float* a, cudaStream_t stream) {
  for (int k = 0; k < 3; ++k) {
    std::memset(host, k, bytes);  // FINDS host-race
    cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, stream);
  }
  cudaDeviceSynchronize();
}

void managed_without_synchronization() {
  float* data;
  cudaMallocManaged(&data, bytes);
  for (int i = 0; i < n; ++i) data[i] = i;
  add_one<<<1, n>>>(data, n);
  data[0] += 1;  // FINDS host-race
  cudaDeviceSynchronize();
  cudaFree(data);
}

/// A stream that does not wait for the default stream.
void default_stream_and_another(float* a, float* b) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add_one<<<1, n>>>(a, n);
  copy<<<1, n, 0, stream>>>(a, b, n);  // FINDS stream-race
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
}

void halves_that_overlap(float* a, cudaStream_t first, cudaStream_t second) {
  add_one<<<1, n, 0, first>>>(a, n / 2 + 1);
  add_one<<<1, n, 0, second>>>(a + n / 2, n / 2);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void wrong_stream_synchronized(float* host, float* a, cudaStream_t first, cudaStream_t second) {
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, first);
  cudaStreamSynchronize(second);
  host[1] += host[2];  // FINDS host-race
  cudaDeviceSynchronize();
}

void copy_within_the_device(float* a, float* b, cudaStream_t first, cudaStream_t second) {
  add_one<<<1, n, 0, first>>>(a, n);
  cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, second);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void event_of_the_round_before(float* host, float* a, float* b, cudaStream_t first, cudaStream_t second) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  for (int k = 0; k < 2; ++k) {
    cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, first);  // FINDS stream-race
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
    copy<<<1, n, 0, second>>>(a, b, n);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(event);
}

__global__ void store_and_tell(int* data, volatile int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();  // orders nothing for the host
  *flag = 1;
}

void told_without_a_fence_for_the_host() {
  int* shared;
  cudaHostAlloc(&shared, bytes, cudaHostAllocMapped);
  shared[32] = 0;
  store_and_tell<<<1, 32>>>(shared, shared + 32);
  while (*(volatile int*)(shared + 32) == 0) {  // FINDS host-race
  }
  if (shared[5] != 5) std::printf("wrong\n");  // FINDS host-race
  cudaDeviceSynchronize();
  cudaFreeHost(shared);
}

int main() {
  float *host, *a, *b;
  cudaStream_t first, second;
  cudaMallocHost(&host, bytes);
  std::memset(host, 0, bytes);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  two_streams(host, a, b, first, second);
  recorded_too_early(host, a, b, first, second);
  host_reads_too_early(host, a, first);
  host_writes_too_early(host, a, first);
  one_buffer_for_all_rounds(host, a, first);
  managed_without_synchronization();
  default_stream_and_another(a, b);
  halves_that_overlap(a, first, second);
  wrong_stream_synchronized(host, a, first, second);
  copy_within_the_device(a, b, first, second);
  event_of_the_round_before(host, a, b, first, second);
  told_without_a_fence_for_the_host();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFreeHost(host);
  cudaFree(a);
  cudaFree(b);
}
