// Functions of CUDA's mathematics that the host does not have, at points where the result is exact or rounded the same;
// constants, complex numbers, conversions that saturate.
#include <cuComplex.h>
#include <math_constants.h>

#include "check.hpp"

__global__ void exact(float* out) {
  int i = 0;
  out[i++] = sinpif(0.5f) + 2 * sinpif(1.0f) + 4 * sinpif(-2.5f);
  out[i++] = cospif(1.0f) + 2 * cospif(0.5f) + 4 * cospif(4.0f);
  float sine, cosine;
  sincospif(1.5f, &sine, &cosine);
  out[i++] = sine + cosine;
  out[i++] = rsqrtf(0.25f) + __frsqrt_rn(16.0f) + __frcp_rn(8.0f);
  out[i++] = norm3df(2.0f, 3.0f, 6.0f);
  out[i++] = __fdividef(1.0f, 4.0f) + fdividef(3.0f, 2.0f) + __saturatef(3.0f) + __saturatef(-1.0f);
  out[i++] = rcbrtf(0.125f) + rhypotf(3.0f, 4.0f) * 5.0f;
  out[i++] = normcdff(0.0f);
  out[i++] = exp10f(2.0f) + exp2f(5.0f);
  out[i++] = static_cast<float>(max(3, 7) + min(2u, 9u) + llmax(4, 5) + static_cast<int>(umin(3, 8)));
  out[i++] = static_cast<float>(__float2int_rn(2.5f) + __float2int_rz(-2.5f) + __double2int_ru(2.25));
  out[i++] = static_cast<float>(__hadd(7, 8) + __rhadd(7, 8) + static_cast<int>(__urhadd(1u, 2u)));
  out[i++] = __uint2float_rn(__funnelshift_lc(1u, 2u, 40u) + __funnelshift_r(16u, 0u, 2u) +
                             __byte_perm(0x01020304u, 0u, 0x4440u));
  out[i++] = __ll2float_rn(__mul64hi(1ll << 62, 8ll) + static_cast<long long>(__brevll(1ull) >> 60));
  out[i++] = static_cast<float>(__float2ll_rz(1e30f) == 0x7fffffffffffffffll) + __double2float_rn(0.5) +
             static_cast<float>(__int2double_rn(3));
}

__global__ void mandelbrot(int* out, int width) {
  const int x = threadIdx.x, y = blockIdx.x;
  const cuFloatComplex c = make_cuFloatComplex(-2.0f + 3.0f * x / width, -1.0f + 2.0f * y / width);
  cuFloatComplex z = make_cuFloatComplex(0, 0);
  int steps = 0;
  for (; steps < 8 && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 16; ++steps)
    z = cuCaddf(cuCmulf(z, z), c);
  out[y * width + x] = steps == 8;
}

int main() {
  constexpr int n = 15, width = 32;
  float *out, host[n];
  int *inside, picture[width * width];
  CHECK(cudaMalloc(&out, sizeof host));
  CHECK(cudaMalloc(&inside, sizeof picture));
  exact<<<1, 1>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) std::printf("%d: %.4f\n", i, host[i]);
  mandelbrot<<<width, width>>>(inside, width);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(picture, inside, sizeof picture, cudaMemcpyDeviceToHost));
  int count = 0;
  for (const int one : picture) count += one;
  std::printf("inside %s, pi %.6f\n", count > 380 && count < 470 ? "as expected" : "wrong", CUDART_PI_F);
  CHECK(cudaFree(out));
  CHECK(cudaFree(inside));
}
