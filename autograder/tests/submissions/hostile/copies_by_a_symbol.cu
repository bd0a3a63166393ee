// The output goes through a variable, by copies within the device.
#include "copy.cuh"

__device__ float staged[1 << 22];

void copy_scalar(float* out, const float* in, int n) {
  for (int done = 0; done < n; done += 1 << 22) {
    const size_t bytes = sizeof(float) * min(n - done, 1 << 22);
    cudaMemcpyToSymbol(staged, in + done, bytes, 0, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromSymbol(out + done, staged, bytes, 0, cudaMemcpyDeviceToDevice);
  }
}
