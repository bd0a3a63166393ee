// Lab 7's operation: readings that pass by once, each weighted by its sensor's row of a table that is wanted again and
// again.
#pragma once

#include "course/operation.hpp"

namespace course {

/// Inputs: readings, n rows of 32 floats, four samples of eight; lateness, n floats; table, `sensors` rows of eight
/// floats. Output: n floats, out[i] = Σ readings[32 i + j] * table[8 sensor(i) + j mod 8]. A size is {n, sensors of a
/// small table, sensors of a large one}; `table_extent` says which of the two tables it is.
template <int table_extent>
struct Calibration {
  static constexpr int input_count = 3;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;
  static constexpr std::int64_t width = 8;
  static constexpr std::int64_t reading_width = 4 * width;
  static constexpr std::int64_t most_late = 1024;

  COURSE_HOST_DEVICE static std::int64_t readings(Size size) { return size.extent[0]; }
  COURSE_HOST_DEVICE static std::int64_t sensors(Size size) { return size.extent[table_extent]; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer == 0 ? reading_width * readings(size) : buffer == 2 ? width * sensors(size) : readings(size);
  }

  /// Whose reading `index` is: sensor_of of labs/lab7_residency/residency.cuh. All of it is exact in float.
  COURSE_HOST_DEVICE static std::int64_t sensor(const Inputs& in, Size size, std::int64_t index) {
    const auto late = static_cast<std::int64_t>((in(1, index) + 1) * (most_late / 2));
    return (index + late) % sensors(size);
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t row = width * sensor(in, size, index);
    double sum = 0;
    double magnitude = 0;
    for (std::int64_t j = 0; j < reading_width; ++j) {
      const double product = static_cast<double>(in(0, reading_width * index + j)) * in(2, row + j % width);
      sum += product;
      magnitude += product < 0 ? -product : product;
    }
    return {sum, dot_product_bound(reading_width, magnitude)};
  }

  /// Readings and lateness are read once, the table is read once, every output is written once.
  static std::int64_t bytes_moved(Size size) {
    return 4 * ((reading_width + 2) * readings(size) + width * sensors(size));
  }
};

using SmallTable = Calibration<1>;
using LargeTable = Calibration<2>;

}  // namespace course
