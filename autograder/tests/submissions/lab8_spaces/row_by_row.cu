// Right, but every row of a rectangle or a box is a copy of its own (8.5).
#include "spaces.cuh"

__device__ float table[TABLE];

static void copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t bytes, size_t rows,
                      cudaMemcpyKind kind) {
  for (size_t y = 0; y < rows; ++y) {
    cudaMemcpy((char*)to + y * to_pitch, (const char*)from + y * from_pitch, bytes, kind);
  }
}

void make_copy(int situation, const CopyJob* job) {
  const CopyJob& j = *job;
  const size_t row = j.width * sizeof(float);
  const float* corner = (const float*)((const char*)j.from + j.y * j.from_pitch) + j.x;
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  switch (situation) {
    case 1:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyHostToDevice);
      break;
    case 2:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToHost);
      break;
    case 3:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToDevice);
      break;
    case 4:
      copy_rows(j.to, j.to_pitch, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      break;
    case 5:
      copy_rows(j.to, j.to_pitch, corner, j.from_pitch, row, j.height, cudaMemcpyDeviceToHost);
      break;
    case 6:
      for (size_t z = 0; z < j.depth; ++z) {
        copy_rows((char*)j.to + z * j.to_rows * j.to_pitch, j.to_pitch,
                  (const char*)corner + (j.z + z) * j.from_rows * j.from_pitch, j.from_pitch, row, j.height,
                  cudaMemcpyDeviceToDevice);
      }
      break;
    case 7:
      cudaMemcpyToSymbol(table, j.from, row);
      break;
    case 8:
      cudaMemcpyFromSymbol(j.to, table, row, j.x * sizeof(float));
      break;
    case 9:
      cudaMallocArray(&array, &format, j.width, j.height);
      cudaMemcpy2DToArray(array, 0, 0, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      cudaMemcpy2DFromArray(j.to, j.to_pitch, array, 0, 0, row, j.height, cudaMemcpyDeviceToDevice);
      cudaFreeArray(array);
      break;
    case 10:
      cudaMemset2D(j.to, j.to_pitch, 0, row, j.height);
      break;
  }
}
