// Wrong: a copy to the host that is said to go to the device (situation 2).
#include "spaces.cuh"

__device__ float table[TABLE];

void make_copy(int situation, const CopyJob* job) {
  const CopyJob& j = *job;
  const size_t row = j.width * sizeof(float);
  const float* corner = (const float*)((const char*)j.from + j.y * j.from_pitch) + j.x;
  cudaMemcpy3DParms box = {};
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  switch (situation) {
    case 1:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyHostToDevice);
      break;
    case 2:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyHostToDevice);
      break;
    case 3:
      cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToDevice);
      break;
    case 4:
      cudaMemcpy2D(j.to, j.to_pitch, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      break;
    case 5:
      cudaMemcpy2D(j.to, j.to_pitch, corner, j.from_pitch, row, j.height, cudaMemcpyDeviceToHost);
      break;
    case 6:
      box.srcPtr = make_cudaPitchedPtr((void*)j.from, j.from_pitch, j.from_pitch, j.from_rows);
      box.srcPos = make_cudaPos(j.x * sizeof(float), j.y, j.z);
      box.dstPtr = make_cudaPitchedPtr(j.to, j.to_pitch, j.to_pitch, j.to_rows);
      box.extent = make_cudaExtent(row, j.height, j.depth);
      box.kind = cudaMemcpyDeviceToDevice;
      cudaMemcpy3D(&box);
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
