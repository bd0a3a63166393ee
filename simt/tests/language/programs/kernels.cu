//// right
__global__ void k(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void run(const float* in, float* out, int n) { k<<<(n + 255) / 256, 256>>>(in, out, n); }

//// no_global
void k(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void run(const float* in, float* out, int n) { k<<<1, 256>>>(in, out, n); }  // refused: k

//// no_global_and_no_index
void k(float* out) { out[0] = 1; }
void run(float* out) {
  k<<<1, 1>>>(out);  // refused: __global__
}

//// device_in_its_place
__device__ void k(float* out) { out[threadIdx.x] = 1; }
void run(float* out) {
  k<<<1, 32>>>(out);  // refused: __global__
}

//// returns_int
__global__ int k(int* out) {  // refused: void
  out[0] = 1;
  return 0;
}

//// returns_auto
__global__ auto k(int* out) {  // refused: void
  return out[0];
}

//// returns_auto_that_is_void
__global__ auto k(int* out) {  // refused: void
  out[0] = 1;
}

//// no_return_type
__global__ k(int* out) {  // refused: type
  out[0] = 1;
}

//// returns_a_value_from_void
__global__ void k(int* out) {
  return out[0];  // refused: return
}

//// member
struct Sum {
  __global__ void k(int* out) { out[0] = 1; }  // refused: member
};

//// static_member
struct Sum {
  __global__ static void k(int* out) { out[0] = 1; }  // refused: member
};

//// friend_kernel
class Sum {
  int value = 1;
  friend __global__ void k(Sum* sum);
};
__global__ void k(Sum* sum) { sum->value = 2; }
void run(Sum* sum) { k<<<1, 1>>>(sum); }

//// variadic
__global__ void k(int* out, ...) {  // refused: ellipsis
  out[0] = 1;
}

//// template_pack
template <class... T>
__global__ void k(int* out, T... values) { out[0] = (0 + ... + values); }
void run(int* out) { k<<<1, 1>>>(out, 1, 2, 3); }

//// reference_parameter
__global__ void k(int& out) {
  out = 1;
}

//// const_reference_parameter
struct Big {
  int values[8];
};
__global__ void k(const Big& big, int* out) {
  out[0] = big.values[0];
}

//// struct_by_value
struct Big {
  int values[8];
};
__global__ void k(const Big big, int* out) { out[0] = big.values[0]; }
void run(int* out) { k<<<1, 1>>>(Big{{1, 2}}, out); }

//// default_argument
__global__ void k(int* out, int value = 3) { out[0] = value; }
void run(int* out) { k<<<1, 1>>>(out); }

//// device_and_global
__global__ __device__ void k(int* out) {  // refused: __global__
  out[0] = 1;
}

//// host_and_global
__global__ __host__ void k(int* out) {  // refused: __global__
  out[0] = 1;
}

//// launch_bounds
__global__ void __launch_bounds__(256) k(int* out) { out[0] = 1; }
__launch_bounds__(128, 2) __global__ void l(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1, 256>>>(out);
  l<<<1, 128>>>(out);
}

//// inline_and_static
static __global__ void k(int* out) { out[0] = 1; }
extern "C" __global__ void l(int* out) { out[0] = 2; }
void run(int* out) {
  k<<<1, 1>>>(out);
  l<<<1, 1>>>(out);
}

//// qualifier_after_void
void __global__ k(int* out) { out[0] = 1; }
void run(int* out) { k<<<1, 1>>>(out); }

//// two_kernels_of_one_name
__global__ void k(int* out) { out[0] = 1; }
__global__ void k(float* out) { out[0] = 2; }
void run(int* a, float* b) {
  k<<<1, 1>>>(a);
  k<<<1, 1>>>(b);
}

//// defined_twice
__global__ void k(int* out) { out[0] = 1; }
__global__ void k(int* out) {  // refused: k
  out[0] = 2;
}

//// grid_constant
struct Big {
  int values[8];
};
__global__ void k(const __grid_constant__ Big big, int* out) { out[0] = big.values[threadIdx.x]; }

//// restrict_and_const
__global__ void k(const float* __restrict__ in, float* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void l(float const* const in, float* const out) { out[threadIdx.x] = in[threadIdx.x]; }

//// writes_through_const
__global__ void k(const float* in) {
  in[threadIdx.x] = 1;  // refused: modifiable lvalue
}

//// main_is_a_kernel
__global__ void main() {}  // refused: main

//// called_in_a_kernel
__global__ void l(int* out) { out[0] = 1; }
__global__ void k(int* out) {
  l(out);  // refused: l
}

//// explicit_instantiation
template <int N>
__global__ void k(int* out) { out[0] = N; }
template __global__ void k<3>(int*);
void run(int* out) { k<3><<<1, 1>>>(out); }

//// specialisation
template <class T>
__global__ void k(T* out) { out[0] = 1; }
template <>
__global__ void k<float>(float* out) { out[0] = 2; }
void run(int* a, float* b) {
  k<<<1, 1>>>(a);
  k<<<1, 1>>>(b);
}

//// virtual_member
struct Sum {
  virtual __global__ void k(int* out) { out[0] = 1; }  // refused: member
};

//// local_kernel_declaration
void run(int* out) {
  __global__ void k(int* out);
  k<<<1, 1>>>(out);
}
__global__ void k(int* out) { out[0] = 1; }
