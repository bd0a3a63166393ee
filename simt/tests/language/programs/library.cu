//// right
#include <cassert>
#include <cmath>
#include <cstdio>
__global__ void k(float* out, double* other, int n) {
  assert(n > 0);
  float x = sqrtf(2.0f) + sinf(1) + powf(2, 3) + fmaxf(1, 2) + fabsf(-1) + floorf(1.5f) + expf(1) + rsqrtf(2);
  double y = sqrt(2.0) + sin(1.0) + pow(2.0, 3) + fmax(1, 2) + fabs(-1.0) + exp(1.0) + log(2.0) + atan2(1.0, 2.0);  // refused: fmax
  x += min(1, 2) + max(1.0f, 2.0f) + abs(-3) + __fdividef(1, 2) + fminf(x, 1);
  y += sqrt(2.0f) + abs(-1.5);
  if (threadIdx.x == 0) printf("%f %f\n", x, y);
  out[threadIdx.x] = x;
  other[threadIdx.x] = y;
}

//// std_math
#include <cmath>
__global__ void k(float* out, double* other) {
  out[0] = std::sqrt(2.0f) + std::sin(1.0f) + std::pow(2.0f, 3.0f) + std::abs(-1.0f) + std::floor(1.5f);
  out[1] = std::exp(1.0f) + std::log(2.0f) + std::fabs(-1.0f) + std::fmax(1.0f, 2.0f) + std::cos(1.0f);
  other[0] = std::sqrt(2.0) + std::sin(1.0) + std::pow(2.0, 3) + std::abs(-1.0) + std::fma(1.0, 2.0, 3.0);
  out[2] = std::isnan(out[0]) + std::isinf(out[1]) + std::isfinite(other[0]);
}

//// std_min
#include <algorithm>
__global__ void k(int* out, int n) {
  out[0] = std::min(n, 3);  // refused: min
}

//// std_max
#include <algorithm>
__global__ void k(int* out, int n) {
  out[0] = std::max(n, 3);  // refused: max
}

//// std_min_in_host_code
#include <algorithm>
__global__ void k(int* out) { out[0] = min(1, 2); }
void run(int* out, int n) { k<<<std::min(n, 3), max(n, 32)>>>(out); }

//// std_abs_of_int
#include <cstdlib>
__global__ void k(int* out) { out[0] = std::abs(-3) + abs(-2); }

//// std_swap
#include <utility>
__global__ void k(int* out) {
  int a = 1, b = 2;
  std::swap(a, b);  // refused: swap
  out[0] = a;
}

//// std_vector
#include <vector>
__global__ void k(int* out) {
  std::vector<int> values(3);  // refused: vector
  out[0] = 1;
}

//// std_vector_as_parameter
#include <vector>
__global__ void k(std::vector<int> values, int* out) {
  out[0] = values[0];  // refused: operator[]
}

//// std_vector_in_host_code
#include <numeric>
#include <string>
#include <vector>
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  std::vector<int> values(3);
  std::iota(values.begin(), values.end(), 0);
  cudaMemcpy(out, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  k<<<1, 1>>>(out);
  std::string name = "k";
}

//// std_string
#include <string>
__global__ void k(int* out) {
  std::string name = "k";  // refused: string
  out[0] = 1;
}

//// std_cout
#include <iostream>
__global__ void k(int* out) {
  std::cout << out[0];  // refused: cout
}

//// std_cout_in_host_code
#include <iostream>
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>(out);
  std::cout << cudaGetErrorString(cudaGetLastError()) << std::endl;
}

//// std_array
#include <array>
__global__ void k(int* out) {
  std::array<int, 4> values{1, 2, 3, 4};
  out[0] = values[1];  // refused: operator[]
}

//// numeric_limits
#include <limits>
__global__ void k(float* out) {
  out[0] = std::numeric_limits<float>::max();  // refused: max
}

