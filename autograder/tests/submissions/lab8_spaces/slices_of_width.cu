// Slices are taken to be as many rows apart as rows are long.
#include "spaces.cuh"

struct Volume {
  char* base;
  size_t pitch;
  int w, h, d;
  __device__ float* row(int y, int z) const {
    return reinterpret_cast<float*>(base + (size_t(z) * w + y) * pitch);  // @row
  }
  __device__ float at(int x, int y, int z) const {
    if (x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d) return 0;
    return row(y, z)[x];
  }
};

__global__ void seven(Volume to, Volume from) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= from.w || y >= from.h) return;
  to.row(y, z)[x] = from.at(x - 1, y, z) + from.at(x + 1, y, z) + from.at(x, y - 1, z) + from.at(x, y + 1, z) +
                    from.at(x, y, z - 1) + from.at(x, y, z + 1) - 6 * from.at(x, y, z);
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  Volume to{static_cast<char*>(out.ptr), out.pitch, width, height, depth};
  Volume from{static_cast<char*>(in.ptr), in.pitch, width, height, depth};
  seven<<<dim3((width + 31) / 32, (height + 7) / 8, depth), dim3(32, 8)>>>(to, from);
}
