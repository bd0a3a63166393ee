// A function that the stream calls adds up on the host, in pinned memory.
#include "sync.cuh"

struct Work {
  unsigned* values;
  int n;
};
static Work asked;

static void add_up(void* given) {
  const Work& all = *static_cast<const Work*>(given);
  for (int i = 1; i < all.n; ++i) all.values[i] += all.values[i - 1];
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  unsigned* values;
  cudaMallocHost(&values, n * sizeof(unsigned));
  asked = {values, n};
  cudaMemcpyAsync(values, in, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaLaunchHostFunc(nullptr, add_up, &asked);
  cudaMemcpyAsync(out, values, n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  cudaFreeHost(values);
}
