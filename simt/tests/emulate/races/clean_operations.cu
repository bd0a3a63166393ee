// Functions of the host in streams, and constant memory that copies change, right: nothing may be found.
#include <atomic>
#include <cstdio>
#include <cstring>

constexpr int n = 128;
constexpr int bytes = n * 4;

__constant__ int factors[2][n];
int total;

struct Piece {
  int* data;
  int count;
};

__global__ void scale(int* data, int set) { data[threadIdx.x] *= factors[set][threadIdx.x]; }

void fill(void* memory) {
  const Piece* const piece = static_cast<Piece*>(memory);
  for (int i = 0; i < piece->count; ++i) piece->data[i] = i;
}
void sum(void* memory) {
  const int* const data = static_cast<int*>(memory);
  total = 0;
  for (int i = 0; i < n; ++i) total += data[i];
}

void reads_what_its_stream_has_copied(int* host, int* device, cudaStream_t stream) {
  cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, sum, host);
  cudaStreamSynchronize(stream);
  std::printf("%d\n", total);
}

void fills_what_another_stream_copies_after_an_event(int* host, int* device, cudaStream_t first, cudaStream_t second) {
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  Piece all{host, n};
  cudaLaunchHostFunc(first, fill, &all);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled, 0);
  cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, second);
  cudaStreamSynchronize(second);
  host[3] += 1;
  cudaEventDestroy(filled);
}

void each_fills_its_half(int* host, int* device, cudaStream_t first, cudaStream_t second) {
  Piece left{host, n / 2}, right{host + n / 2, n / 2};
  cudaLaunchHostFunc(first, fill, &left);
  cudaLaunchHostFunc(second, fill, &right);
  cudaMemcpyAsync(device, host, bytes / 2, cudaMemcpyHostToDevice, first);
  cudaMemcpyAsync(device + n / 2, host + n / 2, bytes / 2, cudaMemcpyHostToDevice, second);
  cudaDeviceSynchronize();
}

void each_stream_has_its_constants(int* host, int* devices[2], cudaStream_t streams[2]) {
  for (int k = 0; k < 6; ++k) {
    cudaMemcpyToSymbolAsync(factors, host, bytes, bytes * (k % 2), cudaMemcpyHostToDevice, streams[k % 2]);
    scale<<<1, n, 0, streams[k % 2]>>>(devices[k % 2], k % 2);
  }
  cudaDeviceSynchronize();
}

void constants_by_the_default_stream(int* host, int* device, cudaStream_t stream) {
  scale<<<1, n, 0, stream>>>(device, 0);
  cudaMemcpyToSymbol(factors, host, bytes);
  scale<<<1, n, 0, stream>>>(device, 0);
  cudaDeviceSynchronize();
}

/// The host waits for a word that the function sets last.
std::atomic<bool> is_counted{false};
int counted;
void count(void* value) {
  const int local[2] = {1, *static_cast<int*>(value)};
  for (const int part : local) counted += part;
  is_counted = true;
}

void waits_for_the_function(cudaStream_t stream) {
  int value = 3;
  cudaLaunchHostFunc(stream, count, &value);
  while (!is_counted) continue;
  value = counted + 1;
  std::printf("%d\n", value);
}

/// Variables of the functions are their own, and so is the host's work on others.
void mean(void* memory) {
  int parts[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) parts[i] += parts[3 - i];
  *static_cast<float*>(memory) = parts[0] / 4.0f;
}

int work_of_the_host() {
  int parts[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  for (int i = 0; i < 8; ++i) parts[i] += parts[7 - i];
  return parts[2];
}

void works_beside_the_function(cudaStream_t stream) {
  float result = 0;
  cudaLaunchHostFunc(stream, mean, &result);
  std::printf("%d\n", work_of_the_host());
  cudaStreamSynchronize(stream);
  std::printf("%g\n", result);
}

int main() {
  int *host, *devices[2];
  cudaStream_t streams[2];
  cudaMallocHost(&host, bytes);
  std::memset(host, 0, bytes);
  for (int k = 0; k < 2; ++k) {
    cudaMalloc(&devices[k], bytes);
    cudaMemset(devices[k], 0, bytes);
    cudaStreamCreate(&streams[k]);
  }
  cudaDeviceSynchronize();
  reads_what_its_stream_has_copied(host, devices[0], streams[0]);
  fills_what_another_stream_copies_after_an_event(host, devices[0], streams[0], streams[1]);
  each_fills_its_half(host, devices[0], streams[0], streams[1]);
  each_stream_has_its_constants(host, devices, streams);
  constants_by_the_default_stream(host, devices[0], streams[0]);
  waits_for_the_function(streams[0]);
  works_beside_the_function(streams[0]);
  for (int k = 0; k < 2; ++k) {
    cudaStreamDestroy(streams[k]);
    cudaFree(devices[k]);
  }
  cudaFreeHost(host);
}
