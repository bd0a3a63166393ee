// Changes to a source text that keep every line where it is. Internal to simt/translate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simt::detail {

/// Replaces the bytes [begin, end) of the source; with begin == end, inserts.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// The source with all edits, which may come in any order. Edits at the same place are made in the order given; an edit
/// that begins inside an earlier one is left out.
std::string apply(std::string_view source, std::vector<Edit> edits);

/// `text` as a C++ string literal, with its quotes.
std::string string_literal(std::string_view text);

}  // namespace simt::detail
