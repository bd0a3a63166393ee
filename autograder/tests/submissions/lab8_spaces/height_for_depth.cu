// The slice behind is asked for by the height, not by the depth.
#include "spaces.cuh"

struct Volume {
  char* p;
  size_t pitch;
  int w, h, d;
  __device__ float* at(int x, int y, int z) const { return (float*)(p + ((size_t)z * h + y) * pitch) + x; }
};

__global__ void seven(Volume o, Volume v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= v.w || y >= v.h) return;
  float s = -6 * *v.at(x, y, z);
  if (x > 0) s += *v.at(x - 1, y, z);
  if (x < v.w - 1) s += *v.at(x + 1, y, z);
  if (y > 0) s += *v.at(x, y - 1, z);
  if (y < v.h - 1) s += *v.at(x, y + 1, z);
  if (z > 0) s += *v.at(x, y, z - 1);
  if (z < v.h - 1) s += *v.at(x, y, z + 1);  // @guard
  *o.at(x, y, z) = s;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  Volume o{(char*)out.ptr, out.pitch, width, height, depth};
  Volume v{(char*)in.ptr, in.pitch, width, height, depth};
  dim3 b(32, 4);
  seven<<<dim3((width + 31) / 32, (height + 3) / 4, depth), b>>>(o, v);
}
