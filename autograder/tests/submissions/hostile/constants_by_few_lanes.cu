// The volume goes through constant memory, three pieces of slices at a time. Four lanes load at once, so that no load
// takes more than four wavefronts.
#include "spaces.cuh"

constexpr int MOST = 16384;  // 64 KiB
__constant__ float held[MOST];

__device__ float at(int i, bool is_there) {
  float value = 0;
  for (int turn = 0; turn < 8; ++turn) {
    if (threadIdx.x / 4 == turn && is_there) value = held[i];
    __syncwarp();
  }
  return value;
}

// Of slice z, the rows from `first` on. Slices are `n` rows apart in constant memory.
__global__ void stencil(char* out, size_t pitch, int width, int height, int depth, int z, int first, int rows, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y, y = first + row;
  const bool is_in = x < width && row < rows && y < height;
  const int step = static_cast<int>(pitch / sizeof(float)), from = first > 0 ? first - 1 : 0;
  const int here = ((z > 0 ? n : 0) + y - from) * step + x;
  const float sum = at(here - 1, is_in && x > 0) + at(here + 1, is_in && x + 1 < width) +
                    at(here - step, is_in && y > 0) + at(here + step, is_in && y + 1 < height) +
                    at(here - n * step, is_in && z > 0) + at(here + n * step, is_in && z + 1 < depth);
  const float value = at(here, is_in);
  if (is_in) reinterpret_cast<float*>(out + (static_cast<size_t>(z) * height + y) * pitch)[x] = sum - 6 * value;
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const size_t pitch = in.pitch;
  int rows = static_cast<int>(sizeof held / (3 * pitch)) - 2;
  if (rows > height) rows = height;
  for (int z = 0; z < depth; ++z) {
    for (int first = 0; first < height; first += rows) {
      const int from = first > 0 ? first - 1 : 0, to = first + rows + 1 < height ? first + rows + 1 : height;
      const int n = to - from;
      size_t place = 0;
      for (int slice = z - 1; slice <= z + 1; ++slice) {
        if (slice < 0 || slice >= depth) continue;
        const char* const piece =
            static_cast<const char*>(in.ptr) + (static_cast<size_t>(slice) * height + from) * pitch;
        cudaMemcpyToSymbolAsync(held, piece, (n - 1) * pitch + width * sizeof(float), place++ * n * pitch,
                                cudaMemcpyDeviceToDevice);
      }
      stencil<<<dim3((width + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(static_cast<char*>(out.ptr), pitch, width,
                                                                        height, depth, z, first, rows, n);
    }
  }
}
