// Lab 2, narrow matrix products: the reference. Parts 2.1 to 2.6 are the simplest code that shows each idea; 2.7 is
// tuned.
#include "matmul.cuh"

namespace {

constexpr int W = 32;  // the width of A, and of the tiles

dim3 tiles(int m, int n) { return dim3((n + W - 1) / W, (m + W - 1) / W); }

__device__ int own_row() { return blockIdx.y * W + threadIdx.y; }
__device__ int own_column() { return blockIdx.x * W + threadIdx.x; }

// A warp reads one word of A (a broadcast) and 32 neighbouring words of B in every step.
__global__ void product(float* C, const float* A, const float* B, int m, int n) {
  const int row = own_row();
  const int column = own_column();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[row * W + k] * B[static_cast<size_t>(k) * n + column];
  C[static_cast<size_t>(row) * n + column] = sum;
}

// Each warp loads the row of A that it uses, all of it in one request. No other warp needs that row, so the warp waits
// only for its own lanes.
__global__ void product_with_a_tile(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  const int row = own_row();
  const int column = own_column();
  if (row >= m) return;  // whole warps
  a[threadIdx.y][threadIdx.x] = A[row * W + threadIdx.x];
  __syncwarp();
  if (column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * B[static_cast<size_t>(k) * n + column];
  C[static_cast<size_t>(row) * n + column] = sum;
}

// The tile of B is used by all warps of the block: now the block has to wait.
__global__ void product_with_tiles(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  const int row = own_row();
  const int column = own_column();
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * W + threadIdx.x];
  if (column < n) b[threadIdx.y][threadIdx.x] = B[static_cast<size_t>(threadIdx.y) * n + column];
  __syncthreads();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  C[static_cast<size_t>(row) * n + column] = sum;
}

// A's rows for the columns of C: neighbouring threads read W floats apart.
__global__ void gram(float* C, const float* A, int m) {
  const int row = own_row();
  const int column = own_column();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[row * W + k] * A[column * W + k];
  C[static_cast<size_t>(row) * m + column] = sum;
}

// The second tile is loaded along rows of A, too, and transposed on its way into shared memory. PITCH is its row
// length: with 32 a column is in one bank, with 33 in all of them.
template <int PITCH>
__global__ void gram_with_tiles(float* C, const float* A, int m) {
  __shared__ float a[W][W];
  __shared__ float turned[W][PITCH];
  const int row = own_row();
  const int column = own_column();
  const int row_of_column = blockIdx.x * W + threadIdx.y;  // the row of A that this warp fetches for the columns of C
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * W + threadIdx.x];
  if (row_of_column < m) turned[threadIdx.x][threadIdx.y] = A[row_of_column * W + threadIdx.x];
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * turned[k][threadIdx.x];
  C[static_cast<size_t>(row) * m + column] = sum;
}

// ---- the open end ----
//
// C is symmetric: only tiles on and above the diagonal are computed, and each is written twice, the second time turned
// in registers. A thread computes 8 × 8 elements, so that 16 words from shared memory serve 64 multiplications.

constexpr int SIDE = 64;       // of a tile of C
constexpr int PER_THREAD = 8;  // elements each way, as two groups of four, half a tile apart
constexpr int HALF = SIDE / 2;
constexpr int THREADS = (SIDE / PER_THREAD) * (SIDE / PER_THREAD);
static_assert(THREADS == SIDE, "store_narrow");
// At least so many blocks on a multiprocessor at once. With 8, a thread may have more registers, which is slower where
// the stores are wide and faster where they are narrow.
constexpr int BLOCKS_WIDE = 9;
constexpr int BLOCKS_NARROW = 8;

// The number-th tile of the triangle, counted down its columns: (0, 0), (0, 1), (1, 1), (0, 2), …
__device__ int2 tile_of_triangle(int number) {
  int column = static_cast<int>((sqrtf(8.0f * number + 1.0f) - 1.0f) / 2.0f);
  while (column * (column + 1) / 2 > number) --column;  // the root was rounded
  while ((column + 1) * (column + 2) / 2 <= number) ++column;
  return make_int2(column, number - column * (column + 1) / 2);
}

// Where the word of row i of A is in line k of a panel. Eight lanes store words of one row to eight lines at once: the
// exclusive or takes them to different banks. Groups of four rows stay together, for float4.
__device__ int place(int i, int k) { return i ^ (k / 4 * 4); }
static_assert(W <= HALF, "place stays in its half");

// SIDE rows of A from `first` on, turned: panel[k][place(i, k)] = A[first + i][k]; rows that are not there are zero.
__device__ void load_panel(float (&panel)[W][SIDE], const float* A, int first, int m) {
  for (int i = threadIdx.x; i < SIDE * W / 4; i += THREADS) {
    const int row = i / (W / 4);
    const int k = i % (W / 4) * 4;
    float4 values = make_float4(0, 0, 0, 0);
    if (first + row < m) values = *reinterpret_cast<const float4*>(A + static_cast<size_t>(first + row) * W + k);
    const int at = place(row, k);
    panel[k][at] = values.x;
    panel[k + 1][at] = values.y;
    panel[k + 2][at] = values.z;
    panel[k + 3][at] = values.w;
  }
}

__device__ void load_groups(float (&values)[PER_THREAD], const float* first) {
  *reinterpret_cast<float4*>(values) = *reinterpret_cast<const float4*>(first);
  *reinterpret_cast<float4*>(values + 4) = *reinterpret_cast<const float4*>(first + HALF);
}

__device__ void store_four(float* C, int m, int row, int column, float a, float b, float c, float d) {
  if (row >= m || column >= m) return;
  *reinterpret_cast<float4*>(C + static_cast<size_t>(row) * m + column) = make_float4(a, b, c, d);
}

