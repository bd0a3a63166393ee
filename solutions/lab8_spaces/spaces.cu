// Lab 8, memory spaces: the reference. 8.1 and 8.7 are tuned; the others are the simplest code that shows each idea.
#include "spaces.cuh"

namespace {

int blocks_for(long long threads, int block) { return static_cast<int>((threads + block - 1) / block); }

// ---- 8.1 ----

__device__ const float* row_of(const float* image, size_t pitch, int y) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(image) + y * pitch);
}
__device__ float* row_of(float* image, size_t pitch, int y) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
}

// Four neighbours of a row. Reading into the padding is allowed, and a row is whole float4: the pitch says so. What is
// there counts as 0.
__device__ float4 four_of(const float* in, size_t pitch, int x, int y, int width, int height) {
  if (y < 0 || y >= height || x >= width) return make_float4(0, 0, 0, 0);
  float4 four = __ldg(reinterpret_cast<const float4*>(row_of(in, pitch, y) + x));
  if (x + 1 >= width) four.y = 0;
  if (x + 2 >= width) four.z = 0;
  if (x + 3 >= width) four.w = 0;
  return four;
}

// At least the first of them is in the row. The padding stays as it is.
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

// A warp makes ROWS rows of 128 floats. A row that is loaded serves the one above, itself and the one below; neighbours
// to the left and right come from the next lane, and only at the ends of the strip from memory.
template <int ROWS>
__global__ void strips(float* out, const float* in, size_t pitch, int width, int height) {
  constexpr unsigned everybody = 0xffffffff;
  const int lane = threadIdx.x;
  const int x = 4 * (blockIdx.x * 32 + lane);
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
  if (first >= height) return;  // the whole warp
  float4 row[ROWS + 2];
  float end[ROWS];  // what is beyond the strip, for its two end lanes
#pragma unroll
  for (int i = 0; i < ROWS + 2; ++i) row[i] = four_of(in, pitch, x, first + i - 1, width, height);
  const int beyond = lane == 0 ? x - 1 : x + 4;
  const bool has_end = (lane == 0 || lane == 31) && beyond >= 0 && beyond < width;
#pragma unroll
  for (int i = 0; i < ROWS; ++i) {
    end[i] = has_end && first + i < height ? __ldg(row_of(in, pitch, first + i) + beyond) : 0;
  }
#pragma unroll
  for (int i = 0; i < ROWS; ++i) {
    const float4 up = row[i], here = row[i + 1], down = row[i + 2];
    float left = __shfl_up_sync(everybody, here.w, 1);
    float right = __shfl_down_sync(everybody, here.x, 1);
    if (lane == 0) left = end[i];
    if (lane == 31) right = end[i];
    const float4 sum = make_float4(left + here.y + up.x + down.x - 4 * here.x,    //
                                   here.x + here.z + up.y + down.y - 4 * here.y,  //
                                   here.y + here.w + up.z + down.z - 4 * here.z,  //
                                   here.z + right + up.w + down.w - 4 * here.w);
    if (first + i >= height || x >= width) continue;
    store_four(row_of(out, pitch, first + i), x, width, sum);
  }
}

// ---- 8.2 ----

// In bytes first; what the bytes are comes last.
__device__ float* row_of(cudaPitchedPtr volume, int height, int y, int z) {
  char* const slice = static_cast<char*>(volume.ptr) + z * (volume.pitch * height);
  return reinterpret_cast<float*>(slice + y * volume.pitch);
}

__global__ void seven_points(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* const row = row_of(in, height, y, z);
  float sum = -6 * row[x];
  if (x > 0) sum += row[x - 1];
  if (x < width - 1) sum += row[x + 1];
  if (y > 0) sum += row_of(in, height, y - 1, z)[x];
  if (y < height - 1) sum += row_of(in, height, y + 1, z)[x];
  if (z > 0) sum += row_of(in, height, y, z - 1)[x];
  if (z < depth - 1) sum += row_of(in, height, y, z + 1)[x];
  row_of(out, height, y, z)[x] = sum;
}

// ---- 8.3 ----

__constant__ float c[COEFFICIENTS];

__global__ void evaluate(float* out, const float* in, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  float value = 0;
#pragma unroll
  for (int k = COEFFICIENTS - 1; k >= 0; --k) value = value * x + c[k];  // one coefficient for all lanes
  out[i] = value;
}

// ---- 8.4 ----

__global__ void diagonals(float* out, cudaTextureObject_t in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F, v = y + 0.5F;  // the middle of a pixel
  out[static_cast<size_t>(y) * width + x] = tex2D<float>(in, u - 1, v - 1) + tex2D<float>(in, u + 1, v - 1) +
                                            tex2D<float>(in, u - 1, v + 1) + tex2D<float>(in, u + 1, v + 1) -
                                            4 * tex2D<float>(in, u, v);
}

// For 8.6 as well: of two or three dimensions.
cudaTextureObject_t repeated_border(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (cudaTextureAddressMode& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 0;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

// ---- 8.5 ----

__device__ float table[TABLE];

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

// ---- 8.6 ----

__global__ void eight_corners(float* out, cudaTextureObject_t in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F, v = y + 0.5F, w = z + 0.5F;  // the middle of an element
  float sum = -8 * tex3D<float>(in, u, v, w);
  for (int dz = -1; dz <= 1; dz += 2) {
    sum += tex3D<float>(in, u - 1, v - 1, w + dz) + tex3D<float>(in, u + 1, v - 1, w + dz) +
           tex3D<float>(in, u - 1, v + 1, w + dz) + tex3D<float>(in, u + 1, v + 1, w + dz);
  }
  out[(static_cast<size_t>(z) * height + y) * width + x] = sum;
}

// The rows of `in` follow each other without a gap. An array counts elements, and so does the extent of its copy.
void copy_to_array(cudaArray_t array, const float* in, cudaExtent elements) {
  const size_t row = elements.width * sizeof(float);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(in), row, elements.width, elements.height);
  copy.dstArray = array;
  copy.extent = elements;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&copy);
}

