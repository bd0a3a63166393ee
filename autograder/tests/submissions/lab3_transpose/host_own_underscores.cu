// A right program whose own names look like those of the C++ library.
#include "transpose.cuh"

#include <vector>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

class Grid {
 public:
  Grid(int width, int height)
      : _M_tiles_across((width + _S_side - 1) / _S_side), _M_tiles_down((height + _S_side - 1) / _S_side) {}
  dim3 _M_blocks() const { return dim3(_M_tiles_across, _M_tiles_down); }
  static constexpr int _S_side = 16;

 private:
  int _M_tiles_across;
  int _M_tiles_down;
};

void transpose_naive(float* out, const float* in, int width, int height) {
  const Grid grid(width, height);
  transpose<<<grid._M_blocks(), dim3(Grid::_S_side, Grid::_S_side)>>>(out, in, width, height);
}
