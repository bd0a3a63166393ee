// Piece by piece the records go to constant memory, where each lane reads an address of its own.
#include "banks.cuh"

constexpr int PIECE = 8000;
__constant__ Record piece[PIECE + WINDOW];

__global__ void best(float* out, int first, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= PIECE || first + i >= n) return;
  const int priority = piece[i].priority;
  float largest = piece[i].value;
  for (int k = 1; k < WINDOW && first + i + k < n; ++k) {
    if (piece[i + k].priority >= priority) largest = fmaxf(largest, piece[i + k].value);
  }
  out[first + i] = largest;
}

void best_in_window(float* out, const Record* in, int n) {
  for (int first = 0; first < n; first += PIECE) {
    const int count = min(PIECE + WINDOW, n - first);
    cudaMemcpyToSymbol(piece, in + first, sizeof(Record) * count, 0, cudaMemcpyDeviceToDevice);
    best<<<(PIECE + 255) / 256, 256>>>(out, first, n);
  }
}