// ---- 8.7 ----

__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

__device__ float weighted(float a, float b, float c, float d, float e) { return (a + e + 4 * (b + d) + 6 * c) / 16; }

// The four neighbours from x on, the border repeated.
__device__ float4 border_four(const float* row, int x, int width) {
  return make_float4(row[nearest(x, width)], row[nearest(x + 1, width)], row[nearest(x + 2, width)],
                     row[nearest(x + 3, width)]);
}

// What the lanes of a warp hold of a row, blurred along x. Lane 0 and lane 31 have no lane beside them, and get nothing
// that is of use.
__device__ float4 across(float4 here) {
  constexpr unsigned everybody = 0xffffffff;
  const float before_last = __shfl_up_sync(everybody, here.z, 1), last = __shfl_up_sync(everybody, here.w, 1);
  const float first = __shfl_down_sync(everybody, here.x, 1), second = __shfl_down_sync(everybody, here.y, 1);
  return make_float4(weighted(before_last, last, here.x, here.y, here.z),
                     weighted(last, here.x, here.y, here.z, here.w), weighted(here.x, here.y, here.z, here.w, first),
                     weighted(here.y, here.z, here.w, first, second));
}

__device__ float4 down(const float4* rows) {
  return make_float4(weighted(rows[0].x, rows[1].x, rows[2].x, rows[3].x, rows[4].x),
                     weighted(rows[0].y, rows[1].y, rows[2].y, rows[3].y, rows[4].y),
                     weighted(rows[0].z, rows[1].z, rows[2].z, rows[3].z, rows[4].z),
                     weighted(rows[0].w, rows[1].w, rows[2].w, rows[3].w, rows[4].w));
}

// A warp makes ROWS rows of 120 floats. Its lanes 0 and 31 only load what their neighbours need beyond the strip. All
// loads come first, so that they are on their way together; what is between the two blurs stays in registers.
constexpr int STRIP = 4 * 30;
template <int ROWS>
__global__ void blurred_strips(float* out, const float* in, size_t pitch, int width, int height) {
  const int lane = threadIdx.x;
  const int x = blockIdx.x * STRIP + 4 * (lane - 1);
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
  if (first >= height) return;  // the whole warp
  float4 rows[ROWS + 4];
  const auto source = [&](int i) { return row_of(in, pitch, nearest(first + i - 2, height)); };
  if (x >= 0 && x + 3 < width) {
#pragma unroll
    for (int i = 0; i < ROWS + 4; ++i) rows[i] = __ldg(reinterpret_cast<const float4*>(source(i) + x));
  } else {
#pragma unroll
    for (int i = 0; i < ROWS + 4; ++i) rows[i] = border_four(source(i), x, width);
  }
#pragma unroll
  for (int i = 0; i < ROWS + 4; ++i) rows[i] = across(rows[i]);
  if (lane == 0 || lane == 31 || x >= width) return;
#pragma unroll
  for (int i = 0; i < ROWS; ++i) {
    if (first + i < height) store_four(row_of(out, pitch, first + i), x, width, down(rows + i));
  }
}

}  // namespace

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  constexpr int rows = 4;
  const dim3 block(32, 4);
  const dim3 grid(blocks_for(width, 4 * 32), blocks_for(height, rows * block.y));
  strips<rows><<<grid, block>>>(out, in, pitch, width, height);
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  const dim3 block(64, 4);
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y), depth);
  seven_points<<<grid, block>>>(out, in, width, height, depth);
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  cudaMemcpyToSymbol(c, coefficients, sizeof c);
  evaluate<<<blocks_for(count, 256), 256>>>(out, in, count);
}

void stencil_texture(float* out, const float* in, int width, int height) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const size_t row = width * sizeof(float);
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &one_float, width, height);
  cudaMemcpy2DToArray(array, 0, 0, in, row, row, height, cudaMemcpyDeviceToDevice);

  const cudaTextureObject_t texture = repeated_border(array);
  const dim3 block(32, 8);
  diagonals<<<dim3(blocks_for(width, block.x), blocks_for(height, block.y)), block>>>(out, texture, width, height);

  cudaStreamSynchronize(nullptr);  // the kernel still reads what is taken away next
  cudaDestroyTextureObject(texture);
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
      cudaMemcpyToSymbol(table, job->from, bytes);
      break;
    case 8:
      cudaMemcpyFromSymbol(job->to, table, bytes, job->x * sizeof(float));
      break;
    case 9:
      copy_through_array(*job);
      break;
    case 10:
      cudaMemset2D(job->to, job->to_pitch, 0, bytes, job->height);
      break;
  }
}

void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
  const cudaExtent elements = make_cudaExtent(width, height, depth);
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &one_float, elements);
  copy_to_array(array, in, elements);

  const cudaTextureObject_t texture = repeated_border(array);
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y), depth);
  eight_corners<<<grid, block>>>(out, texture, width, height, depth);

  cudaStreamSynchronize(nullptr);  // the kernel still reads what is taken away next
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  constexpr int rows = 8;
  const dim3 block(32, 4);
  const dim3 grid(blocks_for(width, STRIP), blocks_for(height, rows * block.y));
  blurred_strips<rows><<<grid, block>>>(out, in, pitch, width, height);
}
