//// right
__device__ int counter;
__device__ float table[4] = {1, 2, 3, 4};
__constant__ float coefficients[16];
__constant__ int one = 1;
__managed__ int shared_by_both = 3;
__global__ void k(float* out) {
  atomicAdd(&counter, one);
  out[threadIdx.x] = table[threadIdx.x % 4] * coefficients[threadIdx.x % 16] + shared_by_both;
}
void run() {
  float values[16] = {};
  cudaMemcpyToSymbol(coefficients, values, sizeof values);
  int zero = 0, result;
  cudaMemcpyToSymbol(counter, &zero, sizeof zero);
  cudaMemcpyFromSymbol(&result, counter, sizeof result);
  shared_by_both = 4;
  void* address;
  cudaGetSymbolAddress(&address, table);
}

//// global_of_the_host_in_a_kernel
int factor = 3;
__global__ void k(int* out) {
  out[0] = factor;  // refused: factor
}

//// array_of_the_host_in_a_kernel
float weights[3] = {1, 2, 3};
__global__ void k(float* out) {
  out[0] = weights[threadIdx.x];  // refused: weights
}

//// const_array_of_the_host_in_a_kernel
const float weights[3] = {1, 2, 3};
__global__ void k(float* out) {
  out[0] = weights[threadIdx.x];  // refused: weights
}

//// constexpr_array_of_the_host_in_a_kernel
constexpr float weights[3] = {1, 2, 3};
__global__ void k(float* out) {
  out[0] = weights[threadIdx.x];  // refused: weights
}

//// constants_in_a_kernel
const int size = 32;
constexpr int twice = 2 * size;
constexpr float half = 0.5f;
const float pi = 3.14159f;
const double e = 2.718281828;
enum { width = 8 };
enum class Mode { plain, fast };
static const unsigned mask = 0xffffffffu;
struct Config {
  static constexpr int tile = 16;
  static const int other = 8;
};
__global__ void k(float* out, Mode mode) {
  __shared__ float tile[twice];
  tile[threadIdx.x] = half * pi + e;
  if (mode == Mode::fast) out[0] = tile[size % width] + Config::tile + Config::other + mask;
}

//// static_of_the_host_in_a_kernel
static float factor = 3;
__global__ void k(float* out) {
  out[0] = factor;  // refused: factor
}

//// address_of_a_constant_of_the_host
const int size = 32;
__global__ void k(const int** out) {
  out[0] = &size;  // refused: size
}

//// written_global_of_the_host
int result;
__global__ void k() {
  result = 3;  // refused: result
}

//// device_variable_read_in_host_code
__device__ int counter;
int run() {
  return counter;
}

//// device_variable_written_in_host_code
__device__ int counter;
void run() {
  counter = 3;
}

//// constant_read_in_host_code
__constant__ float coefficients[4];
float run() {
  return coefficients[1];
}

//// address_of_a_device_variable_in_host_code
__device__ int counter;
__global__ void k(int* p) { *p = 1; }
void run() {
  k<<<1, 1>>>(&counter);
}

//// local_constant
__global__ void k(float* out) {
  __constant__ float values[4];  // refused: __constant__
  out[0] = values[0];
}

//// local_constant_in_host_code
void run() {
  __constant__ float values[4];  // refused: __constant__
}

//// local_device_variable
__global__ void k(int* out) {
  __device__ int x = 1;  // refused: __device__
  out[0] = x;
}

//// constant_is_written
__constant__ int one;
__global__ void k(int* out) {
  one = 2;  // refused: one
  out[0] = one;
}

//// constant_with_a_wrong_initializer
int start() { return 3; }
__constant__ int one = start();  // refused: initialization
__global__ void k(int* out) { out[0] = one; }

//// device_variable_with_constructor
struct Value {
  int x;
  __host__ __device__ Value() : x(threads()) {}
  __host__ __device__ static int threads() { return 3; }
};
__device__ Value value;  // refused: initialization
__global__ void k(int* out) { out[0] = value.x; }

//// constant_parameter
__global__ void k(__constant__ float* values, float* out) {
  out[0] = values[0];
}

//// member_constant
struct Table {
  __constant__ float values[4];
};

//// static_local_in_a_kernel
__global__ void k(int* out) {
  static int count = 0;
  out[0] = ++count;
}

//// local_arrays
__global__ void k(float* out) {
  float values[4] = {1, 2, 3, 4};
  int counts[8] = {};
  for (int i = 0; i < 4; ++i) values[i] += counts[i];
  out[threadIdx.x] = values[threadIdx.x % 4];
}

//// array_of_variable_length
__global__ void k(float* out, int n) {
  float values[n];  // refused: n
  out[0] = values[0];
}

//// vectors
__global__ void k(float4* out, const int2* in) {
  float4 v = out[threadIdx.x];
  v.x += in[threadIdx.x].y;
  v = make_float4(v.y, v.x, v.w, v.z);
  uint3 index = threadIdx;
  dim3 size = blockDim;
  out[threadIdx.x] = index.x < size.x ? v : float4{1, 2, 3, 4};
}

//// thread_local
__global__ void k(int* out) {
  thread_local int x = 1;  // refused: thread
  out[0] = x;
}

//// thread_index_is_written
__global__ void k(int* out) {
  threadIdx.x = 3;  // refused: threadIdx
  out[0] = 1;
}

//// warp_size
__global__ void k(int* out) { out[threadIdx.x] = threadIdx.x % warpSize; }

//// vectors_of_the_hosts_compiler
typedef float Four __attribute__((vector_size(16)));
float run(Four a) { return a[0] + a[3]; }

//// vectors_of_the_hosts_compiler_in_device_code
typedef float Four __attribute__((vector_size(16)));
__global__ void k(float* out) {
  Four a = {1, 2, 3, 4};  // refused: "Four" is a vector
  out[0] = a[1];
}
