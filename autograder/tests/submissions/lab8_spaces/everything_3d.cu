// Right in another style: cudaMemcpy3D for whatever has rows, linear copies by the default direction, symbols by their
// address, an array filled by cudaMemcpy3D.
#include "spaces.cuh"

namespace {

__constant__ float c[COEFFICIENTS];
__device__ float table[TABLE];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = c[COEFFICIENTS - 1];
#pragma unroll
  for (int k = COEFFICIENTS - 2; k >= 0; --k) value = fmaf(value, x, c[k]);
  out[i] = value;
}

template <class Symbol>
float* address_of(Symbol& symbol) {
  void* address = nullptr;
  cudaGetSymbolAddress(&address, symbol);
  return static_cast<float*>(address);
}

cudaPitchedPtr pitched(const float* memory, size_t pitch, size_t rows) {
  return make_cudaPitchedPtr(const_cast<float*>(memory), pitch, pitch, rows);
}

void copy_box(const CopyJob& job, size_t depth) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = pitched(job.from, job.from_pitch, depth > 1 ? job.from_rows : job.y + job.height);
  box.srcPos = make_cudaPos(job.x * sizeof(float), job.y, job.z);
  box.dstPtr = pitched(job.to, job.to_pitch, depth > 1 ? job.to_rows : job.height);
  box.extent = make_cudaExtent(job.width * sizeof(float), job.height, depth);
  box.kind = cudaMemcpyDefault;
  cudaMemcpy3D(&box);
}

// Extents count elements where an array takes part.
cudaArray_t array_of(const float* image, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, 0));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = pitched(image, pitch, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, 1);
  copy.kind = kind;
  cudaMemcpy3D(&copy);
  return array;
}

void copy_through_array(const CopyJob& job) {
  cudaArray_t array = array_of(job.from, job.from_pitch, job.width, job.height, cudaMemcpyHostToDevice);
  cudaMemcpy3DParms back = {};
  back.srcArray = array;
  back.dstPtr = pitched(job.to, job.to_pitch, job.height);
  back.extent = make_cudaExtent(job.width, job.height, 1);
  back.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&back);
  cudaFreeArray(array);
}

__global__ void corners(float* out, cudaTextureObject_t in, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
      float sum = -4 * tex2D<float>(in, x + 0.5f, y + 0.5f);
      for (int dy = -1; dy <= 1; dy += 2) {
        for (int dx = -1; dx <= 1; dx += 2) sum += tex2D<float>(in, x + dx + 0.5f, y + dy + 0.5f);
      }
      out[static_cast<size_t>(y) * width + x] = sum;
    }
  }
}

}  // namespace

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  static float* const on_device = address_of(c);
  cudaMemcpy(on_device, coefficients, sizeof c, cudaMemcpyHostToDevice);
  evaluate<<<static_cast<unsigned>((count + 255) / 256), 256>>>(out, in, count);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  cudaArray_t array = array_of(in, width * sizeof(float), width, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  corners<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, texture, width, height);
  cudaStreamSynchronize(0);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void make_copy(int situation, const CopyJob* job) {
  const size_t bytes = job->width * sizeof(float);
  if (situation <= 3) {
    cudaMemcpy(job->to, job->from, bytes, cudaMemcpyDefault);
  } else if (situation <= 6) {
    copy_box(*job, situation == 6 ? job->depth : 1);
  } else if (situation == 7) {
    cudaMemcpy(address_of(table), job->from, bytes, cudaMemcpyHostToDevice);
  } else if (situation == 8) {
    cudaMemcpy(job->to, address_of(table) + job->x, bytes, cudaMemcpyDeviceToHost);
  } else if (situation == 9) {
    copy_through_array(*job);
  } else {
    cudaMemset3D(pitched(job->to, job->to_pitch, job->height), 0, make_cudaExtent(bytes, job->height, 1));
  }
}