//// numeric_limits_in_a_constant
#include <limits>
#include <cfloat>
#include <climits>
__global__ void k(float* out) {
  constexpr float most = std::numeric_limits<float>::max();  // refused: max
  out[0] = most + FLT_MAX + INT_MAX;
}

//// type_traits
#include <type_traits>
template <class T>
__global__ void k(T* out) {
  if constexpr (std::is_same<T, float>::value) {
    out[0] = 1;
  } else {
    out[0] = std::is_integral_v<T> ? 2 : 3;
  }
  typename std::remove_const<const T>::type x = 1;
  out[1] = x;
}
void run(float* a, int* b) {
  k<<<1, 1>>>(a);
  k<<<1, 1>>>(b);
}

//// std_move_and_forward
#include <utility>
template <class F>
__device__ int call(F&& f) { return std::forward<F>(f)(3); }
__global__ void k(int* out) {
  int x = 1;
  int y = std::move(x);
  out[0] = y + call([](int n) { return n; });
}

//// std_pair
#include <utility>
__global__ void k(int* out) {
  std::pair<int, int> p(1, 2);  // refused: pair
  out[0] = p.first;
}

//// std_function
#include <functional>
__global__ void k(int* out) {
  std::function<int(int)> f = [](int x) { return x; };  // refused: function
  out[0] = 1;
}

//// std_sort
#include <algorithm>
__global__ void k(int* out) {
  std::sort(out, out + 4);  // refused: sort
}

//// rand
#include <cstdlib>
__global__ void k(int* out) {
  out[0] = rand();  // refused: rand
}

//// host_stdio
#include <cstdio>
__global__ void k(int* out) {
  fprintf(stderr, "%d\n", out[0]);  // refused: fprintf
}

//// exit
#include <cstdlib>
__global__ void k(int* out) {
  if (out == nullptr) exit(1);  // refused: exit
}

//// throws
__global__ void k(int* out) {
  if (out == nullptr) throw 3;  // refused: exception
}

//// catches
__global__ void k(int* out) {
  try {  // refused: exception
    out[0] = 1;
  } catch (...) {
  }
}

//// throws_in_host_code
#include <stdexcept>
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>(out);
  if (cudaGetLastError() != cudaSuccess) throw std::runtime_error("k failed");
}

//// type_id
#include <typeinfo>
__global__ void k(int* out) {
  out[0] = typeid(int) == typeid(float);  // refused: type_info
}

//// dynamic_cast
struct Shape {
  __device__ virtual int area() { return 0; }
};
struct Square : Shape {};
__global__ void k(int* out, Shape* shape) {
  out[0] = dynamic_cast<Square*>(shape) != nullptr;  // refused: dynamic_cast
}

//// new_and_delete
__global__ void k(int* out) {
  int* values = new int[4];
  values[0] = 1;
  out[0] = values[0];
  delete[] values;
}

//// malloc_and_free
#include <cstdlib>
#include <cstring>
__global__ void k(int* out) {
  int* values = (int*)malloc(16);
  memset(values, 0, 16);
  memcpy(out, values, 16);
  free(values);
}

//// cuda_malloc_in_a_kernel
__global__ void k(int* out) {
  int* p;
  cudaMalloc(&p, 4);
  out[0] = 1;
}

//// cuda_memcpy_in_a_kernel
__global__ void k(int* out, int* in) {
  cudaMemcpy(out, in, 4, cudaMemcpyDeviceToDevice);  // refused: cudaMemcpy
}

//// device_synchronize_in_a_kernel
__global__ void k(int* out) {
  out[0] = 1;
  cudaDeviceSynchronize();  // refused: cudaDeviceSynchronize
}

//// barrier_in_host_code
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>(out);
  __syncthreads();  // refused: __syncthreads
}

//// atomic_in_host_code
void run(int* out) {
  atomicAdd(out, 1);  // refused: atomicAdd
}

//// shuffle_in_host_code
int run(int x) {
  return __shfl_down_sync(0xffffffff, x, 1);  // refused: __shfl_down_sync
}

