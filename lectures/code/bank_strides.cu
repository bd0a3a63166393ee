// Lecture 6: reads of shared memory at several strides and of several types. One warp; the emulator counts wavefronts.
#include <cuda_runtime.h>

#include <cstdio>

// [reads]
// Each line is one load of a warp. `l` is the lane.
__global__ void reads(float* out) {
  __shared__ float words[32 * 33];
  __shared__ double doubles[32];
  __shared__ unsigned char bytes[32 * 32];
  const int l = threadIdx.x;
  for (int i = l; i < 32 * 33; i += 32) words[i] = i;
  for (int i = l; i < 32 * 32; i += 32) bytes[i] = i % 7;
  doubles[l] = l;
  __syncwarp();

  float sum = 0;
  sum += words[l];                        // neighbours
  sum += words[2 * l];                    // every second word
  sum += words[3 * l];                    // every third word
  sum += words[32 * l];                   // a column of a tile with rows of 32 words
  sum += words[33 * l];                   // the same column with rows of 33
  sum += words[7];                        // one word for all lanes
  sum += words[l / 2];                    // one word for two lanes each
  sum += static_cast<float>(doubles[l]);  // two words for each lane
  sum += bytes[l];                        // four bytes in a word
  sum += bytes[32 * l];                   // a column of bytes, rows of 8 words
  out[l] = sum;
}
// [reads]

int main() {
  float* out;
  if (cudaMalloc(&out, 32 * sizeof(float)) != cudaSuccess) return 1;
  reads<<<1, 32>>>(out);
  float found[32];
  if (cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(out);
  int wrong = 0;
  for (int l = 0; l < 32; ++l) {
    const int expected = l + 2 * l + 3 * l + 32 * l + 33 * l + 7 + l / 2 + l + l % 7 + 32 * l % 7;
    wrong += found[l] != expected;
  }
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
