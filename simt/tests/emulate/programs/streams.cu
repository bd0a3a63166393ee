// Four streams that copy, compute and copy back parts of one array; an event that orders two streams; a host function.
#include "check.hpp"

constexpr int parts = 4;
constexpr int part_size = 1 << 12;
constexpr int block = 256;

__global__ void polynomial(const int* in, int* out, int n, int scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = scale * in[i] * in[i] + 3 * in[i] + 1;
}

__global__ void add(const int* a, const int* b, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

void CUDART_CB count_call(void* calls) { ++*static_cast<int*>(calls); }

long long sum_of(const int* values, int n) {
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  return sum;
}

// Each stream has a part of its own.
void pipeline(int* host_in, int* host_out, int* in, int* out) {
  cudaStream_t streams[parts];
  int calls = 0;
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int p = 0; p < parts; ++p) {
    const int first = p * part_size;
    CHECK(cudaMemcpyAsync(in + first, host_in + first, part_size * sizeof(int), cudaMemcpyHostToDevice, streams[p]));
    polynomial<<<part_size / block, block, 0, streams[p]>>>(in + first, out + first, part_size, p + 1);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(host_out + first, out + first, part_size * sizeof(int), cudaMemcpyDeviceToHost, streams[p]));
  }
  CHECK(cudaLaunchHostFunc(streams[0], &count_call, &calls));
  for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
  for (int p = 0; p < parts; ++p) std::printf("part %d: %lld\n", p, sum_of(host_out + p * part_size, part_size));
  std::printf("host function calls: %d\n", calls);
  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
}

// The second stream waits for the event, not for the host.
void ordered_by_an_event(int* host_out, const int* in, int* out) {
  cudaStream_t producer, consumer;
  cudaEvent_t produced;
  CHECK(cudaStreamCreate(&producer));
  CHECK(cudaStreamCreate(&consumer));
  CHECK(cudaEventCreateWithFlags(&produced, cudaEventDisableTiming));
  polynomial<<<part_size / block, block, 0, producer>>>(in, out, part_size, 7);
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(produced, producer));
  CHECK(cudaStreamWaitEvent(consumer, produced, 0));
  add<<<part_size / block, block, 0, consumer>>>(in, out, out + part_size, part_size);
  CHECK_LAUNCH();
  CHECK(cudaMemcpyAsync(host_out, out + part_size, part_size * sizeof(int), cudaMemcpyDeviceToHost, consumer));
  CHECK(cudaStreamSynchronize(consumer));
  std::printf("after the event: %lld, last %d\n", sum_of(host_out, part_size), host_out[part_size - 1]);
  CHECK(cudaEventDestroy(produced));
  CHECK(cudaStreamDestroy(producer));
  CHECK(cudaStreamDestroy(consumer));
}

int main() {
  constexpr std::size_t bytes = std::size_t{parts} * part_size * sizeof(int);
  int *host_in, *host_out, *in, *out;
  CHECK(cudaMallocHost(&host_in, bytes));
  CHECK(cudaMallocHost(&host_out, bytes));
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  for (int i = 0; i < parts * part_size; ++i) host_in[i] = i % 101 - 50;
  pipeline(host_in, host_out, in, out);
  ordered_by_an_event(host_out, in, out);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFreeHost(host_in));
  CHECK(cudaFreeHost(host_out));
  return 0;
}
