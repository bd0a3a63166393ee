#include "grader/words/value_patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace grader {
namespace {

using backends::ComparedOutput;

/// Fewer elements can be like the right ones by chance.
constexpr std::size_t fewest_values = 3;

bool is_contiguous(std::span<const std::int64_t> places) {
  return places.back() - places.front() + 1 == static_cast<std::int64_t>(places.size());
}

std::string range_words(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} … {}", first, last);
}

/// Where the places are the same in each period: which of the period's elements they are.
std::optional<std::pair<std::int64_t, std::int64_t>> within_period(std::span<const std::int64_t> places,
                                                                   std::int64_t count, std::int64_t period) {
  if (period < 2 || count < 2 * period) return std::nullopt;
  std::vector<bool> is_in(static_cast<std::size_t>(period));
  for (const std::int64_t place : places) is_in[static_cast<std::size_t>(place % period)] = true;
  const auto first = std::find(is_in.begin(), is_in.end(), true);
  const auto end = std::find(first, is_in.end(), false);
  if (end == is_in.end() && first == is_in.begin()) return std::nullopt;
  if (std::find(end, is_in.end(), true) != is_in.end()) return std::nullopt;
  const std::int64_t low = first - is_in.begin(), high = end - is_in.begin() - 1;
  const std::int64_t rest = count % period;
  const std::int64_t in_rest = std::clamp<std::int64_t>(rest - low, 0, high - low + 1);
  if (static_cast<std::int64_t>(places.size()) != count / period * (high - low + 1) + in_rest) return std::nullopt;
  return std::pair{low, high};
}

/// True for all places, where there are enough of them.
template <class Property>
bool holds(std::span<const std::int64_t> places, const Property& property) {
  return places.size() >= fewest_values && std::all_of(places.begin(), places.end(), property);
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

std::string same_factor(const ComparedOutput& output, std::span<const std::int64_t> places) {
  for (const double factor : {2.0, 0.5, -1.0, 3.0, 4.0, 0.25, 8.0, 0.125, 16.0, 32.0, 64.0, 1.0 / 32, 0.001, 1000.0}) {
    const bool is_factor = holds(places, [&](std::int64_t i) {
      const auto at = static_cast<std::size_t>(i);
      return output.expected[at] != 0 && is_near(output.actual[at], factor * output.expected[at]);
    });
    if (!is_factor) continue;
    return factor == -1 ? "each has the opposite sign" : fmt::format("each is {:.4g} × the right value", factor);
  }
  return "";
}

/// The values of another place of the output.
std::string moved(const ComparedOutput& output, std::span<const std::int64_t> places,
                  const std::vector<Period>& periods) {
  const auto count = static_cast<std::int64_t>(output.expected.size());
  const auto has_value_of = [&](std::int64_t place, std::int64_t other) {
    return other >= 0 && other < count &&
           output.actual[static_cast<std::size_t>(place)] == output.expected[static_cast<std::size_t>(other)];
  };
  for (const Period& row : periods) {
    if (row.name.empty() || row.length < 2 || count % row.length != 0) continue;
    const std::int64_t rows = count / row.length;
    if (rows < 2) continue;
    const bool is_turned = holds(places, [&](std::int64_t i) {
      return has_value_of(i, (i % row.length) * rows + i / row.length) ||
             (rows == row.length && has_value_of(i, i % row.length * row.length + i / row.length));
    });
    if (is_turned) return "each is the value of the element with row and column exchanged";
  }
  constexpr std::int64_t word = 4;  // of characters
  if (static_cast<std::int64_t>(places.size()) >= word && count % word == 0 &&
      holds(places, [&](std::int64_t i) { return has_value_of(i, i / word * word + word - 1 - i % word); })) {
    return "of every 4 elements the order is reversed";
  }
  std::vector<std::int64_t> distances{1, -1};
  for (const Period& period : periods) distances.insert(distances.end(), {period.length, -period.length});
  for (const std::int64_t distance : distances) {
    std::size_t inside = 0;
    const bool is_shifted = holds(places, [&](std::int64_t i) {
      if (i + distance < 0 || i + distance >= count) return true;
      ++inside;
      return has_value_of(i, i + distance);
    });
    if (is_shifted && inside >= fewest_values) {
      return fmt::format("each is the value of the element {} places {}", std::abs(distance),
                         distance > 0 ? "further on" : "before");
    }
  }
  return "";
}

}  // namespace

