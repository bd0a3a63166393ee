// Functions of the host in streams, and constant memory that copies change, right: nothing may be found.
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
  for (int k = 0; k < 2; ++k) {
    cudaStreamDestroy(streams[k]);
    cudaFree(devices[k]);
  }
  cudaFreeHost(host);
}
