// Lab 8's operations: stencils in pitched images and volumes, a polynomial, stencils with their border repeated, and
// the ranges of memory that ten copies go between.
#pragma once

#include <string_view>
#include <tuple>

#include "course/operation.hpp"

namespace course::lab8_spaces {

/// A size of this lab is {width, height, depth}. What works on images takes the slices as one below the other: an
/// image of `width` by `height * depth`.
namespace spaces {
COURSE_HOST_DEVICE inline std::int64_t width(Size size) { return size.extent[0]; }
COURSE_HOST_DEVICE inline std::int64_t height(Size size) { return size.extent[1]; }
COURSE_HOST_DEVICE inline std::int64_t depth(Size size) { return size.extent[2]; }
COURSE_HOST_DEVICE inline std::int64_t rows(Size size) { return height(size) * depth(size); }
COURSE_HOST_DEVICE inline std::int64_t points(Size size) { return width(size) * rows(size); }

/// Floats from a row to the next, as cudaMallocPitch would choose: rows begin at multiples of 512 bytes.
inline constexpr std::int64_t row_multiple = 128;
COURSE_HOST_DEVICE inline std::int64_t pitch(std::int64_t width) {
  return (width + row_multiple - 1) / row_multiple * row_multiple;
}
/// Which of `count` elements repeats the border at `index`.
COURSE_HOST_DEVICE inline std::int64_t nearest(std::int64_t index, std::int64_t count) {
  return index < 0 ? 0 : index < count ? index : count - 1;
}
COURSE_HOST_DEVICE inline Expected untouched() { return {0, 0, Expected::Kind::untouched}; }
}  // namespace spaces

/// One input and one output, of rows of floats without padding. A sum of some of them is a multiple of 2^-11: exact in
/// any order where it is below 2^13.
struct PackedRows {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 12;

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return spaces::points(size); }
  /// Every point is read once and written once.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * spaces::points(size); }
};

/// The same with rows that are pitch(width) apart. The output's padding stays as it is, and none of it need move.
struct PitchedRows : PackedRows {
  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) {
    return spaces::pitch(spaces::width(size)) * spaces::rows(size);
  }
};

/// Input and output: rows(size) rows of `width` floats, pitch(width) apart. Each point becomes the sum of its four
/// neighbours minus four times itself; outside the image is 0. The output's padding stays as it is.
struct PitchedStencil : PitchedRows {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t pitch = spaces::pitch(spaces::width(size));
    const std::int64_t column = index % pitch, row = index / pitch;
    if (column >= spaces::width(size)) return spaces::untouched();
    const auto at = [&](std::int64_t x, std::int64_t y) {
      const bool is_inside = x >= 0 && x < spaces::width(size) && y >= 0 && y < spaces::rows(size);
      return is_inside ? static_cast<double>(in(0, y * pitch + x)) : 0.0;
    };
    return {at(column - 1, row) + at(column + 1, row) + at(column, row - 1) + at(column, row + 1) -
            4 * at(column, row)};
  }
};

/// The same in three dimensions: depth × height rows, pitch(width) apart. Six neighbours, minus six times the point.
struct VolumeStencil : PitchedRows {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t pitch = spaces::pitch(spaces::width(size)), height = spaces::height(size);
    const std::int64_t column = index % pitch, row = index / pitch % height, slice = index / pitch / height;
    if (column >= spaces::width(size)) return spaces::untouched();
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      const bool is_inside =
          x >= 0 && x < spaces::width(size) && y >= 0 && y < height && z >= 0 && z < spaces::depth(size);
      return is_inside ? static_cast<double>(in(0, (z * height + y) * pitch + x)) : 0.0;
    };
    return {at(column - 1, row, slice) + at(column + 1, row, slice) + at(column, row - 1, slice) +
            at(column, row + 1, slice) + at(column, row, slice - 1) + at(column, row, slice + 1) -
            6 * at(column, row, slice)};
  }
};

/// Inputs: points(size) floats, and 16 coefficients in host memory. Output: the polynomial of each of those floats.
struct Polynomial {
  static constexpr int input_count = 2;
  static constexpr int output_count = 1;
  static constexpr std::string_view names[] = {"in", "coefficients", "out"};
  static constexpr int input_bits = 12;
  static constexpr int coefficients = 16;

  static constexpr Place place(int buffer) { return buffer == 1 ? Place::host : Place::device; }
  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    return buffer == 1 ? coefficients : spaces::points(size);
  }
  /// The bound holds for Horner's rule (Higham: Accuracy and Stability of Numerical Algorithms, 2nd ed., section 5.1)
  /// and for powers that are multiplied up one by one: at most 2 · 15 + 1 roundings for each term.
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    const double x = in(0, index);
    double power = 1, sum = 0, magnitude = 0;
    for (int k = 0; k < coefficients; ++k) {
      const double term = static_cast<double>(in(1, k)) * power;
      sum += term;
      magnitude += term < 0 ? -term : term;
      power *= x;
    }
    return {sum, dot_product_bound(std::int64_t{2} * coefficients, magnitude)};
  }
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * spaces::points(size); }
};

