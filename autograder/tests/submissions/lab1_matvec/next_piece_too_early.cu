// No barrier at the end of the loop: the next piece overwrites what others still read.
#include "matvec.cuh"
const int BLOCK = 256;

__global__ void matvec_smem(const float* mat, const float* vec, float* res, int nrows, int ncols) {
  __shared__ float buf[BLOCK];
  int row = blockIdx.x * BLOCK + threadIdx.x;
  float dot = 0;
  int done = 0;
  while (done < ncols) {
    int todo = ncols - done;
    if (todo > BLOCK) todo = BLOCK;
    if ((int)threadIdx.x < todo) buf[threadIdx.x] = vec[done + threadIdx.x];
    __syncthreads();
    if (row < nrows) {
      const float* m = mat + (size_t)row * ncols + done;
      for (int i = 0; i < todo; i++) dot += m[i] * buf[i];
    }
    done += todo;
  }
  if (row < nrows) res[row] = dot;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  int nblocks = (rows + BLOCK - 1) / BLOCK;
  matvec_smem<<<nblocks, BLOCK>>>(A, x, y, rows, columns);
}