//// fence_in_host_code
void run() {
  __threadfence();  // refused: __threadfence
}

//// intrinsic_in_host_code
int run(unsigned x) {
  return __popc(x);  // refused: __popc
}

//// clock_in_host_code
#include <ctime>
double run() { return clock() / double(CLOCKS_PER_SEC); }

//// shuffle_without_sync
__global__ void k(int* out) {
  out[0] = __shfl(out[0], 0);  // refused: __shfl
}

//// warp_functions
__global__ void k(int* out) {
  int x = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  unsigned votes = __ballot_sync(0xffffffffu, x > 3);
  int all = __all_sync(0xffffffffu, x > 0), any = __any_sync(__activemask(), x > 0);
  __syncwarp();
  out[0] = x + __popc(votes) + all + any + __reduce_add_sync(0xffffffffu, x) + __ffs(x) + __clz(x);
}

//// atomics
__global__ void k(int* i, unsigned* u, float* f, double* d, unsigned long long* l) {
  atomicAdd(i, 1);
  atomicAdd(u, 1u);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicAdd(l, 1ull);
  atomicMax(i, 3);
  atomicMin(u, 3u);
  atomicExch(f, 1);
  atomicCAS(i, 1, 2);
  atomicAdd(u, 1);
  atomicOr(i, 1);
  atomicInc(u, 10);
}

//// atomic_of_an_unknown_type
__global__ void k(short* out) {
  atomicAdd(out, 1);  // refused: atomicAdd
}

//// atomic_of_a_value
__global__ void k(int* out) {
  atomicAdd(out[0], 1);  // refused: atomicAdd
}

//// cooperative_groups
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int x = tile.shfl_down(1, 3) + tile.thread_rank() + block.size();
  x = cg::reduce(tile, x, cg::plus<int>());
  block.sync();
  auto grid = cg::this_grid();
  out[grid.thread_rank()] = x;
}

//// cooperative_groups_in_host_code
#include <cooperative_groups.h>
void run() {
  cooperative_groups::this_thread_block().sync();  // refused: this_thread_block
}

//// cuda_atomic
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> count;
__global__ void k(int* out) {
  count.fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(out[0]);
  ref.store(ref.load() + 1);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

//// cuda_barrier_and_pipeline
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
__global__ void k(int* out, const int* in) {
  auto block = cooperative_groups::this_thread_block();
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(int) * 32, barrier);
  barrier.arrive_and_wait();
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = tile[threadIdx.x];
  pipeline.consumer_release();
}

//// asynchronous_copies
#include <cuda_pipeline.h>
__global__ void k(float* out, const float* in) {
  __shared__ float tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

//// textures
__global__ void k(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x) + tex2D<float>(texture, 1.5f, 2.5f);
}
void run(float* data, float* out) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 128;
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  k<<<1, 32>>>(texture, out);
  cudaDestroyTextureObject(texture);
}

//// cuda_cmath
#include <cuda/cmath>
__global__ void k(int* out, int n) { out[0] = cuda::ceil_div(n, 32); }
void run(int* out, int n) { k<<<cuda::ceil_div(n, 256), 256>>>(out, n); }

//// load_and_store_functions
__global__ void k(float* out, const float* in) { __stcs(out + threadIdx.x, __ldg(in + threadIdx.x) + __ldcs(in)); }

//// cuda_std
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/utility>
__global__ void k(int* out) {
  cuda::std::array<int, 4> values{1, 2, 3, 4};
  out[0] = values[1] + cuda::std::numeric_limits<int>::max();
}

//// cuda_std_beside_a_host_function
#include <cuda/std/array>
int host_only(int x) { return x; }
__global__ void k(int* out) {
  out[0] = host_only(1);  // refused: host_only
}

//// memory_of_qualified_types
void run() {
  volatile int *p, *q, *r;
  cudaMalloc(&p, 4);
  cudaMallocManaged(&q, 4);
  cudaMallocHost(&r, 4);
  cudaFree((void*)p);
}