/// Input and output: rows(size) rows of `width` floats without padding. Each pixel becomes the sum of its four
/// neighbours across the corners minus four times itself; outside the image is the nearest pixel inside.
struct RepeatedBorder : PackedRows {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t width = spaces::width(size), rows = spaces::rows(size);
    const std::int64_t column = index % width, row = index / width;
    const auto at = [&](std::int64_t x, std::int64_t y) {
      return static_cast<double>(in(0, spaces::nearest(y, rows) * width + spaces::nearest(x, width)));
    };
    return {at(column - 1, row - 1) + at(column + 1, row - 1) + at(column - 1, row + 1) + at(column + 1, row + 1) -
            4 * at(column, row)};
  }
};

/// The same in three dimensions: element (x, y, z) is number (z · height + y) · width + x. Eight neighbours across the
/// corners, minus eight times the element. A sum is below 16 and a multiple of 2^-11: exact in any order.
struct RepeatedBorderVolume : PackedRows {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t width = spaces::width(size), height = spaces::height(size), depth = spaces::depth(size);
    const std::int64_t column = index % width, row = index / width % height, slice = index / width / height;
    double sum = -8 * static_cast<double>(in(0, index));
    for (int corner = 0; corner < 8; ++corner) {
      const std::int64_t x = spaces::nearest(column + (corner % 2 == 0 ? -1 : 1), width);
      const std::int64_t y = spaces::nearest(row + (corner / 2 % 2 == 0 ? -1 : 1), height);
      const std::int64_t z = spaces::nearest(slice + (corner / 4 == 0 ? -1 : 1), depth);
      sum += static_cast<double>(in(0, (z * height + y) * width + x));
    }
    return {sum};
  }
};

/// Ten copies, each between ranges of these buffers that no other one writes:
///   inputs   0: a volume in pitched device memory, 1: an image in host memory, its rows wider apart than they are long
///   outputs  0: device memory, 1: host memory; ranges one after the other, each from a multiple of 128 floats on
struct TenCopies {
  static constexpr int input_count = 2;
  static constexpr int output_count = 2;
  static constexpr int input_bits = 24;  // nothing is computed
  static constexpr int situations = 10;
  static constexpr int table = 256;      // floats of the student's symbol
  static constexpr int table_first = 3;  // of them copied back
  static constexpr int table_copied = 90;

  /// What one copy is called with: labs/lab8_spaces/spaces.cuh, CopyJob, with places for pointers.
  struct Job {
    int input = -1, output = -1;  ///< none: -1
    std::int64_t to = 0;          ///< where its range of the output begins, in floats
    std::int64_t to_floats = 0;   ///< and how long it is
    std::int64_t to_pitch = 0;    ///< in floats; 0: all in one row
    std::int64_t from_pitch = 0;
    std::int64_t to_rows = 0, from_rows = 0;  ///< from a slice to the next
    std::int64_t x = 0, y = 0, z = 0;
    std::int64_t width = 0, height = 0, depth = 0;
  };

  static constexpr Place place(int buffer) { return buffer % 2 == 1 ? Place::host : Place::device; }

  COURSE_HOST_DEVICE static std::int64_t host_pitch(Size size) { return spaces::width(size) + 5; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) {
    const std::int64_t width = spaces::width(size), height = spaces::height(size);
    if (buffer == 0) return spaces::pitch(width) * spaces::rows(size);
    if (buffer == 1) return larger(host_pitch(size) * height, table);
    std::int64_t end = 0;
    for (int situation = 1; situation <= situations; ++situation) {
      const Job job = this_job(size, situation);
      if (job.output == buffer - input_count) end += spaces::pitch(job.to_floats);
    }
    return end;
  }

  /// The job of a situation from 1 to 10.
  COURSE_HOST_DEVICE static Job job(Size size, int situation) {
    Job job = this_job(size, situation);
    for (int before = 1; before < situation; ++before) {
      const Job other = this_job(size, before);
      if (other.output == job.output) job.to += spaces::pitch(other.to_floats);
    }
    return job;
  }

