// S2.11: a hot region is read repeatedly, in order, while a stream of data passes through the L2. Cases: no window; an
// access-policy window over the hot region with hit ratio 1; the same with the source's ratio, two thirds of the
// set-aside part ÷ the region. Sizes are the source's shares of the L2, 10 to 60 MB of 40. The stream is copied or only
// read. The source's kernel is another one: it doubles ints in place, those of the stream and those of the hot region,
// so that the hot region is written, too, and with the lower ratio its window is shorter. That has not been measured.
// Not in the source: half of the largest set-aside part, because it is taken from all other data; streaming accesses
// (__ldcs, __stcs) to the stream; and both together.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;

template <bool is_streaming>
__device__ float4 from_stream(const float4* p) {
  return is_streaming ? __ldcs(p) : *p;
}

template <bool is_streaming, class T>
__device__ void to_stream(T* p, T value) {
  if (is_streaming) {
    __stcs(p, value);
  } else {
    *p = value;
  }
}

// out[i] = stream[i] + hot[i mod h], 16 bytes per thread.
template <bool is_streaming>
__global__ void copied(float4* out, const float4* stream, const float4* hot, int vectors, int hot_vectors) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= vectors) return;
  const float4 a = from_stream<is_streaming>(&stream[i]), b = hot[i % hot_vectors];
  to_stream<is_streaming>(&out[i], make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
}

// out[r] = the product of rows r of the stream and r mod rows of the hot region, of eight floats: two threads each.
template <bool is_streaming>
__global__ void read_only(float* out, const float4* stream, const float4* hot, int vectors, int hot_vectors) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= vectors) return;  // whole warps
  const float4 a = from_stream<is_streaming>(&stream[i]), b = hot[i % hot_vectors];
  float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  sum += __shfl_xor_sync(~0u, sum, 1);
  if (i % 2 == 0) to_stream<is_streaming>(&out[i / 2], sum);
}

template <bool is_streaming>
void launch(bool is_copied, Buffers b, std::int64_t stream, std::int64_t hot) {
  const auto* const from = reinterpret_cast<const float4*>(b.in[0]);
  const auto* const again = reinterpret_cast<const float4*>(b.in[1]);
  const auto vectors = static_cast<int>(stream / 4), hot_vectors = static_cast<int>(hot / 4);
  if (is_copied) {
    auto* const to = reinterpret_cast<float4*>(b.out);
    copied<is_streaming><<<vectors / THREADS, THREADS>>>(to, from, again, vectors, hot_vectors);
  } else {
    read_only<is_streaming><<<vectors / THREADS, THREADS>>>(b.out, from, again, vectors, hot_vectors);
  }
}

struct Device {
  std::int64_t l2 = 0, most_aside = 0;
  Device() {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, cudaDevAttrL2CacheSize, 0) != cudaSuccess) {
      throw std::runtime_error("the sizes of the GPU's L2 are needed, and there is no GPU here");
    }
    l2 = value;
    cudaDeviceGetAttribute(&value, cudaDevAttrMaxPersistingL2CacheSize, 0);
    most_aside = value;
  }
};

/// One way of using the L2.
struct Use {
  std::string label;
  double share_aside = 0;  ///< share of the largest set-aside part
  double share_kept = 0;   ///< share of the set-aside part that may persist; 0: no window; infinite: hit ratio 1
  bool is_streaming = false;
};
const double everything = INFINITY;
const Use no_window{"no window"};
const Use all_persists{"hit ratio 1", 1, everything};
const Use two_thirds{"hit ratio 2/3 of the set-aside part", 1, 2.0 / 3};
const Use half_aside{"half set aside", 0.5, 1};
const Use streaming{"streaming accesses", 0, 0, true};
const Use both{"both", 0.5, 1, true};
const Use uses[] = {no_window, all_persists, two_thirds, half_aside, streaming, both};

void set_window(const float* base, std::int64_t bytes, double ratio) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = const_cast<float*>(base);
  value.accessPolicyWindow.num_bytes = static_cast<size_t>(bytes);
  value.accessPolicyWindow.hitRatio = static_cast<float>(ratio);
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
}

