// __CUDA_ARCH__ as real code tests it: a shim for old devices, both versions of a function for host and device, a macro
// that differs, a path for new devices.
#include "check.hpp"

// Devices before 6.0 have no atomicAdd for double.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value) {
  unsigned long long* const bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
#endif

#ifdef __CUDA_ARCH__
#define WHERE 2
#else
#define WHERE 1
#endif

#define HOST_DEVICE __host__ __device__

HOST_DEVICE int where() { return WHERE; }

__host__ __device__ int bits_set(unsigned word) {
#ifdef __CUDA_ARCH__
  return __popc(word);
#else
  int count = 0;
  for (; word != 0; word &= word - 1) ++count;
  return count + 100;  // so that the host's version can be told from the device's
#endif
}

struct Counter {
  int value;
  __host__ __device__ void add(int n) {
#if defined(__CUDA_ARCH__)
    atomicAdd(&value, n);
#else
    value += n;
#endif
  }
};

__device__ int lanes() {
#if __CUDA_ARCH__ >= 300
  return __popc(__ballot_sync(0xffffffffu, 1));
#else
  return -1;
#endif
}

__global__ void run(int* out, double* sum, Counter* counter) {
  atomicAdd(sum, 0.5);
  counter->add(2);
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  out[0] = where();
  out[1] = bits_set(0xf0f0u);
#if __CUDA_ARCH__ >= 600
  out[3] = 1;
#elif defined(__CUDA_ARCH__)
  out[3] = 0;
#endif
}

__global__ void vote(int* out) {
  const int together = lanes();
  if (threadIdx.x == 0) out[2] = together;
}

int main() {
  int* out;
  double* sum;
  Counter* counter;
  CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
  CHECK(cudaMallocManaged(&sum, sizeof(double)));
  CHECK(cudaMallocManaged(&counter, sizeof(Counter)));
  *sum = 0;
  counter->value = 0;
  run<<<2, 32>>>(out, sum, counter);
  CHECK_LAUNCH();
  vote<<<1, 32>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());
  std::printf("device: version %d, bits %d, lanes %d, new %d, sum %.1f, counter %d\n", out[0], out[1], out[2], out[3],
              *sum, counter->value);
  Counter local{5};
  local.add(3);
  std::printf("host: version %d, bits %d, counter %d\n", where(), bits_set(0xf0f0u), local.value);
  CHECK(cudaFree(out));
  CHECK(cudaFree(sum));
  CHECK(cudaFree(counter));
}
