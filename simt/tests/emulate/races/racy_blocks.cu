// Within one block, wrong: one of the two lines of each mistake ends with "// FINDS" and the kind.
#include <cstdio>

#define N 128

__global__ void tile_overwritten(const float* in, float* out, int rounds) {
  __shared__ float s[N];
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    s[threadIdx.x] = in[k * N + threadIdx.x];  // FINDS shared-race
    __syncthreads();
    sum += s[N - 1 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void first_word_taken_again(const float* in, float* out) {
  __shared__ float s[N];
  for (int k = 0; k < 2; ++k) {
    s[threadIdx.x] = in[k * N + threadIdx.x];  // FINDS shared-race
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
      if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
      __syncthreads();
    }
    out[k * N + threadIdx.x] = s[0];
  }
}

__global__ void scan_in_place(const int* in, int* out) {
  __shared__ int s[N];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = 1; d < N; d *= 2) {
    if (threadIdx.x >= d) s[threadIdx.x] += s[threadIdx.x - d];  // FINDS shared-race
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void counters_not_yet_cleared(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;  // FINDS shared-race
  atomicAdd(&bins[in[threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void counters_read_too_early(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 15], 1);
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];  // FINDS shared-race
}

__global__ void counted_without_atomics(const int* in, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] % 2 == 0) found++;  // FINDS shared-race
  __syncthreads();
  if (threadIdx.x == 0) *out = found;
}

__global__ void arrays_that_overlap(const float* in, float* out) {
  extern __shared__ float memory[];
  float* const a = memory;
  float* const b = memory + N / 2;  // half of what a needs
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x] * 2;  // FINDS shared-race
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

struct Bits {
  unsigned a : 4;
  unsigned b : 4;
};

__global__ void neighbours_in_one_byte(unsigned* out) {
  __shared__ Bits bits[N / 2];
  if (threadIdx.x < N / 2) bits[threadIdx.x] = Bits{};
  __syncthreads();
  if (threadIdx.x % 2 == 0)  // FINDS shared-race
    bits[threadIdx.x / 2].a = 5;
  else
    bits[threadIdx.x / 2].b = 6;
  __syncthreads();
  if (threadIdx.x < N / 2) out[threadIdx.x] = bits[threadIdx.x].a + bits[threadIdx.x].b;
}

__global__ void handed_over_within_a_warp_only(const float* in, float* out) {
  __shared__ float total;
  if (threadIdx.x == 0) total = in[0];
  __syncwarp();
  out[threadIdx.x] = in[threadIdx.x] / (total + 1);  // FINDS shared-race
}

__global__ void buffers_exchanged_too_late(const float* in, float* out, int rounds) {
  __shared__ float s[2][N];
  int now = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    s[1 - now][threadIdx.x] = s[now][(threadIdx.x + 1) % N] + 1;  // FINDS shared-race
    if (k % 2 == 0) __syncthreads();
    now = 1 - now;
  }
  out[threadIdx.x] = s[now][threadIdx.x];
}

__global__ void both_triangles_swap(float* a, int n) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x != y) {
    const float v = a[y * n + x];
    a[y * n + x] = a[x * n + y];  // FINDS global-race
    a[x * n + y] = v;             // FINDS global-race
  }
}

__global__ void smoothed_in_place(float* a, int n) {
  const int i = threadIdx.x + 1;
  if (i < n - 1) a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;  // FINDS global-race
}

__global__ void vectors_overlap(const float4* in, float* out) {
  const float4 v = in[threadIdx.x];
  *reinterpret_cast<float3*>(out + 3 * threadIdx.x) = make_float3(v.x, v.y, v.z);
  if (threadIdx.x < 32) out[4 * threadIdx.x + 3] = v.w;  // FINDS global-race
}

__global__ void returned_threads_left_holes(const float* in, float* out, int n) {
  __shared__ float s[N];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % N];  // FINDS uninitialized-shared
}

__global__ void item_read_after_it_moved(int* out, int n) {
  __shared__ int item;
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) item = k;  // FINDS shared-race
    __syncthreads();
    out[k * N + threadIdx.x] = item;
  }
}

__global__ void vote_too_early(int* label) {
  __shared__ int changed;
  __shared__ int s[N];
  s[threadIdx.x] = label[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    changed = 0;
    if (s[threadIdx.x] > k) changed = 1;  // FINDS shared-race
    __syncthreads();
    if (changed == 0) break;
    __syncthreads();
  }
  label[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *in, *out;
  int *numbers, *results;
  cudaMalloc(&in, 8192);
  cudaMalloc(&out, 8192);
  cudaMalloc(&numbers, 8192);
  cudaMalloc(&results, 8192);
  cudaMemset(in, 0, 8192);
  cudaMemset(out, 0, 8192);
  int host[2048];
  for (int i = 0; i < 2048; ++i) host[i] = (i * 7 + 3) % 11;
  cudaMemcpy(numbers, host, 8192, cudaMemcpyHostToDevice);
  float floats[2048];
  for (int i = 0; i < 2048; ++i) floats[i] = host[i];
  cudaMemcpy(in, floats, 8192, cudaMemcpyHostToDevice);
  cudaMemcpy(out, floats, 8192, cudaMemcpyHostToDevice);
  tile_overwritten<<<1, N>>>(in, out, 4);
  first_word_taken_again<<<1, N>>>(in, out);
  scan_in_place<<<1, N>>>(numbers, results);
  counters_not_yet_cleared<<<1, N>>>(numbers, results);
  counters_read_too_early<<<1, N>>>(numbers, results);
  counted_without_atomics<<<1, N>>>(numbers, results);
  arrays_that_overlap<<<1, N, N * 8>>>(in, out);
  neighbours_in_one_byte<<<1, N>>>(reinterpret_cast<unsigned*>(results));
  handed_over_within_a_warp_only<<<1, N>>>(in, out);
  buffers_exchanged_too_late<<<1, N>>>(in, out, 4);
  both_triangles_swap<<<1, dim3(8, 8)>>>(out, 8);
  smoothed_in_place<<<1, N>>>(out, N);
  vectors_overlap<<<1, 64>>>(reinterpret_cast<float4*>(in), out);
  returned_threads_left_holes<<<1, N>>>(in, out, 100);
  item_read_after_it_moved<<<1, N>>>(results, 3);
  vote_too_early<<<1, N>>>(numbers);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* p : {(void*)in, (void*)out, (void*)numbers, (void*)results}) cudaFree(p);
}
