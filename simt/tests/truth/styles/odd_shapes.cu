// Odd shapes and small structures, as students write them: ragged blocks, warps that are not full, loops that lanes
// leave one by one, members of structures, and elements that are wider or narrower than a word.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

struct Pair {
  int a, b;
};
struct Three {
  int a, b, c;
};
struct Four {
  int a, b, c, d;
};
struct alignas(16) Aligned {
  int a, b, c, d;
};
struct alignas(8) Six {
  int a, b, c, d, e, f;
};
struct Bytes {
  unsigned char r, g, b, a;
};
struct Shorts {
  short x, y;
};

__global__ void ragged_box(const int* in, int* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = threadIdx.z;
  if (x >= w || y >= h) return;
  int i = (z * h + y) * w + x;
  out[i] = in[i] + (x > 0 ? in[i - 1] : 0);
}

__global__ void continue_and_break(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int i = t; i < n; i += gridDim.x * blockDim.x) {
    int v = in[i];
    if (v % 3 == 0) continue;
    if (v % 97 == 5) break;
    sum += in[(i * 7) % n];
  }
  out[t] = sum;
}

__global__ void switch_of_lanes(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int v = in[t];
  switch (v & 3) {
    case 0:
      out[t] = in[t + 1];
      break;
    case 1:
      out[t + n] = v;
      break;
    case 2:
      out[t] = in[2 * t];
    default:
      out[t + 2 * n] = 1;
  }
}

__global__ void pairs_from_both_ends(const Pair* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) out[t] = in[t].a + in[n - 1 - t].b;
}

__global__ void three_ints(const Three* in, Three* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Three s = in[t];
    s.b += 1;
    out[t] = s;
  }
}

__global__ void four_ints_reversed(const Four* in, Four* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Four s = in[t];
    out[n - 1 - t] = s;
  }
}

__global__ void aligned_or_one_member(const Aligned* in, Aligned* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Aligned s = in[t];
    if (s.a > 500)
      out[t] = s;
    else
      out[t].c = s.d;
  }
}

__global__ void six_ints(const Six* in, Six* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Six s = in[t];
    s.a = s.f;
    out[t] = s;
  }
}

__global__ void float3_turned(const float3* in, float3* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    float3 p = in[t];
    out[t] = make_float3(p.z, p.y, p.x);
  }
}

__global__ void double2_neighbours(const double2* in, double2* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    double2 p = in[t];
    double2 q = in[(t + 1) % n];
    out[t].x = p.x + q.y;
    out[t].y = p.y;
  }
}

__global__ void pixels_of_bytes(const Bytes* in, Bytes* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Bytes p = in[t];
    p.r = (p.r + p.g) / 2;
    out[t] = p;
  }
}

__global__ void uchar4_and_member(const uchar4* in, uchar4* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    uchar4 p = in[t];
    p.x = (p.x + p.y + p.z) / 3;
    out[t] = p;
    out[t + n].w = p.w;
  }
}

__global__ void shorts_exchanged(const Shorts* in, Shorts* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    Shorts p = in[t];
    out[t].x = p.y;
    out[t].y = p.x;
  }
}

__global__ void unrolled_with_rest(const int* in, int* out, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 4
  for (int k = 0; k < m; ++k) sum += in[(t + k * 13) % n];
  out[t] = sum;
}

__global__ void rounds_by_lane(const int* in, int* out, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < (t % m); ++k) sum += in[t + k * n];
  out[t] = sum;
}

__global__ void selected_loads(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int a = in[t], b = in[t + n];
  int r = a > b ? a : in[t + 2 * n];
  if (r & 1) r = b;
  out[t] = r;
}

