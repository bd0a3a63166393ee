// Right: templates, cooperative groups, and a stream of its own, which takes its window with it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>

#include "residency.cuh"

namespace cg = cooperative_groups;

namespace {

// A group of LANES threads a reading, EACH readings a group.
template <int LANES, int EACH>
__global__ void weigh(float* __restrict__ out, const float4* __restrict__ readings, const float* __restrict__ starts,
                      const float4* __restrict__ table, int n, int sensors) {
  const auto group = cg::tiled_partition<LANES>(cg::this_thread_block());
  const int rank = group.thread_rank();
  const int first = (blockIdx.x * group.meta_group_size() + group.meta_group_rank()) * EACH;
  float4 a[EACH] = {}, b[EACH] = {};
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e;
    if (i >= n) break;
    a[e] = __ldcs(&readings[static_cast<size_t>(i) * LANES + rank]);
    b[e] = table[static_cast<size_t>(sensor_of(i, starts[i / BURST], sensors)) * LANES + rank];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const float sum =
        cg::reduce(group, a[e].x * b[e].x + a[e].y * b[e].y + a[e].z * b[e].z + a[e].w * b[e].w, cg::plus<float>());
    if (rank == 0 && first + e < n) __stcs(&out[first + e], sum);
  }
}

class WindowedStream {
 public:
  WindowedStream(const float* table, size_t bytes) {
    int most = 0, widest = 0;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
    cudaDeviceGetAttribute(&widest, cudaDevAttrMaxAccessPolicyWindowSize, 0);
    cudaDeviceGetLimit(&before_, cudaLimitPersistingL2CacheSize);
    bytes = std::min<size_t>(bytes, widest);
    const size_t aside = std::min<size_t>(bytes, most / 5 * 4);
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
    cudaStreamCreate(&stream_);
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow = {const_cast<float*>(table), bytes, static_cast<float>(aside) / bytes,
                                cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
    cudaStreamSetAttribute(stream_, cudaStreamAttributeAccessPolicyWindow, &value);
  }
  ~WindowedStream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before_);
    cudaCtxResetPersistingL2Cache();
  }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  size_t before_ = 0;
};

void run(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const WindowedStream stream(table, static_cast<size_t>(sensors) * WIDTH * sizeof(float));
  weigh<WIDTH / 4, 4><<<(n + 127) / 128, 256, 0, stream>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                           reinterpret_cast<const float4*>(table), n, sensors);
}

}  // namespace

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  run(out, readings, starts, table, n, sensors);
}

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  run(out, readings, starts, table, n, sensors);
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  run(out, readings, starts, table, n, sensors);
}
