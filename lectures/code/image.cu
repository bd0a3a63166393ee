// Lecture 8: an image with padded rows, weights in constant memory, and the copies that belong to each.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int WIDTH = 45, HEIGHT = 20;  // pixels
constexpr int THREADS = 64;

// [constant]
__constant__ float weights[3];

// Each pixel becomes the weighted sum of itself and its two neighbours in the row; outside of the image is 0.
__global__ void smooth(float* out, const float* in, size_t pitch) {
  const int x = blockIdx.x * THREADS + threadIdx.x;
  const int y = blockIdx.y;
  if (x >= WIDTH) return;
  // The pitch is in bytes: first go y rows of bytes down, and only then say that floats lie there.
  const char* const first = reinterpret_cast<const char*>(in);
  const float* const row = reinterpret_cast<const float*>(first + y * pitch);
  float* const target = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + y * pitch);
  float sum = weights[1] * row[x];  // all lanes want the same weight: one wavefront
  if (x > 0) sum += weights[0] * row[x - 1];
  if (x + 1 < WIDTH) sum += weights[2] * row[x + 1];
  target[x] = sum;
}
// [constant]

int main() {
  std::vector<float> image(WIDTH * HEIGHT), result(WIDTH * HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT; ++i) image[i] = i % 17;
  // [copies]
  const float host_weights[3] = {0.25f, 0.5f, 0.25f};
  // A symbol, not an address; the size is in bytes.
  if (cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights) != cudaSuccess) return 1;

  float *in, *out;
  size_t pitch, pitch_of_out;  // the distance of two rows, in bytes; CUDA chooses it
  const size_t row_bytes = WIDTH * sizeof(float);
  if (cudaMallocPitch(&in, &pitch, row_bytes, HEIGHT) != cudaSuccess) return 1;
  if (cudaMallocPitch(&out, &pitch_of_out, row_bytes, HEIGHT) != cudaSuccess) return 1;
  if (pitch != pitch_of_out) return 1;
  // On the host the rows follow each other without padding: its pitch is the width.
  cudaMemcpy2D(in, pitch, image.data(), row_bytes, row_bytes, HEIGHT, cudaMemcpyHostToDevice);
  smooth<<<dim3((WIDTH + THREADS - 1) / THREADS, HEIGHT), THREADS>>>(out, in, pitch);
  cudaMemcpy2D(result.data(), row_bytes, out, pitch, row_bytes, HEIGHT, cudaMemcpyDeviceToHost);
  // [copies]
  cudaFree(in);
  cudaFree(out);

  int wrong = 0;
  for (int y = 0; y < HEIGHT; ++y) {
    for (int x = 0; x < WIDTH; ++x) {
      const auto at = [&](int column) { return column < 0 || column >= WIDTH ? 0 : image[y * WIDTH + column]; };
      wrong += result[y * WIDTH + x] != 0.5f * at(x) + 0.25f * at(x - 1) + 0.25f * at(x + 1);
    }
  }
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
