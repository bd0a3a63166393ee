// Situation 4 goes on with situation 5.
#include "spaces.cuh"

__device__ float table[TABLE];

void make_copy(int situation, const CopyJob* job) {
  size_t bytes = job->width * sizeof(float);
  switch (situation) {
    case 1:
      cudaMemcpy(job->to, job->from, bytes, cudaMemcpyHostToDevice);
      break;
    case 2:
      cudaMemcpy(job->to, job->from, bytes, cudaMemcpyDeviceToHost);
      break;
    case 3:
      cudaMemcpy(job->to, job->from, bytes, cudaMemcpyDeviceToDevice);
      break;
    case 4:
      cudaMemcpy2D(job->to, job->to_pitch, job->from, job->from_pitch, bytes, job->height,
                   cudaMemcpyHostToDevice);  // @change
    case 5: {
      const char* start = (const char*)job->from + job->y * job->from_pitch + job->x * sizeof(float);
      cudaMemcpy2D(job->to, job->to_pitch, start, job->from_pitch, bytes, job->height, cudaMemcpyDeviceToHost);
      break;
    }
    case 6: {
      cudaMemcpy3DParms p = {};
      p.srcPtr = make_cudaPitchedPtr((void*)job->from, job->from_pitch, job->from_pitch, job->from_rows);
      p.dstPtr = make_cudaPitchedPtr(job->to, job->to_pitch, job->to_pitch, job->to_rows);
      p.srcPos = make_cudaPos(job->x * sizeof(float), job->y, job->z);
      p.extent = make_cudaExtent(bytes, job->height, job->depth);
      p.kind = cudaMemcpyDeviceToDevice;
      cudaMemcpy3D(&p);
      break;
    }
    case 7:
      cudaMemcpyToSymbol(table, job->from, bytes);
      break;
    case 8:
      cudaMemcpyFromSymbol(job->to, table, bytes, job->x * sizeof(float));
      break;
    case 9: {
      cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
      cudaArray_t array;
      cudaMallocArray(&array, &one, job->width, job->height);
      cudaMemcpy2DToArray(array, 0, 0, job->from, job->from_pitch, bytes, job->height, cudaMemcpyHostToDevice);
      cudaMemcpy2DFromArray(job->to, job->to_pitch, array, 0, 0, bytes, job->height, cudaMemcpyDeviceToDevice);
      cudaFreeArray(array);
      break;
    }
    case 10:
      cudaMemset2D(job->to, job->to_pitch, 0, bytes, job->height);
      break;
  }
}
