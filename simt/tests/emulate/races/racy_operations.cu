// Functions of the host in streams, and constant memory that copies change, wrong: one of the two lines of each mistake
// ends with "// FINDS" and the kind.
#include <cstdio>
#include <cstring>

constexpr int n = 128;
constexpr int bytes = n * 4;

__constant__ int factors[n];

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void scale(int* data) { data[threadIdx.x] *= factors[threadIdx.x]; }

void fill(void* memory) {
  int* const data = static_cast<int*>(memory);
  for (int i = 0; i < n; ++i) data[i] = i;
}
void sum(void* memory) {
  const int* const data = static_cast<int*>(memory);
  int total = 0;
  for (int i = 0; i < n; ++i) total += data[i];
  std::printf("%d\n", total);
}
void clear(cudaStream_t, cudaError_t, void* memory) { std::memset(memory, 0, bytes); }

void filled_while_it_is_copied(int* host, int* device, cudaStream_t first, cudaStream_t second) {
  cudaLaunchHostFunc(first, fill, host);
  cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, second);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void summed_before_it_has_come(int* host, int* device, cudaStream_t first, cudaStream_t second) {
  cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(second, sum, host);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void read_before_the_callback(int* host, cudaStream_t stream) {
  cudaStreamAddCallback(stream, clear, host, 0);
  std::printf("%d\n", host[3]);  // FINDS host-race
  cudaDeviceSynchronize();
}

int total;
void count(void*) { total += 1; }
void set(void* memory) { *static_cast<int*>(memory) = 5; }

void variable_read_before_the_function(cudaStream_t stream) {
  cudaLaunchHostFunc(stream, count, nullptr);
  std::printf("%d\n", total);  // FINDS host-race
  cudaDeviceSynchronize();
}

void own_variable_set_before_the_function(cudaStream_t stream) {
  int value = 0;
  cudaLaunchHostFunc(stream, set, &value);
  value = 7;  // FINDS host-race
  cudaDeviceSynchronize();
}

void filled_while_a_kernel_reads(int* managed, int* device, cudaStream_t first, cudaStream_t second) {
  copy<<<1, n, 0, first>>>(managed, device);
  cudaLaunchHostFunc(second, fill, managed);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void two_functions_fill(int* host, cudaStream_t first, cudaStream_t second) {
  cudaLaunchHostFunc(first, fill, host);
  cudaLaunchHostFunc(second, fill, host);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void constants_of_another_stream(int* host, int* device, cudaStream_t first, cudaStream_t second) {
  scale<<<1, n, 0, first>>>(device);
  cudaMemcpyToSymbolAsync(factors, host, bytes, 0, cudaMemcpyHostToDevice, second);  // FINDS stream-race
  cudaDeviceSynchronize();
}

void constants_beside_a_stream_that_waits_for_none(int* host, int* device) {
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  scale<<<1, n, 0, apart>>>(device);
  cudaMemcpyToSymbol(factors, host, bytes);  // FINDS stream-race
  cudaDeviceSynchronize();
  cudaStreamDestroy(apart);
}

int main() {
  int *host, *device, *managed;
  cudaStream_t first, second;
  cudaMallocHost(&host, bytes);
  cudaMalloc(&device, bytes);
  cudaMallocManaged(&managed, bytes);
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  std::memset(host, 0, bytes);
  std::memset(managed, 0, bytes);
  cudaMemset(device, 0, bytes);
  cudaDeviceSynchronize();
  filled_while_it_is_copied(host, device, first, second);
  summed_before_it_has_come(host, device, first, second);
  read_before_the_callback(host, first);
  variable_read_before_the_function(first);
  own_variable_set_before_the_function(first);
  filled_while_a_kernel_reads(managed, device, first, second);
  two_functions_fill(host, first, second);
  constants_of_another_stream(host, device, first, second);
  constants_beside_a_stream_that_waits_for_none(host, device);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFreeHost(host);
  cudaFree(device);
  cudaFree(managed);
}
