#!/bin/sh
# first_day_test.sh ROOT BUILD: a new student's first day with labs 0 to 3, from README and the handouts alone, in a copy of the
# course with the emulator: what is typed, what is written into the files, and what the grader must answer. The mistakes
# between are those that a beginner makes.
set -eu
root=$1
build=$2
copy=$(mktemp -d "${TMPDIR:-/tmp}/first-day-test.XXXXXX")
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
export CUDA_HOME=/nonexistent PATH=/usr/local/bin:/usr/bin:/bin

fail() {
  echo "FAILED: $1" >&2
  cat "$copy/screen" >&2
  exit 1
}
# grades STATUS WORDS…: the call ends with that status.
grades() {
  expected=$1
  shift
  status=0
  "$build/bin/grade" --root "$copy" "$@" >"$copy/screen" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || fail "'grade $*' ends with status $status instead of $expected"
}
says() { grep -qF -e "$1" "$copy/screen" || fail "it does not say '$1'"; }
# writes LAB: the student's file is what comes in.
writes() { cat >"$copy/labs/$1"; }

for shared in autograder simt solutions setup course.toml; do ln -s "$root/$shared" "$copy/$shared"; done
cp -r "$root/labs" "$copy/labs"
rm -f "$copy/labs/progress.tsv"
for lab in "$copy"/labs/lab*; do cp "$lab/original"/*.cu "$lab"; done
mkdir -p "$copy/build/bin"

# --- reading: README down to the link to lab 0, and its handout down to the second part; at 180 words a minute ---
words=$({
  sed '/labs\/lab0_copy\/README.md/q' "$root/README.md"
  sed '/^## Part 0.2/q' "$root/labs/lab0_copy/README.md"
} | sed '/^!\[/d' | wc -w)
[ "$words" -le 900 ] || fail "$words words stand before the first part is done"
grep -qF 'make lab0 && ./grade ' "$root/README.md" || fail "README does not say how to begin"

# --- the first answers ---
grades 0
says 'Next: part 0.1, scalar. Read labs/lab0_copy/README.md, then change labs/lab0_copy/copy.cu.'
grades 1 0.1
says 'not attempted'
grades 0 hint 0.1

# --- lab 0 ---
cat >"$copy/part" <<'CODE'
#include "copy.cuh"
constexpr int THREADS = 256;

__global__ void scalar_kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void copy_scalar(float* out, const float* in, int n) {
  scalar_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, in, n);
}
CODE
writes lab0_copy/copy.cu <"$copy/part"
grades 1 0.1
says 'line 6'
says 'past the end'
sed 's/^  out\[i\] = /  if (i < n) out[i] = /' "$copy/part" | writes lab0_copy/copy.cu
grades 0 0.1
says 'passed'
says 'Next: 0.2 grid-stride'
{
  sed 's/^  out\[i\] = /  if (i < n) out[i] = /' "$copy/part"
  cat <<'CODE'
__global__ void loop_kernel(float* out, const float* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
void copy_grid_stride(float* out, const float* in, int n) { loop_kernel<<<132 * 8, THREADS>>>(out, in, n); }

__global__ void wide_kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int whole = n / 4;
  if (i < whole) {
    ((float4*)out)[i] = ((const float4*)in)[i];
  } else if (i < whole + n % 4) {
    const int tail = 4 * whole + i - whole;
    out[tail] = in[tail];
  }
}
void copy_float4(float* out, const float* in, int n) {
  wide_kernel<<<(n / 4 + 3 + THREADS - 1) / THREADS, THREADS>>>(out, in, n);
}

__global__ void split_kernel(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * THREADS];
  const int first = 3 * blockIdx.x * THREADS;
  for (int j = threadIdx.x; j < 3 * THREADS; j += THREADS) {
    if (first + j < 3 * n) staged[j] = points[first + j];
  }
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= n) return;
  x[i] = staged[3 * threadIdx.x];
  y[i] = staged[3 * threadIdx.x + 1];
  z[i] = staged[3 * threadIdx.x + 2];
}
void split_points(float* x, float* y, float* z, const float* points, int n) {
  split_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, y, z, points, n);
}

__global__ void shifted_kernel(float* out, const float* in, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + shift];
}
void copy_shifted(float* out, const float* in, int n, int shift) {
  shifted_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, in, n, shift);
}
CODE
} >"$copy/five"
writes lab0_copy/copy.cu <"$copy/five"
grades 0 lab0 --only 0.1,0.2,0.3,0.4
grades 1 0.5
says 'partial'
says 'line 50: each load of a warp takes 5.0 sectors'
grades 0 hint 0.5
{
  sed '/^__global__ void shifted_kernel/,$d' "$copy/five"
  cat <<'CODE'
__global__ void shifted_kernel(float* out, const float* in, int n, int shift) {
  __shared__ float4 staged[THREADS + 1];
  const int first = blockIdx.x * THREADS;  // of the output, in float4
  const float* piece = in + 4 * (shift / 4 + first);
  const int left = n + shift - 4 * (shift / 4 + first);
  for (int q = threadIdx.x; q <= THREADS; q += THREADS) {
    if (4 * q + 4 <= left) {
      staged[q] = ((const float4*)piece)[q];
    } else {
      for (int j = 4 * q; j < left; ++j) ((float*)staged)[j] = piece[j];
    }
  }
  __syncthreads();
  for (int j = threadIdx.x; j < 4 * THREADS && 4 * first + j < n; j += THREADS) {
    out[4 * first + j] = ((const float*)staged)[j + shift % 4];
  }
}
void copy_shifted(float* out, const float* in, int n, int shift) {
  shifted_kernel<<<(n + 4 * THREADS - 1) / (4 * THREADS), THREADS>>>(out, in, n, shift);
}

__global__ void kinds_kernel(float* out, const float* in, int n, int rounds) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = logistic(in[i], rounds);
  if (i + 1 < n) out[i + 1] = scrambled(in[i + 1], rounds);
}
void two_kinds(float* out, const float* in, int n, int rounds) {
  kinds_kernel<<<(n + 2 * THREADS - 1) / (2 * THREADS), THREADS>>>(out, in, n, rounds);
}

constexpr int RECORDS = 128;
__global__ void records_kernel(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float staged[RECORDS * 33];
  const int first = blockIdx.x * RECORDS;
  for (int j = threadIdx.x; j < RECORDS * k; j += THREADS) {
    if (first + j / k < n) staged[j / k * (k | 1) + j % k] = records[(size_t)first * k + j];
  }
  __syncthreads();
  for (int j = threadIdx.x; j < RECORDS * k; j += THREADS) {
    const int record = j % RECORDS;
    if (first + record < n) {
      out[(size_t)(j / RECORDS) * pitch + first + record] = staged[record * (k | 1) + j / RECORDS];
    }
  }
}
void split_records(float* out, const float* records, int n, int k, int pitch) {
  records_kernel<<<(n + RECORDS - 1) / RECORDS, THREADS>>>(out, records, n, k, pitch);
}
CODE
} | writes lab0_copy/copy.cu
grades 0 lab0
says 'Next: 1.1 one thread per row'

# --- lab 1: two parts, and the listing repaired ---
cat <<'CODE' | writes lab1_matvec/matvec.cu
#include "matvec.cuh"
constexpr int THREADS = 256;

__global__ void rows_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[(size_t)row * columns + j] * x[j];
  y[row] = sum;
}
void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  rows_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(y, A, x, rows, columns);
}

__global__ void piece_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[THREADS];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += THREADS) {
    const int length = min(THREADS, columns - start);
    if (threadIdx.x < length) piece[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      for (int j = 0; j < length; ++j) sum += A[(size_t)row * columns + start + j] * piece[j];
    }
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}
void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  piece_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(y, A, x, rows, columns);
}

constexpr int SIDE = 64;
__global__ void tiles_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE + 1];
  __shared__ float piece[SIDE];
  const int first_row = blockIdx.x * SIDE;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    const int column = start + threadIdx.x;
    for (int i = 0; i < SIDE; ++i) {
      if (first_row + i < rows && column < columns) {
        tile[i][threadIdx.x] = A[(size_t)(first_row + i) * columns + column];
      }
    }
    if (column < columns) piece[threadIdx.x] = x[column];
    __syncthreads();
    if (first_row + threadIdx.x < rows) {
      for (int j = 0; j < SIDE && start + j < columns; ++j) sum += tile[threadIdx.x][j] * piece[j];
    }
    MISSING
  }
  if (first_row + threadIdx.x < rows) y[first_row + threadIdx.x] = sum;
}
void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  tiles_kernel<<<(rows + SIDE - 1) / SIDE, SIDE>>>(y, A, x, rows, columns);
}
CODE
file=$copy/labs/lab1_matvec/matvec.cu
cp "$file" "$copy/part"
sed 's/MISSING//' "$copy/part" >"$file"
grades 1 1.3
says 'a barrier is'
sed 's/MISSING/__syncthreads();/' "$copy/part" >"$file"
grades 0 lab1 --only 1.1,1.2,1.3

# --- lab 2: the first three products ---
cat <<'CODE' | writes lab2_matmul/matmul.cu
#include "matmul.cuh"
constexpr int W = 32;

__global__ void ab_plain_kernel(float* C, const float* A, const float* B, int m, int n) {
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += A[row * W + k] * B[(size_t)k * n + column];
  C[(size_t)row * n + column] = sum;
}
void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  dim3 threads(W, W);
  dim3 blocks((n + W - 1) / W, (m + W - 1) / W);
  ab_plain_kernel<<<blocks, threads>>>(C, A, B, m, n);
}

template <bool BOTH>
__global__ void tiles_kernel(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  const int row = blockIdx.y * W + threadIdx.y;
  const int column = blockIdx.x * W + threadIdx.x;
  if (row < m) a[threadIdx.y][threadIdx.x] = A[row * W + threadIdx.x];
  if (BOTH && column < n) b[threadIdx.y][threadIdx.x] = B[(size_t)threadIdx.y * n + column];
  __syncthreads();
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * (BOTH ? b[k][threadIdx.x] : B[(size_t)k * n + column]);
  C[(size_t)row * n + column] = sum;
}
void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
  tiles_kernel<false><<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, W)>>>(C, A, B, m, n);
}
void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  tiles_kernel<true><<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, W)>>>(C, A, B, m, n);
}
CODE
grades 0 lab2 --only 2.1,2.2,2.3

# --- lab 3: naive, tiled, padded ---
cat <<'CODE' | writes lab3_transpose/transpose.cu
#include "transpose.cuh"
constexpr int TILE = 32;
constexpr int ROWS = 8;

__global__ void naive_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    if (x < width && y < height) out[(size_t)x * height + y] = in[(size_t)y * width + x];
  }
}
dim3 blocks_for(int width, int height) { return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE); }
void transpose_naive(float* out, const float* in, int width, int height) {
  naive_kernel<<<blocks_for(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}

template <int PITCH>
__global__ void tile_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][PITCH];
  const int x = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int y = blockIdx.y * TILE + j;
    if (x < width && y < height) tile[j][threadIdx.x] = in[(size_t)y * width + x];
  }
  __syncthreads();
  const int out_column = blockIdx.y * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += ROWS) {
    const int out_row = blockIdx.x * TILE + j;
    if (out_row < width && out_column < height) out[(size_t)out_row * height + out_column] = tile[threadIdx.x][j];
  }
}
void transpose_tiled(float* out, const float* in, int width, int height) {
  tile_kernel<TILE><<<blocks_for(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}
void transpose_padded(float* out, const float* in, int width, int height) {
  tile_kernel<PITCH_OF_PADDED><<<blocks_for(width, height), dim3(TILE, ROWS)>>>(out, in, width, height);
}
CODE
file=$copy/labs/lab3_transpose/transpose.cu
cp "$file" "$copy/part"
sed 's/PITCH_OF_PADDED/TILE/' "$copy/part" >"$file"
grades 1 3.3
says 'are bank conflicts'
sed 's/PITCH_OF_PADDED/TILE + 1/' "$copy/part" >"$file"
grades 0 lab3 --only 3.1,3.2,3.3
grades 0 mistakes 3.2
grades 0 solution 3.2
says 'void transpose_tiled('
grades 2 solution 3.4
says 'after yours has passed'
grades 0 progress
says 'lab0  Copy and coalescing: 7 of 7 parts passed'
echo "$words words until the first part is done"
