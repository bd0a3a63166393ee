// The rows of a slice are said to be those of the box, and the target has more (8.5).
#include "spaces.cuh"

// Part 8.5: one copy, by the call that is made for it.
namespace copies {

__device__ float table[TABLE];

size_t bytes(size_t floats) { return floats * sizeof(float); }

void line(const CopyJob& job, cudaMemcpyKind kind) { cudaMemcpy(job.to, job.from, bytes(job.width), kind); }

void rectangle(const CopyJob& job, cudaMemcpyKind kind) {
  const char* corner = reinterpret_cast<const char*>(job.from) + job.y * job.from_pitch + bytes(job.x);
  cudaMemcpy2D(job.to, job.to_pitch, corner, job.from_pitch, bytes(job.width), job.height, kind);
}

void box(const CopyJob& job) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(const_cast<float*>(job.from), job.from_pitch, job.from_pitch, job.from_rows);
  box.srcPos = make_cudaPos(bytes(job.x), job.y, job.z);
  box.dstPtr = make_cudaPitchedPtr(job.to, job.to_pitch, job.to_pitch, job.height);
  box.extent = make_cudaExtent(bytes(job.width), job.height, job.depth);
  box.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&box);
}

void through_array(const CopyJob& job) {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, job.width, job.height);
  cudaMemcpy2DToArray(array, 0, 0, job.from, job.from_pitch, bytes(job.width), job.height, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(job.to, job.to_pitch, array, 0, 0, bytes(job.width), job.height, cudaMemcpyDeviceToDevice);
  cudaFreeArray(array);
}

}  // namespace copies

void make_copy(int situation, const CopyJob* job) {
  using namespace copies;
  if (situation == 1) return line(*job, cudaMemcpyHostToDevice);
  if (situation == 2) return line(*job, cudaMemcpyDeviceToHost);
  if (situation == 3) return line(*job, cudaMemcpyDeviceToDevice);
  if (situation == 4) return rectangle(*job, cudaMemcpyHostToDevice);
  if (situation == 5) return rectangle(*job, cudaMemcpyDeviceToHost);
  if (situation == 6) return box(*job);
  if (situation == 7) {
    cudaMemcpyToSymbol(table, job->from, bytes(job->width));
    return;
  }
  if (situation == 8) {
    cudaMemcpyFromSymbol(job->to, table, bytes(job->width), bytes(job->x));
    return;
  }
  if (situation == 9) return through_array(*job);
  cudaMemset2D(job->to, job->to_pitch, 0, bytes(job->width), job->height);
}
