// Right: the state is stored with release and loaded with acquire; the block that ends last clears all states (4.6).
#include <cuda/atomic>

#include "sync.cuh"

constexpr int THREADS_HERE = 128, EACH = 16, TILE = THREADS_HERE * EACH;
constexpr int MOST = (1 << 28) / TILE;

struct Tile {
  unsigned sum, sum_to_end;
  int state;
};
__device__ Tile tiles_of[MOST];
__device__ int drawn_so_far, ended_so_far;

__device__ auto state_of(int tile) { return cuda::atomic_ref<int, cuda::thread_scope_device>(tiles_of[tile].state); }

__global__ void scan(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned words[TILE];
  __shared__ unsigned of_thread[THREADS_HERE];
  __shared__ int tile;
  __shared__ bool is_last;
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(&drawn_so_far, 1);
  __syncthreads();
  const int begin = tile * TILE;
  for (int i = t; i < TILE; i += THREADS_HERE) words[i] = begin + i < n ? in[begin + i] : 0;
  __syncthreads();
  // A thread adds up 16 neighbours. It begins at another one of them than the next lane, which keeps banks apart.
  unsigned sum = 0;
  for (int k = 0; k < EACH; ++k) sum += words[t * EACH + (k + t) % EACH];
  of_thread[t] = sum;
  __syncthreads();
  if (t == 0) {
    unsigned all = 0;
    for (int i = 0; i < THREADS_HERE; ++i) {
      const unsigned one = of_thread[i];
      of_thread[i] = all;
      all += one;
    }
    tiles_of[tile].sum = all;
    state_of(tile).store(1, cuda::memory_order_release);
    unsigned before = 0;
    for (int other = tile - 1; other >= 0; --other) {
      int state;
      do {
        state = state_of(other).load(cuda::memory_order_acquire);
      } while (state == 0);
      if (state == 2) {
        before += tiles_of[other].sum_to_end;
        break;
      }
      before += tiles_of[other].sum;
    }
    tiles_of[tile].sum_to_end = before + all;
    state_of(tile).store(2, cuda::memory_order_release);
    for (int i = 0; i < THREADS_HERE; ++i) of_thread[i] += before;
  }
  __syncthreads();
  sum = of_thread[t];
  for (int k = 0; k < EACH; ++k) words[t * EACH + k] = sum += words[t * EACH + k];
  __syncthreads();
  for (int i = t; i < TILE && begin + i < n; i += THREADS_HERE) out[begin + i] = words[i];

  if (t == 0) {
    __threadfence();
    is_last = atomicAdd(&ended_so_far, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  for (int i = t; i < gridDim.x; i += THREADS_HERE) tiles_of[i].state = 0;
  if (t == 0) drawn_so_far = ended_so_far = 0;
}

void prefix_sum(unsigned* out, const unsigned* in, int n) { scan<<<(n + TILE - 1) / TILE, THREADS_HERE>>>(out, in, n); }
