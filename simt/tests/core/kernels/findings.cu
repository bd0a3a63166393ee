// Student code for findings_test.cpp.
#include <cuda_runtime.h>
__global__ void no_guard(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =    // a statement on two lines: the load's line counts
      in[i];  // @past_the_end
}
__global__ void before(float* out) { *(out - 2 + threadIdx.x) = 0; }
__constant__ const float constants[4] = {1, 2, 3, 4};
__device__ const float device_constants[4] = {1, 2, 3, 4};
__global__ void looks_up(float* out) { out[threadIdx.x] = constants[threadIdx.x]; }
__global__ void looks_up_in_global(float* out) { out[threadIdx.x] = device_constants[threadIdx.x]; }
__global__ void to_input(float* in) { in[threadIdx.x] = 0; }
__global__ void through_null(float* out) { *out = 1; }
__global__ void racy(float* out, const float* in, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];           // @racy_store
  out[threadIdx.x] = s[n - 1 - threadIdx.x];  // @racy_load
}
__global__ void racy_after(float* out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  float neighbour = s[(threadIdx.x + 1) % n];
  s[threadIdx.x] = neighbour + 1;  // @store_after_load
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void unwritten(float* out) {
  __shared__ float s[32];
  if (threadIdx.x != 7) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  // @unwritten_load
}
__global__ void two_barriers(float* out, int n) {
  if (threadIdx.x < n / 2) {
    out[threadIdx.x] = 1;
    __syncthreads();  // @first_barrier
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // @second_barrier
  }
}
__global__ void crosswise(float* out) {
  if (threadIdx.x == 0) {
    __syncwarp();  // @warp_barrier
    out[0] = 1;
  } else {
    __syncthreads();  // @block_barrier
    out[threadIdx.x] = 2;
  }
}
__global__ void fine(float* out) { out[threadIdx.x] = 5; }
__global__ void to_float4(float4* out) { out[threadIdx.x] = make_float4(1, 2, 3, 4); }
__global__ void large_tile(float* out) {
  __shared__ float tile[8192];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void past_shared(float* out) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void with_local(float* out, int n) {
  volatile float a[32];
  for (int i = 0; i < 32; ++i) a[i] = i;
  out[threadIdx.x] = a[(threadIdx.x + n) % 32];
}
__global__ void sum_into(float* out, const float* in) { out[threadIdx.x] += in[threadIdx.x]; }
struct Padded {
  char c;
  int i;
};
__global__ void write_members(Padded* p) {
  p[threadIdx.x].c = 1;
  p[threadIdx.x].i = 2;
}
__global__ void copy_padded(Padded* to, const Padded* from) { to[threadIdx.x] = from[threadIdx.x]; }
template <int Most>
__global__ void __launch_bounds__(Most) bounded(float* out) {
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = 1;
}

__global__ void launches(float* out) { fine<<<1, 32>>>(out); }

static float* kept = nullptr;
extern "C" {
void run_leaks(float* out, const float*, int n) {
  float* lost = nullptr;
  for (int i = 0; i < 3; ++i) cudaMalloc(&lost, n * sizeof(float));
  float* freed = nullptr;
  cudaMalloc(&freed, n);
  cudaFree(freed);
  fine<<<1, 1>>>(out);
}
void run_with_kept(float* out, const float* in, int n) {
  if (kept == nullptr) {
    cudaMalloc(&kept, n * sizeof(float));
    cudaMemcpy(kept, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(out, kept, n * sizeof(float), cudaMemcpyDeviceToDevice);
  sum_into<<<1, n>>>(out, kept);
}
void run_frees_kept(float*, const float*, int) {
  cudaFree(kept);
  kept = nullptr;
}
void run_launches(float* out, const float*, int) { launches<<<1, 1>>>(out); }
void run_no_guard(float* out, const float* in, int n) { no_guard<<<(n + 31) / 32, 32>>>(out, in); }
void run_before(float* out, const float*, int n) { before<<<1, n>>>(out); }
void run_to_input(float*, const float* in, int n) { to_input<<<1, n>>>(const_cast<float*>(in)); }
void run_looks_up(float* out, const float*, int n) { looks_up<<<1, n>>>(out); }
void run_looks_up_in_global(float* out, const float*, int n) { looks_up_in_global<<<1, n>>>(out); }
void run_null(float*, const float*, int) {
  float* none = nullptr;
  through_null<<<1, 1>>>(none);
}
void run_stack(float*, const float*, int) {
  float local;
  through_null<<<1, 1>>>(&local);
}
void run_racy(float* out, const float* in, int n) {
  for (int i = 0; i < 2; ++i) racy<<<1, n>>>(out, in, n);
}
void run_racy_after(float* out, const float*, int n) { racy_after<<<1, n>>>(out, n); }
void run_unwritten(float* out, const float*, int n) { unwritten<<<1, n>>>(out); }
void run_two_barriers(float* out, const float*, int n) { two_barriers<<<1, n>>>(out, n); }
void run_crosswise(float* out, const float*, int n) { crosswise<<<1, n>>>(out); }
void run_empty_block(float* out, const float*, int n) { fine<<<1, n - n>>>(out); }
void run_huge_block(float* out, const float*, int n) { fine<<<1, dim3(32, 33)>>>(out); }
void run_deep_block(float* out, const float*, int n) { fine<<<1, dim3(1, 1, 65)>>>(out); }
void run_empty_grid(float* out, const float*, int n) { fine<<<n / 1000, n>>>(out); }
void run_tall_grid(float* out, const float*, int n) { fine<<<dim3(1, 65536), n>>>(out); }
void run_static(float* out, const float*, int n) { large_tile<<<1, n>>>(out); }
void run_much_together(float* out, const float*, int n) {
  cudaFuncSetAttribute(large_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  large_tile<<<1, n, 200 * 1024>>>(out);
}
void run_bounded(float* out, const float*, int n) { bounded<16><<<2, n>>>(out); }
void run_much_shared(float* out, const float*, int n) { fine<<<1, n, 49 * 1024>>>(out); }
void run_granted_shared(float* out, const float*, int n) {
  cudaFuncSetAttribute(fine, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  fine<<<1, n, 64 * 1024>>>(out);
}
void run_sum_into_unwritten(float* out, const float* in, int n) { sum_into<<<1, n>>>(out, in); }
void run_sum_into_zeroed(float* out, const float* in, int n) {
  cudaMemset(out, 0, n * sizeof(float));
  sum_into<<<1, n>>>(out, in);
}
void run_padded(float* out, const float*, int n) {
  Padded* p;
  cudaMalloc(&p, n / 2 * sizeof(Padded));
  write_members<<<1, n / 2>>>(p);
  copy_padded<<<1, n / 2>>>((Padded*)out, p);
  cudaFree(p);
}
void run_after_free(float* out, const float* in, int n) {
  float *freed, *other;
  cudaMalloc(&freed, n * sizeof(float));
  cudaFree(freed);
  cudaMalloc(&other, n * sizeof(float));
  fine<<<1, n>>>(freed);
}
void run_host(float* out, const float* in, int) { out[0] = in[0]; }
void run_to_float4(float* out, const float*, int) { to_float4<<<1, 2>>>(reinterpret_cast<float4*>(out + 1)); }
void run_past_shared(float* out, const float*, int n) { past_shared<<<1, n, (n - 1) * sizeof(float)>>>(out); }
void run_with_local(float* out, const float*, int n) { with_local<<<1, n>>>(out, n); }
void run_after_death(float* out, const float* in, int n) {
  run_no_guard(out, in, n);
  cudaGetLastError();
  fine<<<1, 32>>>(out);
}
void run_copy_to_input(float* out, const float* in, int n) {
  cudaMemcpy(const_cast<float*>(in), out, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
}
