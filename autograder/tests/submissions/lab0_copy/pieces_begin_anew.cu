// Every launch copies the first piece: where it begins is handed to neither pointer.
#include "copy.cuh"
#include <algorithm>

__global__ void piece(float* o, const float* i, int count) {
  const int step = gridDim.x * blockDim.x;
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < count; e += step) o[e] = i[e];
}

void copy_grid_stride(float* out, const float* in, int n) {
  const int PIECE = 1 << 16;
  auto one = [&](int done) {
    int count = std::min(PIECE, n - done);
    piece<<<64, 256>>>(out, in, count);  // @launch
  };
  for (int done = 0; done < n; done += PIECE) one(done);
}
