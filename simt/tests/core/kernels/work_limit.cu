// Student code for work_limit_test.cpp. None of it ends by itself, but for the last function.
#include <cuda_runtime.h>
__global__ void empty_body() {
  while (true) {  // @empty_body
  }
}
__global__ void only_registers(int* out) {
  int x = 0;
  while (true) ++x;  // @only_registers
  out[0] = x;
}
__device__ unsigned arrivals;
__global__ void waits_for_plain_word(int* out, unsigned due) {
  atomicAdd(&arrivals, 1);
  while (arrivals < due) {  // @waits_for_plain_word
  }
  out[0] = 1;
}
__global__ void no_step(int* out, int n) {
  for (int i = 0; i < n; i += 0) out[i] = 1;  // @no_step
}
__global__ void unsigned_down(int* out, unsigned n) {
  int sum = 0;
  for (unsigned k = n - 1; k >= 0; --k) sum += out[k % n];  // @unsigned_down
  out[0] = sum;
}
__global__ void forgotten_increment(int* out, int n) {
  int i = threadIdx.x;
  while (i < n) out[i] = i;  // @forgotten_increment
}
__global__ void barriers(int n) {
  int i = 0;
  while (i < n) __syncthreads();  // @barriers
}
__global__ void shuffles(int* out) {
  while (__any_sync(0xffffffffu, threadIdx.x == 3)) {  // @shuffles
  }
  out[0] = 1;
}
__global__ void spins_after_a_block(int* out) {
  if (blockIdx.x != 1) return;
  for (;;) out[0] += 0;  // @spins_after_a_block
}
__device__ __noinline__ int count_down(int n, int* out) {
  out[0] = n;
  return n <= 0 ? 0 : 1 + count_down(n - 1, out);
}
__global__ void calls(int* out) {
  for (;;) out[1] = count_down(5, out);  // @calls
}
// Each thread does little, and all of them together ask for the heap very often.
__global__ void allocations(int* out) {
  int* const own = static_cast<int*>(malloc(sizeof(int)));
  if (own != nullptr) *own = 1;
  if (own != nullptr) out[0] = *own;
  free(own);
}
// More pieces than there can be. Each access is to another one than the access before.
__global__ void many_pieces(int* out, int n) {
  int* last = nullptr;
  for (int i = 0; i < n; ++i) {
    int** const piece = static_cast<int**>(malloc(sizeof(int*)));
    if (piece == nullptr) break;
    *piece = last;
    last = reinterpret_cast<int*>(piece);
    ++out[0];
  }
  for (int rounds = 0; rounds < 5; ++rounds) {
    for (int** piece = reinterpret_cast<int**>(last); piece != nullptr; piece = reinterpret_cast<int**>(*piece)) ++out[1];
  }
}
__global__ void nothing() {}
__global__ void one_round(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i;
}
extern "C" {
void run_many_pieces(int* out, int n) { many_pieces<<<1, 1>>>(out, n); }
void run_allocations(int* out, int blocks) { allocations<<<blocks, 64>>>(out); }
void run_empty_body(int*, int) { empty_body<<<1, 32>>>(); }
void run_only_registers(int* out, int) { only_registers<<<1, 32>>>(out); }
void run_waits_for_plain_word(int* out, int due) { waits_for_plain_word<<<2, 32>>>(out, due); }
void run_no_step(int* out, int n) { no_step<<<4, 64>>>(out, n); }
void run_unsigned_down(int* out, int n) { unsigned_down<<<1, 1>>>(out, n); }
void run_forgotten_increment(int* out, int n) { forgotten_increment<<<1, 32>>>(out, n); }
void run_barriers(int*, int n) { barriers<<<2, 64>>>(n); }
void run_shuffles(int* out, int) { shuffles<<<1, 32>>>(out); }
void run_spins_after_a_block(int* out, int) { spins_after_a_block<<<3, 1>>>(out); }
void run_calls(int* out, int) { calls<<<1, 1>>>(out); }
void host_empty(int*, int) {
  while (true) {  // @host_empty
  }
}
void host_registers(int* out, int n) {
  int sum = 0;
  while (true) sum += n;  // @host_registers
  out[0] = sum;
}
void host_volatile(int*, int) {
  volatile bool go_on = true;
  while (go_on) {  // @host_volatile
  }
}
void host_launches(int*, int) {
  while (true) nothing<<<1, 32>>>();  // @host_launches
}
void host_asks_again(int* out, int) {
  one_round<<<1, 1>>>(out - 100000000, 1);
  while (cudaDeviceSynchronize() != cudaSuccess) {  // @host_asks_again
  }
}
void run_one_round(int* out, int n) { one_round<<<1, 32>>>(out, n); }
}