__global__ void hoisted_loads(const int* in, int* out, int n, int m) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < m; ++k) sum += s[(t + k) % blockDim.x] * in[n] + s[0];
  out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void doubles_transposed(const double* in, double* out, int n, int) {
  __shared__ double s[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x];
  __syncthreads();
  out[(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x] = s[x][y];
}

__global__ void histogram_of_blocks(const int* in, unsigned* out, int n, int) {
  __shared__ unsigned h[32];
  for (int i = threadIdx.x; i < 32; i += blockDim.x) h[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[in[i] & 31], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 32; i += blockDim.x) atomicAdd(&out[i], h[i]);
}

__global__ void tile_with_halo(const int* in, int* out, int w, int h) {
  __shared__ int s[10][14];
  int x = blockIdx.x * 12 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int j = threadIdx.y; j < 10; j += blockDim.y)
    for (int i = threadIdx.x; i < 14; i += blockDim.x) {
      int gx = blockIdx.x * 12 + i - 1, gy = blockIdx.y * 8 + j - 1;
      s[j][i] = gx >= 0 && gy >= 0 && gx < w && gy < h ? in[gy * w + gx] : 0;
    }
  __syncthreads();
  if (x < w && y < h)
    out[y * w + x] = s[threadIdx.y][threadIdx.x + 1] + s[threadIdx.y + 2][threadIdx.x + 1] +
                     s[threadIdx.y + 1][threadIdx.x] + s[threadIdx.y + 1][threadIdx.x + 2];
}

__global__ void restricted_pointers(const int* __restrict__ in, int* __restrict__ out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t + 2 < n) {
    out[t] = in[t];
    out[t + n] = in[t] + in[t + 1];
    out[t + 2 * n] = in[t + 1] + __ldg(in + t + 2);
  }
}

__global__ void loads_again(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t + 2 < n) {
    out[t] = in[t];
    out[t + n] = in[t] + in[t + 1];
    volatile const int* v = in;
    out[t + 2 * n] = v[t] + v[t];
  }
}

__global__ void float4_by_partial_warps(const float4* in, float4* out, int n, int) {
  __shared__ float4 s[96];
  int t = threadIdx.x;
  if (t < n) s[(t * 3) % 96] = in[t];
  __syncthreads();
  if (t % 3) out[blockIdx.x * blockDim.x + t] = s[(t * 5) % n];
}

__global__ void search_in_output(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int key = in[t], lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    int v = out[mid];
    if (v == key) break;
    if (v < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  out[n + t] = lo;
}

__global__ void ends_early_by_lane(const int* in, int* out, int n, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, found = -1;
  for (int i = 0; i < m && found < 0; ++i)
    for (int j = 0; j < m; ++j)
      if (in[(t * 5 + i * m + j) % n] % 50 == t % 50) {
        found = i * m + j;
        break;
      }
  out[t] = found;
}

__global__ void shorts_reversed(const short* in, short* out, int n, int) {
  __shared__ short s[200];
  for (int i = threadIdx.x; i < 200; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 100; i += blockDim.x) out[i] = s[199 - 2 * i] + s[i];
}

__global__ void chain_of_loads(const int* in, int* out, int n, int) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, i = t, steps = 0;
  do {
    i = in[i] % n;
    ++steps;
  } while (i > 20 && steps < 9);
  out[t] = steps;
}

