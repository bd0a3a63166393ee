// The beginning of the piece is found by the pitch of the other side.
#include "spaces.cuh"

__device__ const float* row_of(const float* image, size_t pitch, int y) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(image) + y * pitch);
}

__device__ float* row_of(float* image, size_t pitch, int y) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
}

__device__ void store_four(float* row, int x, int width, float4 four) {
  float* const to = row + x;
  if (x + 3 < width) {
    *reinterpret_cast<float4*>(to) = four;
    return;
  }
  to[0] = four.x;
  if (x + 1 < width) to[1] = four.y;
  if (x + 2 < width) to[2] = four.z;
}

__device__ float4 four_of(const float* in, size_t pitch, int x, int y, int width, int height) {
  if (y < 0 || y >= height || x >= width) return make_float4(0, 0, 0, 0);
  float4 four = __ldg(reinterpret_cast<const float4*>(row_of(in, pitch, y) + x));
  if (x + 1 >= width) four.y = 0;
  if (x + 2 >= width) four.z = 0;
  if (x + 3 >= width) four.w = 0;
  return four;
}

__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  char* const slice = static_cast<char*>(volume.ptr) + z * (volume.pitch * height);
  return reinterpret_cast<float*>(slice + y * volume.pitch);
}

__device__ float numbers[TABLE];

const char* beginning(const CopyJob& job) {
  return reinterpret_cast<const char*>(job.from) + job.y * job.to_pitch + job.x * sizeof(float);  // @here
}

void by_array(const CopyJob& job, size_t bytes) {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t between = nullptr;
  cudaMallocArray(&between, &channels, job.width, job.height);
  cudaMemcpy2DToArray(between, 0, 0, job.from, job.from_pitch, bytes, job.height, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(job.to, job.to_pitch, between, 0, 0, bytes, job.height, cudaMemcpyDeviceToDevice);
  cudaFreeArray(between);
}

void box(const CopyJob& job, size_t bytes) {
  cudaMemcpy3DParms parms = {};
  parms.kind = cudaMemcpyDeviceToDevice;
  parms.extent = make_cudaExtent(bytes, job.height, job.depth);
  parms.srcPtr.ptr = const_cast<float*>(job.from);
  parms.srcPtr.pitch = job.from_pitch;
  parms.srcPtr.xsize = job.from_pitch;
  parms.srcPtr.ysize = job.from_rows;
  parms.srcPos.x = job.x * sizeof(float);
  parms.srcPos.y = job.y;
  parms.srcPos.z = job.z;
  parms.dstPtr.ptr = job.to;
  parms.dstPtr.pitch = job.to_pitch;
  parms.dstPtr.xsize = job.to_pitch;
  parms.dstPtr.ysize = job.to_rows;
  cudaMemcpy3D(&parms);
}

void make_copy(int situation, const CopyJob* pointer) {
  const CopyJob& job = *pointer;
  const size_t bytes = job.width * sizeof(float);
  if (situation == 1) cudaMemcpy(job.to, job.from, bytes, cudaMemcpyHostToDevice);
  if (situation == 2) cudaMemcpy(job.to, job.from, bytes, cudaMemcpyDeviceToHost);
  if (situation == 3) cudaMemcpy(job.to, job.from, bytes, cudaMemcpyDeviceToDevice);
  if (situation == 4) {
    cudaMemcpy2D(job.to, job.to_pitch, job.from, job.from_pitch, bytes, job.height, cudaMemcpyHostToDevice);
  }
  if (situation == 5) {
    cudaMemcpy2D(job.to, job.to_pitch, beginning(job), job.from_pitch, bytes, job.height, cudaMemcpyDeviceToHost);
  }
  if (situation == 6) box(job, bytes);
  if (situation == 7) cudaMemcpyToSymbol(numbers, job.from, bytes);
  if (situation == 8) cudaMemcpyFromSymbol(job.to, numbers, bytes, job.x * sizeof(float));
  if (situation == 9) by_array(job, bytes);
  if (situation == 10) cudaMemset2D(job.to, job.to_pitch, 0, bytes, job.height);
}

__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

__device__ float4 border_four(const float* row, int x, int width) {
  return make_float4(row[nearest(x, width)], row[nearest(x + 1, width)], row[nearest(x + 2, width)],
                     row[nearest(x + 3, width)]);
}
