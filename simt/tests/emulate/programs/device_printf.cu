// printf in kernels, with each kind of argument. One thread of a launch prints, so that the order is that of the source.
#include "check.hpp"

struct Point {
  float x, y;
};

template <class T, int n>
__global__ void print_sum(const T* values, const char* name) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  if (threadIdx.x == 0 && blockIdx.x == 0) printf("%s: %.3f over %d values\n", name, static_cast<double>(sum), n);
}

__device__ const char text[] = "device text";

__global__ void print_formats(Point point) {
  if (threadIdx.x != 5 || blockIdx.x != 1) return;
  printf("block %d, thread %u of %u\n", blockIdx.x, threadIdx.x, blockDim.x);
  printf("%5d|%-5d|%05d|%+d|%x|%X|%o\n", 42, 42, 42, 42, 255, 255, 8);
  printf("%f %.2f %8.3f %e %g\n", 1.5, 3.14159, -2.5, 12345.678, 0.0001);
  printf("%c%c%c %s %%\n", 'a', 'b', 'c', text);
  printf("%lld %llu %ld\n", -1234567890123ll, 1234567890123ull, 99L);
  printf("(%g, %g)\n", point.x, point.y);
}

__device__ char sum_name[] = "sum";

int main() {
  std::printf("host before\n");
  std::fflush(stdout);
  const Point point{1.25f, -3.5f};
  print_formats<<<2, 32>>>(point);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());

  double values[10], *device;
  for (int i = 0; i < 10; ++i) values[i] = i * 0.125;
  CHECK(cudaMalloc(&device, sizeof values));
  CHECK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  void* name;
  CHECK(cudaGetSymbolAddress(&name, sum_name));
  print_sum<double, 10><<<2, 64>>>(device, static_cast<const char*>(name));
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());

  CHECK(cudaFree(device));
  std::printf("host after\n");
  return 0;
}
