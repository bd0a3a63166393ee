//// right
__global__ void k(float* out) {
  __shared__ float tile[32][33];
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + count;
}

//// in_a_device_function
__device__ float* scratch() {
  __shared__ float values[64];
  return values;
}
__global__ void k(float* out) { out[0] = scratch()[threadIdx.x]; }

//// in_host_code
void run() {
  __shared__ float tile[32];  // refused: __shared__
  tile[0] = 1;
}

//// initialised
__global__ void k(int* out) {
  __shared__ int count = 0;  // refused: initializer
  out[0] = count;
}

//// array_initialised
__global__ void k(int* out) {
  __shared__ int values[4] = {1, 2, 3, 4};  // refused: initializer
  out[0] = values[threadIdx.x];
}

//// array_initialised_by_nothing
__global__ void k(int* out) {
  __shared__ int values[4] = {};  // refused: initializer
  out[0] = values[threadIdx.x];
}

//// member
struct Tile {
  __shared__ float values[32];
};
__global__ void k(float* out) { out[0] = 1; }

//// parameter
__global__ void k(__shared__ float* tile) {
  tile[0] = 1;
}

//// with_constructor
struct Value {
  float x;
  __device__ Value() : x(1) {}
};
__global__ void k(float* out) {
  __shared__ Value values[32];
  out[0] = values[0].x;
}

//// of_a_plain_struct
struct Value {
  float x, y;
};
__global__ void k(float* out) {
  __shared__ Value values[32];
  values[threadIdx.x].x = 1;
  __syncthreads();
  out[0] = values[1].x;
}

//// of_vectors
__global__ void k(float4* out) {
  __shared__ float4 tile[32];
  __shared__ int2 pair;
  tile[threadIdx.x] = make_float4(1, 2, 3, 4);
  if (threadIdx.x == 0) pair = make_int2(1, 2);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

//// size_is_a_variable
__global__ void k(float* out, int n) {
  __shared__ float tile[n];  // refused: n
  out[0] = tile[0];
}

//// size_is_blockdim
__global__ void k(float* out) {
  __shared__ float tile[blockDim.x];  // refused: variable length
  out[0] = tile[0];
}

//// size_is_a_const_int
const int size = 32;
#define EXTRA 1
template <int N>
__global__ void k(float* out) {
  __shared__ float a[size], b[size + EXTRA];
  __shared__ float c[N][N];
  const int m = 4 * N;
  __shared__ float d[m];
  a[threadIdx.x] = b[threadIdx.x] = c[0][threadIdx.x] = d[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[0] + b[1] + c[1][0] + d[0];
}
void run(float* out) { k<32><<<1, 32>>>(out); }

//// at_namespace_scope
__shared__ float tile[32];
__global__ void k(float* out) {
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

//// written_in_host_code
__shared__ float tile[32];
void run() {
  tile[0] = 1;
}

//// dynamic
extern __shared__ float tile[];
__global__ void k(float* out) {
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[0];
}
void run(float* out) { k<<<1, 32, 32 * sizeof(float)>>>(out); }

//// dynamic_in_the_kernel
__global__ void k(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

//// dynamic_of_two_types
__global__ void k(float* out) {
  extern __shared__ float tile[];
  out[threadIdx.x] = tile[0];
}
__global__ void l(int* out) {
  extern __shared__ int tile[];  // refused: tile
  out[threadIdx.x] = tile[0];
}

//// dynamic_of_two_types_with_two_names
__global__ void k(float* out) {
  extern __shared__ float tile[];
  out[threadIdx.x] = tile[0];
}
__global__ void l(int* out) {
  extern __shared__ int counts[];
  out[threadIdx.x] = counts[0];
}

//// dynamic_of_a_template
template <class T>
__global__ void k(T* out) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* tile = reinterpret_cast<T*>(bytes);
  out[threadIdx.x] = tile[0];
}
void run(float* a, double* b) {
  k<<<1, 1, 64>>>(a);
  k<<<1, 1, 64>>>(b);
}

//// dynamic_with_extern_missing
__global__ void k(float* out) {
  __shared__ float tile[];  // refused: explicit size
  out[threadIdx.x] = tile[0];
}

//// extern_with_a_size
__global__ void k(float* out) {
  extern __shared__ float tile[32];
  out[threadIdx.x] = tile[0];
}

//// volatile_and_const
__global__ void k(int* out) {
  volatile __shared__ int count;
  __shared__ volatile int other[32];
  count = other[threadIdx.x] = 1;
  out[0] = count;
}

//// static_shared
__global__ void k(int* out) {
  static __shared__ int values[32];
  values[threadIdx.x] = 1;
  out[threadIdx.x] = values[threadIdx.x];
}

//// address_as_argument
__device__ void fill(float* tile, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = 0;
}
__device__ void fill_2d(float (*tile)[33]) { tile[threadIdx.y][threadIdx.x] = 0; }
__global__ void k(float* out) {
  __shared__ float tile[32];
  __shared__ float square[32][33];
  fill(tile, 32);
  fill_2d(square);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + square[0][threadIdx.x];
}

//// bool_and_union
union Word {
  float f;
  unsigned u;
};
__global__ void k(unsigned* out) {
  __shared__ bool done;
  __shared__ Word word;
  done = false;
  word.f = 1;
  __syncthreads();
  out[0] = done + word.u;
}