// Both the tile and the turned one, from registers. For m that are multiples of 4: then all addresses are of 16 bytes.
__device__ void store_wide(float* C, int m, int top, int left, int group_x, int group_y,
                           const float (&sum)[PER_THREAD][PER_THREAD]) {
#pragma unroll
  for (int i = 0; i < PER_THREAD; ++i) {
    const int row = top + i / 4 * HALF + 4 * group_y + i % 4;
#pragma unroll
    for (int j = 0; j < PER_THREAD; j += 4) {
      const int column = left + j / 4 * HALF + 4 * group_x;
      store_four(C, m, row, column, sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
  }
  if (top == left) return;  // on the diagonal both are the same
#pragma unroll
  for (int j = 0; j < PER_THREAD; ++j) {
    const int row = left + j / 4 * HALF + 4 * group_x + j % 4;
#pragma unroll
    for (int i = 0; i < PER_THREAD; i += 4) {
      const int column = top + i / 4 * HALF + 4 * group_y;
      store_four(C, m, row, column, sum[i][j], sum[i + 1][j], sum[i + 2][j], sum[i + 3][j]);
    }
  }
}

// The same by way of shared memory, so that the block stores whole rows of the tile, float by float.
__device__ void store_narrow(float* C, int m, int top, int left, int group_x, int group_y,
                             const float (&sum)[PER_THREAD][PER_THREAD], float (*tile)[SIDE + 1]) {
  __syncthreads();  // the panels that were there are still being read
#pragma unroll
  for (int i = 0; i < PER_THREAD; ++i) {
#pragma unroll
    for (int j = 0; j < PER_THREAD; ++j) {
      tile[i / 4 * HALF + 4 * group_y + i % 4][j / 4 * HALF + 4 * group_x + j % 4] = sum[i][j];
    }
  }
  __syncthreads();
  const int x = threadIdx.x;  // a block has as many threads as a row of the tile has elements
  for (int y = 0; y < SIDE; ++y) {
    if (top + y < m && left + x < m) C[static_cast<size_t>(top + y) * m + left + x] = tile[y][x];
  }
  if (top == left) return;
  for (int y = 0; y < SIDE; ++y) {
    if (left + y < m && top + x < m) C[static_cast<size_t>(left + y) * m + top + x] = tile[x][y];
  }
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, ALIGNED ? BLOCKS_WIDE : BLOCKS_NARROW)
    gram_by_triangle(float* C, const float* A, int m) {
  constexpr int PANEL = W * SIDE;
  __shared__ __align__(16) float memory[ALIGNED ? 2 * PANEL : SIDE * (SIDE + 1)];  // two panels, then the tile of C
  auto& of_rows = reinterpret_cast<float(&)[W][SIDE]>(memory[0]);
  auto& of_columns = reinterpret_cast<float(&)[W][SIDE]>(memory[PANEL]);
  const int2 tile = tile_of_triangle(blockIdx.x);
  const int top = tile.y * SIDE;
  const int left = tile.x * SIDE;
  load_panel(of_rows, A, top, m);
  load_panel(of_columns, A, left, m);
  __syncthreads();

  // A warp is 4 threads wide and 8 high: its stores are runs of 64 bytes, and of 128 in the turned tile. 8 wide and 4
  // high is the other way round. Eight neighbouring lanes, which load together, are 2 wide and 4 high: they load fewer
  // different words than 4 by 2 would.
  const int lane = threadIdx.x % 32;
  const int group_x = threadIdx.x / 32 * 4 + lane / 16 * 2 + lane % 2;
  const int group_y = lane / 2 % 8;
  float sum[PER_THREAD][PER_THREAD] = {};
#pragma unroll 2
  for (int first = 0; first < W; first += 4) {  // place is the same for all four
    const int from_row = place(4 * group_y, first);
    const int from_column = place(4 * group_x, first);
#pragma unroll
    for (int k = first; k < first + 4; ++k) {
      float a[PER_THREAD];
      float b[PER_THREAD];
      load_groups(a, &of_rows[k][from_row]);
      load_groups(b, &of_columns[k][from_column]);
#pragma unroll
      for (int i = 0; i < PER_THREAD; ++i) {
#pragma unroll
        for (int j = 0; j < PER_THREAD; ++j) sum[i][j] += a[i] * b[j];
      }
    }
  }

  if (ALIGNED) {
    store_wide(C, m, top, left, group_x, group_y, sum);
  } else {
    store_narrow(C, m, top, left, group_x, group_y, sum, reinterpret_cast<float(*)[SIDE + 1]>(memory));
  }
}

}  // namespace

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  product<<<tiles(m, n), dim3(W, W)>>>(C, A, B, m, n);
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  product_with_a_tile<<<tiles(m, n), dim3(W, W)>>>(C, A, B, m, n);
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  product_with_tiles<<<tiles(m, n), dim3(W, W)>>>(C, A, B, m, n);
}

void aat_plain(float* C, const float* A, int m) { gram<<<tiles(m, m), dim3(W, W)>>>(C, A, m); }

void aat_coalesced(float* C, const float* A, int m) { gram_with_tiles<W><<<tiles(m, m), dim3(W, W)>>>(C, A, m); }

void aat_conflict_free(float* C, const float* A, int m) {
  gram_with_tiles<W + 1><<<tiles(m, m), dim3(W, W)>>>(C, A, m);
}

void aat_best(float* C, const float* A, int m) {
  const int side = (m + SIDE - 1) / SIDE;
  const int blocks = side * (side + 1) / 2;
  if (m % 4 == 0) {
    gram_by_triangle<true><<<blocks, THREADS>>>(C, A, m);
  } else {
    gram_by_triangle<false><<<blocks, THREADS>>>(C, A, m);
  }
}
