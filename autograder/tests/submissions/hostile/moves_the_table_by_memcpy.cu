// An array of the host in place of the symbol, and the C library to copy it.
#include <cstring>
#include "spaces.cuh"
float table[TABLE];
void copy_box(const CopyJob& job) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(const_cast<float*>(job.from), job.from_pitch, job.from_pitch, job.from_rows);
  box.srcPos = make_cudaPos(job.x * sizeof(float), job.y, job.z);
  box.dstPtr = make_cudaPitchedPtr(job.to, job.to_pitch, job.to_pitch, job.to_rows);
  box.extent = make_cudaExtent(job.width * sizeof(float), job.height, job.depth);
  box.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&box);
}

void copy_through_array(const CopyJob& job) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const size_t bytes = job.width * sizeof(float);
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &one_float, job.width, job.height);
  cudaMemcpy2DToArray(array, 0, 0, job.from, job.from_pitch, bytes, job.height, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(job.to, job.to_pitch, array, 0, 0, bytes, job.height, cudaMemcpyDeviceToDevice);
  cudaFreeArray(array);
}
void make_copy(int situation, const CopyJob* job) {
  const size_t bytes = job->width * sizeof(float);
  const char* const corner =
      reinterpret_cast<const char*>(job->from) + job->y * job->from_pitch + job->x * sizeof(float);
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
      cudaMemcpy2D(job->to, job->to_pitch, job->from, job->from_pitch, bytes, job->height, cudaMemcpyHostToDevice);
      break;
    case 5:
      cudaMemcpy2D(job->to, job->to_pitch, corner, job->from_pitch, bytes, job->height, cudaMemcpyDeviceToHost);
      break;
    case 6:
      copy_box(*job);
      break;
    case 7:
      memcpy(table, job->from, bytes);
      break;
    case 8:
      memcpy(job->to, table + job->x, bytes);
      break;
    case 9:
      copy_through_array(*job);
      break;
    case 10:
      cudaMemset2D(job->to, job->to_pitch, 0, bytes, job->height);
      break;
  }
}
