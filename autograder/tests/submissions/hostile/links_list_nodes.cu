// A list of the C++ library that takes the input for one of its nodes.
#include <list>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

void transpose_naive(float* out, const float* in, int width, int height) {
  std::__detail::_List_node_base node;
  node._M_hook(reinterpret_cast<std::__detail::_List_node_base*>(const_cast<float*>(in)));
  fill<<<(width * height + 255) / 256, 256>>>(out, static_cast<float>(reinterpret_cast<size_t>(node._M_prev)),
                                              width * height);
}
