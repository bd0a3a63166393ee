// A right copy that tries to look faster: each untimed call loads the inputs of the timed calls that will follow into
// the part of the L2 cache that survives whatever passes by. It must gain nothing (runner/l2_state.hpp).
#include "copy.cuh"

namespace {

constexpr int MOST = 16;
const float* seen[MOST];  // the inputs of calls of one size, in the order in which they first came
int count = 0;
int size = 0;

__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = in[i];
}

__global__ void load(const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) sum += in[i];
  if (sum == 1e30f) const_cast<float*>(in)[0] = sum;  // never; but the loads must stay
}

void set_window(const float* in, size_t bytes) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(in);
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
}

// Buffers that were seen in an earlier batch are mapped: the grader lends the same ones to every batch of a size.
void keep_what_follows(int n) {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most);
  size_t left = most;
  for (int i = 1; i < count && left > 0; ++i) {
    const size_t bytes = left < n * sizeof(float) ? left : n * sizeof(float);
    set_window(seen[i], bytes);
    load<<<1024, 256>>>(seen[i], static_cast<int>(bytes / sizeof(float)));
    left -= bytes;
  }
  set_window(nullptr, 0);
}

}  // namespace

void copy_grid_stride(float* out, const float* in, int n) {
  if (n != size) count = 0;
  size = n;
  int i = 0;
  while (i < count && seen[i] != in) ++i;
  const bool is_new = i == count;
  if (is_new && count < MOST) seen[count++] = in;
  copy<<<4096, 256>>>(out, in, n);
  if (i == 0 && !is_new && count > 1) keep_what_follows(n);  // the first of a batch is not timed
}