//// vector_has_no_constructor
#include <vector>
void run(std::vector<float2>& all) {
  all.emplace_back(1.0f, 2.0f);  // too much: float2
}

//// tile_of_another_size
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
  auto tile = cg::tiled_partition<24>(cg::this_thread_block());  // too much: Size must be one of
  out[0] = tile.thread_rank();
}

//// placement_new_of_cooperative_groups
#include <cooperative_groups.h>
__global__ void k(int* out) { new (out) int(3); }

//// placement_new_of_cuda_atomic
#include <cuda/atomic>
__global__ void k(int* out) { new (out) int(3); }

//// placement_new_of_libcupp
#include <cuda/std/utility>
__global__ void k(int* out) { new (out) int(3); }

//// placement_new_without_header
#include <utility>
__global__ void k(int* out) { new (out) int(3); }  // refused: include <new>

//// templates_for_both_sides_by_their_names
template <class F>
void take(F) {}
void run() {
  auto allocate = cudaMalloc<float>;
  const auto by_address = &cudaMalloc<double>;
  decltype(cudaMalloc<int>)* declared = cudaMalloc<int>;
  cudaError_t (*typed)(float**, size_t) = cudaMalloc<float>;
  take(cudaMalloc<char>), take(cudaMallocManaged<float>), take(cudaMallocHost<float>), take(cudaHostAlloc<float>);
  float* memory;
  allocate(&memory, 4), typed(&memory, 4);
  cudaMalloc<float>(&memory, sizeof(float));
  cudaMalloc(&memory, 4.0);
}
__global__ void k(float** out) {
  int* memory;
  if (cudaMalloc(out, 4) == cudaSuccess) cudaMalloc<int>(&memory, sizeof(int));
}

//// functions_for_both_sides_by_their_names
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
using Buffer = std::unique_ptr<float, decltype(&std::free)>;
double (*root)(double) = std::sqrt;
static const std::function<float(float)> waves[] = {sinf, cosf, tanf};
template <class F>
void take(F) {}
void run(Buffer& one) {
  std::unique_ptr<float, decltype(&free)> other(static_cast<float*>(malloc(4)), &free);
  std::unique_ptr<float, void (*)(void*)> third(static_cast<float*>(std::malloc(4)), std::free);
  std::unique_ptr<float, decltype(free)*> fourth(nullptr, free);
  std::shared_ptr<float> shared(static_cast<float*>(malloc(4)), free);
  auto copy = &memcpy;
  auto print = std::printf;
  take(malloc), take(&free), take(memset), take(std::memcpy), take(printf), take(vprintf), take(clock);
  take(labs), take(llabs), take(sinf), take(fabsf), take(powf), take(fmaf), take(frexpf), take(lrintf), take(sincosf);
  take(exp10f), take(nanf), take(cudaFree), take(cudaGetDevice), take(&cudaDeviceGetAttribute);
}
__host__ __device__ float both(float x) { return sinf(x) + powf(x, 2) + sqrt(x) + labs(3); }
__global__ void k(float* out, int n) {
  void* memory = malloc(n);
  memset(memory, 0, n);
  std::memcpy(memory, out, n);
  free(memory);
  std::free(std::malloc(4));
  printf("%d\n", n);
  printf("no value\n");
  std::printf("%s\n", "text");
  int device;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&device, cudaDevAttrMultiProcessorCount, 0);
  float sine, cosine;
  sincosf(out[0], &sine, &cosine);
  out[0] = both(sine) + exp10f(2) + nanf("") + frexpf(cosine, &device) + clock() + std::abs(out[1]) + llabs(n);
}

//// functions_of_both_sides_with_several_types
#include <cmath>
void run() {
  auto root = sqrt;  // refused: auto
}

//// host_functions_stay_the_hosts
#include <cstdlib>
#include <cstring>
__global__ void k(float* out, const char* text) {
  out[0] = rand();  // refused: rand
  out[1] = strlen(text);  // refused: strlen
}
