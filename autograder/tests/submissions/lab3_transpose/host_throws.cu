// A right program that reports errors by exceptions.
#include "transpose.cuh"

#include <exception>
#include <stdexcept>
#include <string>
#include <typeinfo>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {

struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t error) : std::runtime_error(cudaGetErrorString(error)) {}
};

void check(cudaError_t error) {
  if (error != cudaSuccess) throw CudaError(error);
}

struct Step {
  virtual ~Step() = default;
  virtual dim3 threads() const = 0;
};
struct Square final : Step {
  dim3 threads() const override { return dim3(16, 16); }
};

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  const Square square;
  const Step& step = square;
  if (dynamic_cast<const Square*>(&step) == nullptr || typeid(step) != typeid(Square)) return;
  try {
    int* none;
    cudaMalloc(&none, 0);
    check(cudaErrorInvalidValue);
  } catch (const CudaError& error) {
    if (std::string(error.what()).empty() || std::uncaught_exceptions() > 0) return;
  } catch (const std::exception&) {
    throw;
  }
  transpose<<<dim3((width + 15) / 16, (height + 15) / 16), step.threads()>>>(out, in, width, height);
  check(cudaGetLastError());
}
