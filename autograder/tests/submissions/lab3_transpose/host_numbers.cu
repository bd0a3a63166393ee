// A right program that uses random numbers, complex numbers and bits beside its kernel.
#include "transpose.cuh"

#include <algorithm>
#include <bitset>
#include <complex>
#include <limits>
#include <numeric>
#include <random>
#include <valarray>
#include <vector>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> even;
  std::normal_distribution<double> normal;
  std::vector<float> values(64);
  std::generate(values.begin(), values.end(), [&] { return even(random) + static_cast<float>(normal(random)); });
  std::sort(values.begin(), values.end());
  const std::complex<double> root = std::sqrt(std::complex<double>(-1, 0));
  const std::valarray<float> weights(1.0f, values.size());
  const std::bitset<64> bits(random());
  if (std::accumulate(values.begin(), values.end(), 0.0) + root.imag() + weights.sum() + bits.count() >
      std::numeric_limits<float>::max())
    return;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
