// What textures read: arrays, with a layout of their own, and which texel a coordinate means. Does not check access
// rights.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "simt/include/simt/array_api.h"

/// The opaque type of array_api.h. Rows of 64 bytes by 8 rows are contiguous, and in them pieces of 16 bytes by 2 rows:
/// the block-linear layout of NVIDIA's Tegra X1 Technical Reference Manual, whose pieces are a sector. One row alone
/// is stored as in linear memory.
struct cudaArray {
  cudaChannelFormatDesc format{};
  std::size_t width = 0, height = 0, depth = 0;  ///< in elements; 0 where there is no such dimension
  char* memory = nullptr;

  std::size_t element_bytes() const;
  /// Of all of it in memory.
  std::size_t bytes() const;
  /// From the array's start to byte `x` of a row.
  std::size_t offset(std::size_t x, std::size_t y, std::size_t z) const;
  /// How many bytes of the row are contiguous from byte `x` on.
  std::size_t together(std::size_t x) const;
  /// Whether these elements, rows and planes are all in it.
  bool has(std::size_t x, std::size_t columns, std::size_t y, std::size_t rows, std::size_t z,
           std::size_t planes) const;
};

namespace simt::core {

/// Bytes of an element; none when there is no such element: channels of 8, 16 or 32 bits, one, two or four, all of one
/// size.
std::optional<std::size_t> bytes_of(const cudaChannelFormatDesc& format);

struct Texture {
  std::optional<cudaArray> array;  ///< as it was when the texture was made; none for memory
  char* memory = nullptr;
  std::size_t pitch = 0;                ///< of memory in two dimensions
  std::array<std::size_t, 3> extent{};  ///< in elements; 0 where there is no such dimension
  std::size_t element_bytes = 0;
  std::array<cudaTextureAddressMode, 3> address_mode{};
  bool has_normalized_coordinates = false;
  bool is_linear = false;  ///< for tex1Dfetch

  int dimensions() const { return extent[1] == 0 ? 1 : extent[2] == 0 ? 2 : 3; }
  /// The nearest texel's address; null outside, where the border's colour of zero is read.
  const void* texel(const std::array<float, 3>& coordinates) const;
  const void* linear_texel(int index) const;
};

/// Which of `extent` elements a coordinate means (CUDA C++ Programming Guide, "Texture Fetching"); none for the border.
std::optional<std::size_t> element_at(float coordinate, std::size_t extent, cudaTextureAddressMode mode,
                                      bool is_normalized);

}  // namespace simt::core