Group group_of(const Device& device, double share_of_l2, bool is_copied) {
  const std::int64_t hot = static_cast<std::int64_t>(share_of_l2 * static_cast<double>(device.l2)) / 4096 * 1024;
  const std::int64_t stream = std::int64_t{96} << 20;
  const double mib = static_cast<double>(hot) / (1 << 18);
  Group group{text("%s, hot region %.0f MiB", is_copied ? "copied" : "read only", mib),
              {stream, hot},
              is_copied ? stream : stream / 8,
              {}};
  const std::int64_t bytes = 4 * (stream + hot + group.output);
  for (const Use& use : uses) {
    const double aside = use.share_aside * static_cast<double>(device.most_aside);
    const double ratio = std::min(1.0, use.share_kept * aside / static_cast<double>(4 * hot));
    const auto prepare = [=] {
      cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, static_cast<size_t>(aside));
      cudaCtxResetPersistingL2Cache();
    };
    const bool is_streaming = use.is_streaming;
    const auto run = [=](Buffers b) {
      if (aside > 0) set_window(b.in[1], 4 * hot, ratio);
      is_streaming ? launch<true>(is_copied, b, stream, hot) : launch<false>(is_copied, b, stream, hot);
      if (aside > 0) set_window(nullptr, 0, 0);
    };
    const auto expected = [=](std::int64_t index) {
      if (is_copied) return input(0, index) + input(1, index % hot);
      float sum = 0;
      for (int j = 0; j < 8; ++j) sum += input(0, 8 * index + j) * input(1, (8 * index + j) % hot);
      return sum;
    };
    group.cases.push_back({use.label, mib, bytes, run, expected, 0, prepare});
  }
  return group;
}

constexpr double shares_of_l2[] = {0.25, 0.375, 0.5, 0.625, 0.75, 1, 1.25, 1.5};

/// A speed-up compared with "no window", and its hot region.
struct SpeedUp {
  Speed speed;
  double mib = 0;
};

std::string said(const SpeedUp& found) { return text(found.speed) + text(" ×, with %.0f MiB", found.mib); }

/// The largest, or smallest, speed-up of `use` among the groups for which `counts` is true.
template <class Counts>
SpeedUp extreme(const Results& results, const Use& use, bool largest, const Counts& counts) {
  SpeedUp found{{largest ? 0.0 : 1e9, 0}, 0};
  for (const Result& each : results.all) {
    if (each.label != use.label || !counts(each)) continue;
    const Speed here = speed(each, results.of(no_window.label, each.group));
    if (largest ? here.ratio > found.speed.ratio : here.ratio < found.speed.ratio) found = {here, each.x};
  }
  return found;
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const Device device;
  described.axis = "hot region, MiB";
  for (const bool is_copied : {true, false}) {
    for (const double share : shares_of_l2) described.groups.push_back(group_of(device, share, is_copied));
  }
  const double aside_mib = static_cast<double>(device.most_aside) / (1 << 20);
  described.judge = [=](const Results& results) {
    std::vector<Claim> claims;
    for (const std::string kind : {"copied", "read only"}) {
      const auto of_kind = [&](const Result& each) { return each.group.rfind(kind, 0) == 0; };
      const auto fits = [&](const Result& each) { return of_kind(each) && each.x <= aside_mib; };
      const auto is_larger = [&](const Result& each) { return of_kind(each) && each.x > aside_mib; };
      const SpeedUp best = extreme(results, all_persists, true, fits);
      const SpeedUp thrash = extreme(results, all_persists, false, is_larger);
      const SpeedUp cured = extreme(results, two_thirds, false, is_larger);
      const double gain = best.speed.ratio, loss = thrash.speed.ratio;
      claims.push_back({"S2.11", kind + ": up to 1.5 × as fast while the region fits", said(best),
                        judged(gain > 1.2 && gain<1.9, gain> 1.02)});
      claims.push_back({"S2.11", kind + ": 0.9 × as fast beyond, with hit ratio 1", said(thrash),
                        judged(loss > 0.8 && loss < 0.98, loss < 0.98)});
      claims.push_back({"S2.11", kind + ": a lower hit ratio cures that", said(cured),
                        judged(cured.speed.ratio > 0.98, cured.speed.ratio > loss * 1.02)});
      for (const Use& use : {half_aside, streaming, both}) {
        const SpeedUp found = extreme(results, use, true, of_kind);
        claims.push_back({"S2.11", kind + ": (not claimed) " + use.label + ", 1.2 × as fast", said(found),
                          judged(found.speed.ratio >= 1.2, found.speed.ratio > 1.02)});
      }
    }
    return claims;
  };
  described.notes = {text("of %.0f MiB of L2, %.1f MiB can be set aside; without a window nothing is",
                          static_cast<double>(device.l2) / (1 << 20), aside_mib)};
}