__global__ void sums_of_blocks(const int* in, int* out, int n, int m) {
  __shared__ int s[96];
  int t = threadIdx.x;
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) v += in[i];
  s[t] = v;
  __syncthreads();
  for (int h = 64; h > 0; h >>= 1) {
    if (t < h && t + h < blockDim.x) s[t] += s[t + h];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

List odd_shapes() {
  List list;
  list.add("ragged_box", {{{3, 2}, {7, 5, 3}, 19}, {{2, 3}, {6, 4, 2}, 11}},
           [](Shape s, Memory m) { ragged_box<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 9); });
  list.add("continue_and_break", {{{2}, {72}, 700}, {{3}, {45}, 333}},
           [](Shape s, Memory m) { continue_and_break<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("switch_of_lanes", {{{3}, {72}, 190}, {{2}, {50}, 99}},
           [](Shape s, Memory m) { switch_of_lanes<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("pairs_from_both_ends", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    pairs_from_both_ends<<<s.grid, s.block>>>(reinterpret_cast<const Pair*>(m.numbers), m.to<int>(), s.n, 0);
  });
  list.add("three_ints", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    three_ints<<<s.grid, s.block>>>(reinterpret_cast<const Three*>(m.numbers), m.to<Three>(), s.n, 0);
  });
  list.add("four_ints_reversed", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    four_ints_reversed<<<s.grid, s.block>>>(reinterpret_cast<const Four*>(m.numbers), m.to<Four>(), s.n, 0);
  });
  list.add("aligned_or_one_member", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    aligned_or_one_member<<<s.grid, s.block>>>(reinterpret_cast<const Aligned*>(m.numbers), m.to<Aligned>(), s.n, 0);
  });
  list.add("six_ints", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    six_ints<<<s.grid, s.block>>>(reinterpret_cast<const Six*>(m.numbers), m.to<Six>(), s.n, 0);
  });
  list.add("float3_turned", {{{3}, {72}, 190}, {{2}, {45}, 77}},
           [](Shape s, Memory m) { float3_turned<<<s.grid, s.block>>>(m.as<float3>(), m.to<float3>(), s.n, 0); });
  list.add("double2_neighbours", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    double2_neighbours<<<s.grid, s.block>>>(m.as<double2>(), m.to<double2>(), s.n, 0);
  });
  list.add("pixels_of_bytes", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    pixels_of_bytes<<<s.grid, s.block>>>(reinterpret_cast<const Bytes*>(m.numbers), m.to<Bytes>(), s.n, 0);
  });
  list.add("uchar4_and_member", {{{3}, {72}, 190}, {{2}, {45}, 77}},
           [](Shape s, Memory m) { uchar4_and_member<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<uchar4>(), s.n, 0); });
  list.add("shorts_exchanged", {{{3}, {72}, 190}, {{2}, {45}, 77}}, [](Shape s, Memory m) {
    shorts_exchanged<<<s.grid, s.block>>>(reinterpret_cast<const Shorts*>(m.numbers), m.to<Shorts>(), s.n, 0);
  });
  list.add("unrolled_with_rest", {{{2}, {40}, 333}, {{1}, {70}, 200}},
           [](Shape s, Memory m) { unrolled_with_rest<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 11); });
  list.add("rounds_by_lane", {{{2}, {40}, 100}, {{1}, {70}, 150}},
           [](Shape s, Memory m) { rounds_by_lane<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 6); });
  list.add("selected_loads", {{{3}, {72}, 190}, {{2}, {45}, 77}},
           [](Shape s, Memory m) { selected_loads<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("hoisted_loads", {{{2}, {72}, 100}, {{3}, {45}, 45}},
           [](Shape s, Memory m) { hoisted_loads<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 9); });
  list.add("doubles_transposed", {{{2, 3}, {16, 16}, 48}, {{3, 2}, {16, 16}, 64}},
           [](Shape s, Memory m) { doubles_transposed<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n, 0); });
  list.add("histogram_of_blocks", {{{2}, {72}, 500}, {{3}, {45}, 333}},
           [](Shape s, Memory m) { histogram_of_blocks<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n, 0); });
  list.add("tile_with_halo", {{{3, 3}, {12, 8}, 31}, {{2, 3}, {12, 8}, 23}},
           [](Shape s, Memory m) { tile_with_halo<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 20); });
  list.add("restricted_pointers", {{{3}, {72}, 190}, {{2}, {45}, 77}},
           [](Shape s, Memory m) { restricted_pointers<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("loads_again", {{{3}, {72}, 190}, {{2}, {45}, 77}},
           [](Shape s, Memory m) { loads_again<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("float4_by_partial_warps", {{{2}, {96}, 77}, {{1}, {64}, 45}}, [](Shape s, Memory m) {
    float4_by_partial_warps<<<s.grid, s.block>>>(m.as<float4>(), m.to<float4>(), s.n, 0);
  });
  list.add("search_in_output", {{{2}, {72}, 300}, {{1}, {45}, 99}},
           [](Shape s, Memory m) { search_in_output<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("ends_early_by_lane", {{{2}, {72}, 500}, {{1}, {45}, 333}},
           [](Shape s, Memory m) { ends_early_by_lane<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 5); });
  list.add("shorts_reversed", {{{1}, {72}, 0}, {{2}, {45}, 0}}, [](Shape s, Memory m) {
    shorts_reversed<<<s.grid, s.block>>>(reinterpret_cast<const short*>(m.numbers), m.to<short>(), s.n, 0);
  });
  list.add("chain_of_loads", {{{2}, {72}, 700}, {{1}, {45}, 333}},
           [](Shape s, Memory m) { chain_of_loads<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  list.add("sums_of_blocks", {{{3}, {96}, 900}, {{2}, {64}, 500}},
           [](Shape s, Memory m) { sums_of_blocks<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 0); });
  return list;
}

}  // namespace

SIMT_STYLE(odd_shapes)
