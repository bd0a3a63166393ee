// Within one block, right: nothing may be found, but for a remark.
#include <cstdio>

#define N 128

__global__ void double_buffer(const float* in, float* out, int rounds) {
  __shared__ float s[2][N];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    s[(k + 1) & 1][t] = s[k & 1][t] + s[k & 1][(t + 1) % N];
  }
  out[t] = s[rounds & 1][t];
}

__global__ void barrier_at_the_top(const float* in, float* out, int rounds) {
  __shared__ float s[N];
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    s[threadIdx.x] = in[k * N + threadIdx.x];
    __syncthreads();
    sum += s[N - 1 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void until_nothing_changes(int* label) {
  __shared__ int s[N];
  s[threadIdx.x] = label[threadIdx.x];
  __syncthreads();
  int changed;
  do {
    const int left = threadIdx.x > 0 ? s[threadIdx.x - 1] : 1 << 30;
    const int mine = s[threadIdx.x];
    changed = __syncthreads_or(left < mine);
    if (left < mine) s[threadIdx.x] = left;
    __syncthreads();
  } while (changed);
  label[threadIdx.x] = s[threadIdx.x];
}

__global__ void next_item(int* out, int n) {
  __shared__ int item;
  __shared__ int head;
  if (threadIdx.x == 0) head = 0;
  __syncthreads();
  while (true) {
    if (threadIdx.x == 0) item = head++;
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= n) break;
    out[mine * N + threadIdx.x] = mine;
  }
}

__global__ void arrays_behind_each_other(const float* in, float* out) {
  extern __shared__ char raw[];
  double* const a = reinterpret_cast<double*>(raw);
  float* const b = reinterpret_cast<float*>(a + N);
  unsigned short* const c = reinterpret_cast<unsigned short*>(b + N);
  const int t = threadIdx.x;
  a[t] = in[t];
  b[t] = in[t] + 1;
  c[t] = static_cast<unsigned short>(t * 3 % N);
  __syncthreads();
  out[t] = static_cast<float>(a[c[t]]) + b[c[t]];
}

struct Pair {
  float a;
  unsigned char left, right;
  unsigned short middle;
};

__global__ void members_of_one_word(unsigned char* bytes, Pair* pairs) {
  __shared__ unsigned char s[N];
  __shared__ Pair p[N / 2];
  const int t = threadIdx.x;
  s[t] = static_cast<unsigned char>(t);
  if (t % 2 == 0)
    p[t / 2].left = 1;
  else
    p[t / 2].right = 2;
  if (t % 2 == 0) p[t / 2].middle = 3;
  if (t % 2 == 1) p[t / 2].a = 4;
  bytes[t] = s[t];
  __syncthreads();
  if (t < N / 2) pairs[t] = p[t];
}

__global__ void own_elements_only(const float* in, float* out) {
  __shared__ float s[N][3];
  const int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) s[t][k] = in[t * 3 + k];
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    s[t][k] *= 2;
    sum += s[t][k];
  }
  out[t] = sum;
}

__global__ void guards_return_early(const float* in, float* out, int n) {
  __shared__ float s[N];
  const int i = blockIdx.x * N + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  const int last = min(N, n - static_cast<int>(blockIdx.x) * N) - 1;
  out[i] = s[last - threadIdx.x];
}

__global__ void red_and_black(float* data, int rounds) {
  __shared__ float s[N + 2];
  const int t = threadIdx.x + 1;
  s[t] = data[threadIdx.x];
  if (t == 1) s[0] = s[N + 1] = 0;
  __syncthreads();
  for (int k = 0; k < 2 * rounds; ++k) {
    if (t % 2 == k % 2) s[t] = 0.5f * (s[t - 1] + s[t + 1]);
    __syncthreads();
  }
  data[threadIdx.x] = s[t];
}

__global__ void histogram(const int* in, int* out, int n) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += N) atomicAdd(&bins[in[i] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void largest_by_swap(const float* in, float* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = __float_as_int(-1.0f);
  __syncthreads();
  int old = best, assumed;
  const float mine = in[threadIdx.x];
  while (mine > __int_as_float(old)) {
    assumed = old;
    old = atomicCAS(&best, assumed, __float_as_int(mine));  // FINDS read-before-cas
    if (old == assumed) break;
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = __int_as_float(best);
}

__global__ void three_stages_two_buffers(const float* in, float* out, int tiles) {
  __shared__ float s[2][N];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) s[(k + 1) % 2][t] = in[(k + 1) * N + t];
    sum += s[k % 2][N - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void bitonic(int* data) {
  __shared__ int s[N];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (unsigned k = 2; k <= N; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
        const int swap = s[t];
        s[t] = s[other];
        s[other] = swap;
      }
      __syncthreads();
    }
  }
  data[t] = s[t];
}

__global__ void scalar_handed_over(const float* in, float* out) {
  __shared__ float total;
  __shared__ float s[N];
  s[threadIdx.x] = in[threadIdx.x];
  for (int half = N / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) total = s[0];
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x] / (total + 1);
}

int main() {
  float *in, *out;
  int *numbers, *results;
  Pair* pairs;
  const int bytes = 16 * N * 4;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMalloc(&numbers, bytes);
  cudaMalloc(&results, bytes);
  cudaMalloc(&pairs, sizeof(Pair) * N);
  cudaMemset(in, 0, bytes);
  cudaMemset(out, 0, bytes);
  cudaMemset(numbers, 0, bytes);
  cudaMemset(results, 0, bytes);
  double_buffer<<<1, N>>>(in, out, 5);
  barrier_at_the_top<<<1, N>>>(in, out, 4);
  until_nothing_changes<<<1, N>>>(numbers);
  next_item<<<1, N>>>(results, 7);
  arrays_behind_each_other<<<1, N, N * 14>>>(in, out);
  members_of_one_word<<<1, N>>>(reinterpret_cast<unsigned char*>(results), pairs);
  own_elements_only<<<1, N>>>(in, out);
  guards_return_early<<<3, N>>>(in, out, 300);
  red_and_black<<<1, N>>>(out, 3);
  histogram<<<2, N>>>(numbers, results, 500);
  largest_by_swap<<<1, N>>>(in, out);
  three_stages_two_buffers<<<1, N>>>(in, out, 5);
  bitonic<<<1, N>>>(numbers);
  scalar_handed_over<<<1, N>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  for (void* p : {(void*)in, (void*)out, (void*)numbers, (void*)results, (void*)pairs}) cudaFree(p);
}
