// Lab 8, memory spaces. This is the file you write; README.md beside it says how.
#include "spaces.cuh"

// Part 8.1: five points of a pitched image.
void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  // TODO
}

// Part 8.2: seven points of a pitched volume. This is how rows of a volume are found in print. Where is it wrong?
__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  float* slice = (float*)volume.ptr + z * volume.pitch * height;
  return slice + y * volume.pitch;
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* row = row_of(in, height, y, z);
  float sum = -6 * row[x];
  // TODO: the six neighbours, those that there are
  row_of(out, height, y, z)[x] = sum;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, depth);
  seven_points<<<grid, block>>>(out, in, width, height, depth);
}

// Part 8.3: a polynomial, its coefficients in constant memory.
void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  // TODO
}

// Part 8.4: five points of an image, its border repeated, read through a texture object.
void stencil_texture(float* out, const float* in, int width, int height) {
  // TODO
}

// Part 8.5: one copy, by the call that is made for it.
void make_copy(int situation, const CopyJob* job) {
  switch (situation) {
    case 1:  // host to device, `width` floats in a row
      // TODO
      break;
  }
}

// Part 8.6: nine elements of a volume, its border repeated, read from a 3-D array through a texture object.
void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  // TODO
}

// Part 8.7: an image blurred along x and along y, at the speed of a copy.
void blur(float* out, const float* in, size_t pitch, int width, int height) {
  // TODO
}
