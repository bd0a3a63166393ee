// Right and fast in another style: one template for all parts, dynamic shared memory, one-dimensional blocks of eight
// warps, four rows of C a thread, __ldg, a functor for the second factor, unsigned arithmetic.
#include <cstddef>

#include "matmul.cuh"

namespace style {

constexpr unsigned width = 32, warps = 8, rows_each = width / warps;

struct Columns {  // element (k, j) of B, 32 × n
  const float* B;
  unsigned n;
  __device__ float operator()(unsigned k, unsigned j) const { return __ldg(&B[std::size_t(k) * n + j]); }
};

// The tile of 32 columns of the second factor, from `first` on, into b[k * pitch + j].
__device__ void load(float* b, unsigned, Columns columns, unsigned first, unsigned lane, unsigned warp) {
  if (first + lane >= columns.n) return;
#pragma unroll
  for (unsigned k = warp; k < width; k += warps) b[k * width + lane] = columns(k, first + lane);
}

struct Rows {  // element (k, j) of A's transpose, read along the rows of A
  const float* A;
  unsigned n;
};

__device__ void load(float* b, unsigned pitch, Rows rows, unsigned first, unsigned lane, unsigned warp) {
#pragma unroll
  for (unsigned j = warp; j < width && first + j < rows.n; j += warps) {
    b[lane * pitch + j] = __ldg(&rows.A[(first + j) * width + lane]);
  }
}

template <unsigned Pad, class Factor>
__global__ void __launch_bounds__(width* warps)
    product(float* __restrict__ C, const float* __restrict__ A, Factor factor, unsigned m) {
  extern __shared__ __align__(16) float tiles[];
  constexpr unsigned pitch = width + Pad;
  float *const a = tiles, *const b = tiles + width * width;
  const unsigned lane = threadIdx.x % width, warp = threadIdx.x / width;
  const unsigned top = blockIdx.y * width, left = blockIdx.x * width;
#pragma unroll
  for (unsigned i = warp; i < width && top + i < m; i += warps)
    a[i * width + lane] = __ldg(&A[(top + i) * width + lane]);
  load(b, pitch, factor, left, lane, warp);
  __syncthreads();
  if (left + lane >= factor.n) return;
  float sum[rows_each] = {};
  for (unsigned k = 0; k < width; k += 4) {
    float column[4];
#pragma unroll
    for (unsigned d = 0; d < 4; ++d) column[d] = b[(k + d) * pitch + lane];
#pragma unroll
    for (unsigned i = 0; i < rows_each; ++i) {
      if (top + warp + i * warps >= m) continue;
      const float4 row = *reinterpret_cast<const float4*>(&a[(warp + i * warps) * width + k]);
      sum[i] += row.x * column[0] + row.y * column[1] + row.z * column[2] + row.w * column[3];
    }
  }
#pragma unroll
  for (unsigned i = 0; i < rows_each; ++i) {
    const unsigned row = top + warp + i * warps;
    if (row < m) C[std::size_t(row) * factor.n + left + lane] = sum[i];
  }
}

template <unsigned Pad, class Factor>
void launch(float* C, const float* A, Factor factor, unsigned m) {
  const dim3 blocks((factor.n + width - 1) / width, (m + width - 1) / width);
  product<Pad, Factor><<<blocks, width * warps, width*(2 * width + Pad) * sizeof(float)>>>(C, A, factor, m);
}

}  // namespace style

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  style::launch<0>(C, A, style::Columns{B, unsigned(n)}, unsigned(m));
}
void ab_tiles(float* C, const float* A, const float* B, int m, int n) { ab_a_tile(C, A, B, m, n); }
void aat_coalesced(float* C, const float* A, int m) {
  style::launch<0>(C, A, style::Rows{A, unsigned(m)}, unsigned(m));
}
void aat_conflict_free(float* C, const float* A, int m) {
  style::launch<1>(C, A, style::Rows{A, unsigned(m)}, unsigned(m));
}