std::vector<Period> periods_of(const course::Size& size, const std::vector<std::string>& extents) {
  std::vector<Period> periods;
  for (std::size_t i = 0; i < extents.size(); ++i) periods.push_back({size.extent[i], extents[i]});
  for (const std::int64_t usual : {2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024}) periods.push_back({usual, ""});
  return periods;
}

Places places_in_words(std::span<const std::int64_t> places, std::int64_t count, const std::vector<Period>& periods) {
  const auto number = static_cast<std::int64_t>(places.size());
  const auto elements = [](std::int64_t first, std::int64_t last) {
    return fmt::format("{} {}", first == last ? "element" : "elements", range_words(first, last));
  };
  if (number == count) return {count == 1 ? "the only element" : fmt::format("all {} elements", count), ""};
  if (is_contiguous(places)) {
    const std::string_view where = places.back() == count - 1 ? "the last " : places.front() == 0 ? "the first " : "";
    return {elements(places.front(), places.back()),
            number == 1 ? fmt::format("{}of {}", where, count) : fmt::format("{}{} of {}", where, number, count)};
  }
  for (const Period& period : periods) {
    const auto within = within_period(places, count, period.length);
    if (!within) continue;
    const std::string of = period.name.empty() ? "" : fmt::format(" ({})", period.name);
    return {fmt::format("{} of every {}{}", elements(within->first, within->second), period.length, of), ""};
  }
  return {fmt::format("{} of {} elements", number, count), fmt::format("the first is element {}", places.front())};
}

int full_at(const ComparedOutput& output, std::span<const std::int64_t> places) {
  for (const int most : {65536, 256}) {
    const bool is_full = !places.empty() && std::all_of(places.begin(), places.end(), [&](std::int64_t i) {
      const double lost = output.expected[static_cast<std::size_t>(i)] - output.actual[static_cast<std::size_t>(i)];
      return lost > 0 && std::fmod(lost, most) == 0;
    });
    if (is_full) return most;
  }
  return 0;
}

std::string values_in_words(const ComparedOutput& output, std::span<const std::int64_t> places,
                            const std::vector<Period>& periods) {
  const auto actual = [&](std::int64_t i) { return output.actual[static_cast<std::size_t>(i)]; };
  const auto expected = [&](std::int64_t i) { return output.expected[static_cast<std::size_t>(i)]; };
  if (holds(places, [&](std::int64_t i) { return std::isnan(actual(i)); })) return "all of them are NaN";
  if (holds(places, [&](std::int64_t i) { return actual(i) == 0; })) return "all of them are 0";
  if (holds(places, [&](std::int64_t i) { return actual(i) == std::trunc(expected(i)); })) {
    return "each is the right value cut to a whole number";
  }
  if (std::string text = same_factor(output, places); !text.empty()) return text;
  if (std::string text = moved(output, places, periods); !text.empty()) return text;
  if (holds(places, [&](std::int64_t i) { return actual(i) == actual(places.front()); })) {
    return fmt::format("all of them are {:.9g}", actual(places.front()));
  }
  if (holds(places, [&](std::int64_t i) { return actual(i) == std::trunc(actual(i)); }) &&
      std::any_of(places.begin(), places.end(),
                  [&](std::int64_t i) { return expected(i) != std::trunc(expected(i)); })) {
    return "all of them are whole numbers, which the right values are not";
  }
  return "";
}

}  // namespace grader
