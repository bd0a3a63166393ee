#include "grader/words/mismatch.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grader {
namespace {

std::string number_text(double value, course::Element element) {
  if (std::isnan(value)) return "NaN";
  if (element == course::Element::u32) return fmt::format("{:.0f}", value);
  return element == course::Element::u8x4 ? fmt::format("{:#04x}", static_cast<int>(value))
                                          : fmt::format("{:.9g}", value);
}

std::string value_text(const FirstMismatch& mismatch) {
  const std::string actual = number_text(mismatch.actual, mismatch.element);
  if (mismatch.must_be_untouched) return fmt::format("was changed to {}, though it is no part of the answer", actual);
  return fmt::format("{} where {} is due", mismatch.never_written ? "was never written" : "is " + actual,
                     number_text(mismatch.expected, mismatch.element));
}

}  // namespace

std::string size_text(const course::Size& size, int rank) {
  std::string text = std::to_string(size.extent[0]);
  for (int i = 1; i < rank; ++i) text += " × " + std::to_string(size.extent[i]);
  return text;
}

std::string extents_text(const std::vector<std::string>& extents) {
  return fmt::format("{}", fmt::join(extents, " × "));
}

std::string size_in_words(const course::Size& size, const std::vector<std::string>& extents) {
  const std::string text = size_text(size, static_cast<int>(extents.size()));
  const std::string names = extents_text(extents);
  return extents.size() == 1 ? fmt::format("{} = {}", names, text) : fmt::format("{} ({})", text, names);
}

std::string_view element_name(course::Element element) {
  if (element == course::Element::u8x4) return "character";
  return element == course::Element::half_f64 ? "double" : "element";
}

std::string mismatch_text(const FirstMismatch& mismatch) {
  const std::string piece = mismatch.piece.empty() ? "" : fmt::format(" ({})", mismatch.piece);
  return fmt::format("{} {} of {}{} {}", element_name(mismatch.element), mismatch.index, mismatch.output, piece,
                     value_text(mismatch));
}

}  // namespace grader
