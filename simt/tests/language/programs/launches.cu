//// all_shapes
__global__ void k(int* out) { out[0] = 1; }
void run(int* out, cudaStream_t stream, int n) {
  k<<<1, 1>>>(out);
  k<<<dim3(1, 2), dim3(3, 4, 5)>>>(out);
  dim3 grid((n + 31) / 32, 4), block(32);
  k<<<grid, block>>>(out);
  k<<<grid, block, 1024>>>(out);
  k<<<grid, block, n * sizeof(int), stream>>>(out);
  k<<<{1, 2, 3}, {4, 5, 6}>>>(out);
  size_t blocks = 3;
  k<<<blocks, 32u>>>(out);
  k<<<n / 2.0, 32>>>(out);
}

//// without_brackets
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k(out);  // refused: k
}

//// without_brackets_with_shape_as_arguments
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k(1, 32, out);  // refused: k
}

//// of_a_host_function
void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>(out);  // refused: k
}

//// of_a_variable
void run(int* out) {
  int k = 3;
  k<<<1, 1>>>(out);  // refused: call
}

//// of_nothing
void run(int* out) {
  missing<<<1, 1>>>(out);  // refused: missing
}

//// too_few_arguments
__global__ void k(int* out, int n) { out[0] = n; }
void run(int* out) {
  k<<<1, 1>>>(out);  // refused: argument
}

//// too_many_arguments
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>(out, 3);  // refused: argument
}

//// wrong_argument_type
__global__ void k(int* out) { out[0] = 1; }
void run(float* out) {
  k<<<1, 1>>>(out);  // refused: float
}

//// converted_arguments
__global__ void k(const int* in, float value, size_t n, void* p) {}
void run(int* in) { k<<<1, 1>>>(in, 1, -1, in); }

//// number_for_a_pointer
__global__ void k(int* out) { out[0] = 1; }
void run(int n) {
  k<<<1, 1>>>(n);  // refused: int
}

//// one_configuration_argument
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1>>>(out);
}

//// no_configuration_argument
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<>>>(out);  // refused: is not complete
}

//// five_configuration_arguments
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1, 0, 0, 0>>>(out);  // refused: argument
}

//// wrong_stream
__global__ void k(int* out) { out[0] = 1; }
void run(int* out, cudaEvent_t event) {
  k<<<1, 1, 0, event>>>(out);  // refused: cudaEvent_t
}

//// shape_is_a_pointer
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<out, 1>>>(out);  // refused: int *
}

//// two_brackets
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<1, 1>>(out);  // refused: expression
}

//// no_arguments_in_parentheses
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 1>>>;  // refused: (
}

//// dynamic_parallelism
__global__ void l(int* out) { out[0] = 1; }
__global__ void k(int* out) {
  l<<<1, 1>>>(out);  // refused: rdc
}

//// launch_from_a_device_function
__global__ void l(int* out) { out[0] = 1; }
__device__ void helper(int* out) {
  l<<<1, 1>>>(out);  // refused: rdc
}
__global__ void k(int* out) { helper(out); }

//// through_a_pointer
__global__ void k(int* out) { out[0] = 1; }
__global__ void l(int* out) { out[0] = 2; }
void run(int* out, bool first) {
  void (*kernel)(int*) = first ? k : l;
  kernel<<<1, 32>>>(out);
  auto* other = &l;
  (*other)<<<1, 32>>>(out);
}

//// through_a_parameter
__global__ void k(int* out) { out[0] = 1; }
template <class Kernel>
void launch(Kernel kernel, int* out) { kernel<<<1, 32>>>(out); }
void run(int* out) { launch(k, out); }

//// result_is_used
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  int x = k<<<1, 1>>>(out);  // refused: void
}

//// by_cuda_launch_kernel
__global__ void k(int* out, int n) { out[0] = n; }
void run(int* out, int n) {
  void* arguments[] = {&out, &n};
  cudaLaunchKernel((const void*)k, dim3(1), dim3(32), arguments, 0, nullptr);
  cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(32), arguments);
}

//// by_cuda_launch_kernel_ex
__global__ void k(int* out, int n) { out[0] = n; }
void run(int* out) {
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(1);
  configuration.blockDim = dim3(32);
  cudaLaunchKernelEx(&configuration, k, out, 3);
}

//// in_a_macro
#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)
#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));     \
  } while (0)
#include <cstdio>
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  LAUNCH(k, out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

//// template_with_explicit_arguments
template <int Tile, class T>
__global__ void k(T* out) { out[0] = Tile; }
void run(float* out) {
  k<32><<<1, 32>>>(out);
  k<16, float><<<1, 16>>>(out);
}

//// template_argument_is_missing
template <int Tile>
__global__ void k(float* out) { out[0] = Tile; }
void run(float* out) {
  k<<<1, 32>>>(out);  // refused: k
}

//// template_argument_is_not_constant
template <int Tile>
__global__ void k(float* out) { out[0] = Tile; }
void run(float* out, int tile) {
  k<tile><<<1, 32>>>(out);  // refused: k
}

//// type_of_a_host_function
template <class T>
__global__ void k(T value, int* out) { out[0] = value.x; }
void run(int* out) {
  struct Local { int x; };
  k<<<1, 32>>>(Local{1}, out);  // refused: defined inside a __host__ function
}

//// lambda_through_a_template
template <class F>
__global__ void k(F f, int* out) { out[0] = sizeof(f); }
template <class F>
void launch(F f, int* out) {
  k<<<1, 32>>>(f, out);  // refused: a lambda
}
void run(int* out) {
  launch([](int x) { return x; }, out);
}

//// pointer_to_a_type_of_a_host_function
__global__ void k(void* out) { *static_cast<int*>(out) = 1; }
void run() {
  struct Local { int x; };
  Local* out;
  cudaMalloc(&out, sizeof(Local));
  k<<<1, 1>>>(out);
}
