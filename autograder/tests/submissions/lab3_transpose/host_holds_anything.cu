// A right program whose host code holds values of several types.
#include "transpose.cuh"

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {

struct Free {
  void operator()(float* memory) const { cudaFree(memory); }
};
using Device = std::unique_ptr<float, Free>;

Device device_memory(size_t count) {
  float* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(float));
  return Device(memory);
}

std::optional<std::tuple<int, int>> size_of(int width, int height) {
  if (width <= 0 || height <= 0) return std::nullopt;
  return std::tuple(width, height);
}

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  const Device scratch = device_memory(16);
  const auto size = size_of(width, height);
  const std::variant<int, std::string> side = 16;
  const std::any anything = std::string_view("text");
  const auto shared = std::make_shared<std::string>("tile");
  if (!size || !std::holds_alternative<int>(side) || std::any_cast<std::string_view>(anything).empty()) return;
  const auto [columns, rows] = *size;
  if (columns != width || rows != height || shared->size() != 4) return;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
