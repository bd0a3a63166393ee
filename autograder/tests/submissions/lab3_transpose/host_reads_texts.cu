// A right program that takes texts apart and puts them together.
#include "transpose.cuh"

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  std::istringstream words("16 0.5 tile");
  int side = 0;
  double half = 0;
  std::string name;
  words >> side >> half >> name;
  std::stringstream line;
  line.imbue(std::locale::classic());
  line << name << ' ' << std::hex << side << std::dec << ' ' << half << '\n';
  std::string first;
  std::getline(line, first);
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, width).ptr;
  if (std::string(digits, end) != std::to_string(width) || std::stoi("16") != side || std::atof("0.5") != half) return;
  if (first.find("tile") == std::string::npos) std::cerr << first << std::endl;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
