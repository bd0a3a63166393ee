// A function copies a slice, and a loop calls it for each slice of the box (8.5).
#include "spaces.cuh"

// Part 8.5: one copy, by the call that is made for it.
__device__ float stored[TABLE];

static void copy_slice(const CopyJob& j, size_t s) {
  const char* src = (const char*)j.from + ((j.z + s) * j.from_rows + j.y) * j.from_pitch + j.x * sizeof(float);
  char* dst = (char*)j.to + s * j.to_rows * j.to_pitch;
  cudaMemcpy2D(dst, j.to_pitch, src, j.from_pitch, j.width * sizeof(float), j.height, cudaMemcpyDeviceToDevice);
}

void make_copy(int situation, const CopyJob* job) {
  const CopyJob& j = *job;
  const size_t row = j.width * sizeof(float);  // bytes
  switch (situation) {
    case 1:  // host to device, `width` floats in a row
      cudaMemcpy(j.to, j.from, row, cudaMemcpyHostToDevice);
      break;
    case 2:  // device to host
      cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToHost);
      break;
    case 3:  // device to device
      cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToDevice);
      break;
    case 4:  // host image to pitched
      cudaMemcpy2D(j.to, j.to_pitch, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      break;
    case 5: {  // rectangle of a pitched image to the host
      const char* corner = (const char*)j.from + j.y * j.from_pitch + j.x * sizeof(float);
      cudaMemcpy2D(j.to, j.to_pitch, corner, j.from_pitch, row, j.height, cudaMemcpyDeviceToHost);
      break;
    }
    case 6:                                   // box
      for (size_t s = 0; s < j.depth; ++s) {  // @loop
        copy_slice(j, s);
      }
      break;
    case 7:  // into the symbol
      cudaMemcpyToSymbol(stored, j.from, row);
      break;
    case 8:  // out of the symbol, offset in bytes
      cudaMemcpyFromSymbol(j.to, stored, row, j.x * sizeof(float));
      break;
    case 9: {  // through an array
      const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
      cudaArray_t array = nullptr;
      cudaMallocArray(&array, &format, j.width, j.height);
      cudaMemcpy2DToArray(array, 0, 0, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      cudaMemcpy2DFromArray(j.to, j.to_pitch, array, 0, 0, row, j.height, cudaMemcpyDeviceToDevice);
      cudaFreeArray(array);
      break;
    }
    case 10:  // fill
      cudaMemset2D(j.to, j.to_pitch, 0, row, j.height);
      break;
  }
}
