// Lab 7's operation: readings that pass by once, each weighted by its sensor's row of a table that is wanted again and
// again.
#pragma once

#include <algorithm>
#include <tuple>

#include "course/operation.hpp"

namespace course::lab7_residency {

/// Inputs: readings, n rows of 32 floats; starts, a float for each burst of 64 of them; table, `sensors` rows of 32
/// floats. Output: n floats, out[i] = Σ readings[32 i + j] * table[32 sensor(i) + j]. A size is {n, sensors of a small
/// table, sensors of a large one}; `table_extent` says which of the two tables it is.
template <int table_extent>
struct Calibration {
  static constexpr int input_count = 3;
  static constexpr int output_count = 1;
  static constexpr std::string_view names[4] = {"readings", "starts", "table", "out"};
  static constexpr int input_bits = 24;
  static constexpr std::int64_t width = 32;
  static constexpr std::int64_t burst = 64;

  COURSE_HOST_DEVICE static std::int64_t readings(Size size) { return size.extent[0]; }
  COURSE_HOST_DEVICE static std::int64_t bursts(Size size) { return (readings(size) + burst - 1) / burst; }
  COURSE_HOST_DEVICE static std::int64_t sensors(Size size) { return size.extent[table_extent]; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    switch (buffer) {
      case 0:
        return width * readings(size);
      case 1:
        return bursts(size);
      case 2:
        return width * sensors(size);
      default:
        return readings(size);
    }
  }

  /// Whose reading `index` is: sensor_of of labs/lab7_residency/residency.cuh. All of it is exact in float.
  COURSE_HOST_DEVICE static std::int64_t sensor(const Inputs& in, Size size, std::int64_t index) {
    const auto turn = static_cast<std::int64_t>((in(1, index / burst) + 1) * (burst / 2));
    return (index / burst * burst + (index + turn) % burst) % sensors(size);
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t row = width * sensor(in, size, index);
    double sum = 0;
    double magnitude = 0;
    for (std::int64_t j = 0; j < width; ++j) {
      const double product = static_cast<double>(in(0, width * index + j)) * in(2, row + j);
      sum += product;
      magnitude += product < 0 ? -product : product;
    }
    return {sum, dot_product_bound(width, magnitude)};
  }

  /// Readings, starts and the table are read once, every output is written once.
  static std::int64_t bytes_moved(Size size) {
    return 4 * ((width + 1) * readings(size) + bursts(size) + width * sensors(size));
  }
};

/// Its table fits what can be set aside.
struct SmallTable : Calibration<1> {
  static Size fitted(Size size, const DeviceProperties& device) {
    constexpr std::int64_t row_bytes = 4 * width;
    size.extent[1] = std::clamp(device.persisting_bytes / row_bytes, std::int64_t{1}, size.extent[1]);
    return size;
  }
};

using LargeTable = Calibration<2>;

/// What the backends can generate inputs for and check.
using Operations = std::tuple<SmallTable, LargeTable>;

}  // namespace course::lab7_residency
