// Lab 0, copy: your file. README.md beside it explains each part; `./grade lab0` tells you how far you are.
#include "copy.cuh"

constexpr int THREADS = 256;  // of a block

// Part 0.1, scalar: one thread, one float.
__global__ void scalar_kernel(float* out, const float* in, int n) {
  // TODO: which element is this thread's? Is there such an element?
}

void copy_scalar(float* out, const float* in, int n) {
  // TODO: scalar_kernel<<<blocks, THREADS>>>(out, in, n), with enough blocks for n elements.
}

// Part 0.2, grid-stride: a fixed number of blocks, whatever n is; each thread goes on by the size of the grid.
void copy_grid_stride(float* out, const float* in, int n) {
  // TODO
}

// Part 0.3, float4: 16 bytes a thread, and what is left over at the end.
void copy_float4(float* out, const float* in, int n) {
  // TODO
}

// Part 0.4, structures to arrays: coalesced on both sides.
void split_points(float* x, float* y, float* z, const float* points, int n) {
  // TODO
}

// Part 0.5, shifted: what is not aligned, by loads that are.
void copy_shifted(float* out, const float* in, int n, int shift) {
  // TODO
}

// Part 0.6, divergence: logistic() for even elements, scrambled() for odd ones.
void two_kinds(float* out, const float* in, int n, int rounds) {
  // TODO
}

// Part 0.7, open end: records of k floats into k arrays, as fast as a copy.
void split_records(float* out, const float* records, int n, int k, int pitch) {
  // TODO
}
