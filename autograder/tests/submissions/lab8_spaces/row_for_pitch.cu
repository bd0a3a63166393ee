// The pitch of what is written is taken for the bytes of a row.
#include "spaces.cuh"
__device__ float store[TABLE];
void make_copy(int situation, const CopyJob* job) {
  const CopyJob& j = *job;
  const size_t row = j.width * sizeof(float);
  switch (situation) {
    case 1: cudaMemcpy(j.to, j.from, row, cudaMemcpyHostToDevice); break;
    case 2: cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToHost); break;
    case 3: cudaMemcpy(j.to, j.from, row, cudaMemcpyDeviceToDevice); break;
    case 4: cudaMemcpy2D(j.to, j.to_pitch, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice); break;
    case 5: {
      const char* corner = (const char*)j.from + j.y * j.from_pitch + j.x * sizeof(float);
      cudaMemcpy2D(j.to, j.to_pitch, corner, j.from_pitch, row, j.height, cudaMemcpyDeviceToHost);
      break;
    }
    case 6: {
      cudaMemcpy3DParms p = {};
      p.srcPtr = make_cudaPitchedPtr((void*)j.from, j.from_pitch, j.from_pitch / 4, j.from_rows);
      p.dstPtr = make_cudaPitchedPtr(j.to, j.to_pitch, j.to_pitch / 4, j.to_rows);
      p.srcPos = make_cudaPos(j.x * sizeof(float), j.y, j.z);
      p.extent = make_cudaExtent(row, j.height, j.depth);
      p.kind = cudaMemcpyDeviceToDevice;
      cudaMemcpy3D(&p);
      break;
    }
    case 7: cudaMemcpyToSymbol(store, j.from, row); break;
    case 8: cudaMemcpyFromSymbol(j.to, store, row, j.x * sizeof(float)); break;
    case 9: {
      cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
      cudaArray_t a;
      cudaMallocArray(&a, &f, j.width, j.height);
      cudaMemcpy2DToArray(a, 0, 0, j.from, j.from_pitch, row, j.height, cudaMemcpyHostToDevice);
      cudaMemcpy2DFromArray(j.to, row, a, 0, 0, row, j.height, cudaMemcpyDeviceToDevice);  // @row
      cudaFreeArray(a);
      break;
    }
    case 10: cudaMemset2D(j.to, j.to_pitch, 0, row, j.height); break;
  }
}