  /// Whose range of `output` holds element `index`; 0: none's.
  COURSE_HOST_DEVICE static int situation_of(Size size, int output, std::int64_t index) {
    std::int64_t end = 0;
    for (int situation = 1; situation <= situations; ++situation) {
      const Job job = this_job(size, situation);
      if (job.output != output) continue;
      if (index < end + job.to_floats) return index < end ? 0 : situation;
      end += spaces::pitch(job.to_floats);
    }
    return 0;
  }

  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int output, std::int64_t index) {
    const int situation = situation_of(size, output, index);
    if (situation == 0) return spaces::untouched();
    const Job of = job(size, situation);
    const std::int64_t at = index - of.to;
    const std::int64_t to_pitch = of.to_pitch == 0 ? of.to_floats : of.to_pitch;
    const std::int64_t x = at % to_pitch, row = at / to_pitch;
    if (x >= of.width) return spaces::untouched();
    if (situation == 10) return {0};
    if (situation == 8) return {static_cast<double>(in(1, of.x + x))};  // what 7 has put into the table
    const std::int64_t y = of.depth == 0 ? row : row % of.to_rows, z = of.depth == 0 ? 0 : row / of.to_rows;
    if (y >= larger(of.height, 1)) return spaces::untouched();
    return {static_cast<double>(in(of.input, ((of.z + z) * of.from_rows + of.y + y) * of.from_pitch + of.x + x))};
  }

  /// "situation 4, host image to pitched memory"
  static std::string_view piece(Size size, int output, std::int64_t index) {
    return names[situation_of(size, output, index)];
  }

  /// Over the link once, within the device once in and once out.
  static std::int64_t bytes_moved(Size size) {
    std::int64_t floats = 0;
    for (int situation = 1; situation <= situations; ++situation) {
      const Job job = this_job(size, situation);
      const bool is_on_device = situation == 3 || situation == 6;
      floats += (is_on_device ? 2 : 1) * job.width * larger(job.height, 1) * larger(job.depth, 1);
    }
    return 4 * floats;
  }

 private:
  static constexpr std::string_view names[situations + 1] = {
      "between the situations' ranges",
      "situation 1, host to device",
      "situation 2, device to host",
      "situation 3, device to device",
      "situation 4, host image to pitched memory",
      "situation 5, rectangle to host image",
      "situation 6, box to box",
      "situation 7, host to symbol",
      "situations 7 and 8, host to symbol and symbol to host",
      "situation 9, through an array",
      "situation 10, fill",
  };

  COURSE_HOST_DEVICE static std::int64_t larger(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
  COURSE_HOST_DEVICE static std::int64_t half(std::int64_t n) { return (n + 1) / 2; }

  /// Without the place of its range.
  COURSE_HOST_DEVICE static Job this_job(Size size, int situation) {
    const std::int64_t width = spaces::width(size), height = spaces::height(size), depth = spaces::depth(size);
    const std::int64_t pitch = spaces::pitch(width);
    Job job;
    job.input = situation == 8 || situation == 10                                      ? -1
                : situation == 1 || situation == 4 || situation == 7 || situation == 9 ? 1
                                                                                       : 0;
    job.output = situation == 7 ? -1 : situation == 2 || situation == 5 || situation == 8 ? 1 : 0;
    switch (situation) {
      case 1:  // the host's image with all its padding
        job.width = job.to_floats = host_pitch(size) * height;
        break;
      case 2:
      case 3:  // the volume's first slice with all its padding
        job.width = job.to_floats = pitch * height;
        break;
      case 4:
      case 9:
        job.width = width, job.height = height;
        job.from_pitch = host_pitch(size), job.to_pitch = pitch;
        job.to_floats = pitch * height;
        break;
      case 5:  // the last ones of the first slice
        job.width = half(width), job.height = half(height);
        job.x = width - job.width, job.y = height - job.height;
        job.from_pitch = pitch, job.to_pitch = job.width + 3;  // as above: padding
        job.to_floats = job.to_pitch * job.height;
        break;
      case 6:  // the box that ends where the volume ends
        job.width = half(width), job.height = half(height), job.depth = half(depth);
        job.x = width - job.width, job.y = height - job.height, job.z = depth - job.depth;
        job.from_pitch = pitch, job.to_pitch = spaces::pitch(job.width);
        // A slice has some rows more than the box, so that the two are told apart.
        job.from_rows = height, job.to_rows = job.height + 3;
        job.to_floats = job.to_pitch * job.to_rows * job.depth;
        break;
      case 7:
        job.width = table;
        break;
      case 8:
        job.width = job.to_floats = table_copied;
        job.x = table_first;
        break;
      default:
        job.width = width, job.height = height;
        job.to_pitch = pitch;
        job.to_floats = pitch * height;
        break;
    }
    return job;
  }
};

/// Input and output as for PitchedStencil. A blur along x and one along y, each with the weights 1, 4, 6, 4, 1 of 16;
/// outside the image is the nearest pixel inside. A pixel is a multiple of 2^-11 below 1, so a result is a multiple of
/// 2^-19 below 1, and so is every sum on the way to it, whatever is added or divided first: exact, though it is a
/// float. What is between the two blurs need not move.
struct Blur : PitchedRows {
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    const std::int64_t width = spaces::width(size), rows = spaces::rows(size), pitch = spaces::pitch(width);
    const std::int64_t column = index % pitch, row = index / pitch;
    if (column >= width) return spaces::untouched();
    double sum = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      const std::int64_t begin = spaces::nearest(row + dy, rows) * pitch;
      for (int dx = -2; dx <= 2; ++dx) {
        sum += weight(dx) * weight(dy) * static_cast<double>(in(0, begin + spaces::nearest(column + dx, width)));
      }
    }
    return {sum};
  }

 private:
  COURSE_HOST_DEVICE static double weight(int distance) {
    return (distance == 0 ? 6 : distance == 1 || distance == -1 ? 4 : 1) / 16.0;
  }
};

/// What the backends can generate inputs for and check.
using Operations =
    std::tuple<PitchedStencil, VolumeStencil, Polynomial, RepeatedBorder, RepeatedBorderVolume, TenCopies, Blur>;

}  // namespace course::lab8_spaces
