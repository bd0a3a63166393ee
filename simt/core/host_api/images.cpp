#include "simt/core/host_api/images.hpp"

#include <algorithm>
#include <cmath>

namespace {

// Of a piece, a sector of 32 bytes, and of the block of pieces.
constexpr std::size_t piece_width = 16, piece_rows = 2, block_width = 64, block_rows = 8;
constexpr std::size_t block_bytes = block_width * block_rows;

std::size_t blocks_for(std::size_t size, std::size_t block) { return (size + block - 1) / block; }

}  // namespace

std::size_t cudaArray::element_bytes() const { return simt::core::bytes_of(format).value_or(0); }

std::size_t cudaArray::bytes() const {
  if (height == 0) return width * element_bytes();
  return blocks_for(width * element_bytes(), block_width) * blocks_for(height, block_rows) *
         std::max<std::size_t>(depth, 1) * block_bytes;
}

std::size_t cudaArray::offset(std::size_t x, std::size_t y, std::size_t z) const {
  if (height == 0) return x;
  const std::size_t blocks_per_row = blocks_for(width * element_bytes(), block_width);
  const std::size_t plane = z * blocks_per_row * blocks_for(height, block_rows);
  const std::size_t block = plane + y / block_rows * blocks_per_row + x / block_width;
  const std::size_t column = x % block_width, row = y % block_rows;
  // In a block, pairs of pieces side by side come first, then the next two rows of them, then the right half.
  return block * block_bytes + column / 32 * 256 + row / piece_rows * 64 + column % 32 / piece_width * 32 +
         row % piece_rows * piece_width + column % piece_width;
}

std::size_t cudaArray::together(std::size_t x) const {
  return height == 0 ? width * element_bytes() - x : piece_width - x % piece_width;
}

bool cudaArray::has(std::size_t x, std::size_t columns, std::size_t y, std::size_t rows, std::size_t z,
                    std::size_t planes) const {
  const auto fits = [](std::size_t from, std::size_t count, std::size_t size) {
    return from <= size && count <= size - from;
  };
  return fits(x, columns, width) && fits(y, rows, std::max<std::size_t>(height, 1)) &&
         fits(z, planes, std::max<std::size_t>(depth, 1));
}

namespace simt::core {

std::optional<std::size_t> bytes_of(const cudaChannelFormatDesc& format) {
  const std::array<int, 4> bits{format.x, format.y, format.z, format.w};
  const auto channels = std::find(bits.begin(), bits.end(), 0) - bits.begin();
  const bool is_width = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  const bool is_alike = std::all_of(bits.begin(), bits.begin() + channels, [&](int one) { return one == bits[0]; }) &&
                        std::all_of(bits.begin() + channels, bits.end(), [](int one) { return one == 0; });
  if (!is_width || !is_alike || channels == 3 || format.f == cudaChannelFormatKindNone) return std::nullopt;
  if (format.f == cudaChannelFormatKindFloat && bits[0] == 8) return std::nullopt;
  return static_cast<std::size_t>(channels * bits[0] / 8);
}

std::optional<std::size_t> element_at(float coordinate, std::size_t extent, cudaTextureAddressMode mode,
                                      bool is_normalized) {
  const auto size = static_cast<double>(extent);
  double x = coordinate;
  if (std::isnan(x)) x = 0;
  // Without normalised coordinates, to wrap or to mirror means to clamp.
  if (is_normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) {
    const double whole = std::isinf(x) ? 0 : std::floor(x);
    x = std::isinf(x) ? 0 : x - whole;
    if (mode == cudaAddressModeMirror && std::fmod(whole, 2) != 0) x = 1 - x;
  }
  if (is_normalized) x *= size;
  x = std::floor(x);
  if (mode == cudaAddressModeBorder && (x < 0 || x >= size)) return std::nullopt;
  return static_cast<std::size_t>(std::clamp(x, 0.0, size - 1));
}

const void* Texture::texel(const std::array<float, 3>& coordinates) const {
  std::array<std::size_t, 3> at{};
  for (std::size_t i = 0; i < 3 && extent[i] != 0; ++i) {
    const auto element = element_at(coordinates[i], extent[i], address_mode[i], has_normalized_coordinates);
    if (!element) return nullptr;
    at[i] = *element;
  }
  if (array) return array->memory + array->offset(at[0] * element_bytes, at[1], at[2]);
  return memory + at[1] * pitch + at[0] * element_bytes;
}

const void* Texture::linear_texel(int index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= extent[0]) return nullptr;
  return memory + static_cast<std::size_t>(index) * element_bytes;
}

}  // namespace simt::core
