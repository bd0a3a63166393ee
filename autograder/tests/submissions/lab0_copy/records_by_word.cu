// Right, but a thread takes one float in the order of the input: the stores of a warp go to k arrays.
#include "copy.cuh"

__global__ void kernel(float* out, const float* records, size_t floats, int k, int pitch) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < floats) out[word % k * pitch + word / k] = records[word];
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  const size_t floats = static_cast<size_t>(n) * k;
  kernel<<<static_cast<unsigned>((floats + 255) / 256), 256>>>(out, records, floats, k, pitch);
}
