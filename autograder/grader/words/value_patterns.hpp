// What the wrong elements of an output have in common: their places and their values. Pure functions of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace grader {

/// A number of elements after which something may repeat, such as the length of a row.
struct Period {
  std::int64_t length = 0;
  std::string name;  ///< "width"; empty: a number that blocks and vectors often have
};

/// The extents of a size as periods, and after them the usual numbers of threads and of elements in a vector.
std::vector<Period> periods_of(const course::Size& size, const std::vector<std::string>& extents);

/// Which elements, as short as possible: "all 64 elements", "elements 992 … 999" with the note "the last 8 of 1000",
/// "elements 4 … 7 of every 8", "12 of 1024 elements" with the note "the first is element 37".
struct Places {
  std::string subject;
  std::string note;  ///< may be empty
};

/// `places` of `count` elements are in ascending order and not empty.
Places places_in_words(std::span<const std::int64_t> places, std::int64_t count, const std::vector<Period>& periods);

/// What the values of the elements at `places` have to do with the right ones: "each is exactly 2 × the right value",
/// "each is the right value cut to a whole number", "all are NaN"; empty where nothing was recognised.
std::string values_in_words(const backends::ComparedOutput& output, std::span<const std::int64_t> places,
                            const std::vector<Period>& periods);

/// 256 or 65536, where each of the elements at `places` is less than the right value by a multiple of it, as those of
/// counters are that begin again with 0 when they are full; else 0.
int full_at(const backends::ComparedOutput& output, std::span<const std::int64_t> places);

}  // namespace grader
