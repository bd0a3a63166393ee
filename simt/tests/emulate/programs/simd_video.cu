// SIMD intrinsics: bytes and halves of words, as in video filters; and sums of products of bytes.
#include "check.hpp"

constexpr int functions = 24;

__global__ void apply(unsigned* out, const unsigned* a, const unsigned* b) {
  const unsigned i = threadIdx.x, x = a[i], y = b[i];
  unsigned* const mine = out + functions * i;
  mine[0] = __vadd4(x, y);
  mine[1] = __vsub2(x, y);
  mine[2] = __vaddus4(x, y);
  mine[3] = __vsubss4(x, y);
  mine[4] = __vaddss2(x, y);
  mine[5] = __vavgu4(x, y);
  mine[6] = __vavgs2(x, y);
  mine[7] = __vabsdiffu4(x, y);
  mine[8] = __vabsdiffs2(x, y);
  mine[9] = __vmaxs4(x, y);
  mine[10] = __vminu2(x, y);
  mine[11] = __vcmpgtu4(x, y);
  mine[12] = __vcmpeq2(x, y);
  mine[13] = __vsetles4(x, y);
  mine[14] = __vsadu4(x, y);
  mine[15] = __vsads2(x, y);
  mine[16] = __vneg4(x);
  mine[17] = __vabs2(x);
  mine[18] = __vabsss4(x);
  mine[19] = __vhaddu4(x, y);
  mine[20] = static_cast<unsigned>(__dp4a(static_cast<int>(x), static_cast<int>(y), 1000));
  mine[21] = __dp4a(x, y, 1000u);
  mine[22] = __vnegss2(x);
  mine[23] = __vavgs4(x, y);
}

int main() {
  constexpr int n = 64;
  unsigned a[n], b[n], out[functions * n];
  for (int i = 0; i < n; ++i) {
    a[i] = 2654435761u * (i + 1);
    b[i] = i % 8 == 0 ? a[i] : 2246822519u * (i + 7) ^ 0x80007f80u;
  }
  a[3] = 0x80808080u;
  b[3] = 0x7f7f7f7fu;
  unsigned *device_a, *device_b, *device_out;
  CHECK(cudaMalloc(&device_a, sizeof a));
  CHECK(cudaMalloc(&device_b, sizeof b));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_a, a, sizeof a, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b, sizeof b, cudaMemcpyHostToDevice));
  apply<<<1, n>>>(device_out, device_a, device_b);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int f = 0; f < functions; ++f) {
    unsigned long long sum = 0;
    for (int i = 0; i < n; ++i) sum = sum * 31 + out[functions * i + f];
    std::printf("%2d: %08x %08x %016llx\n", f, out[3 * functions + f], out[5 * functions + f], sum);
  }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_out));
}
