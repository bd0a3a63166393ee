// The names that the `#define` directives of a file introduce. Internal to simt/translate.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "simt/translate/lexer.hpp"

namespace simt::detail {

struct Macros {
  std::unordered_set<std::string_view> names;
  std::unordered_set<std::string_view> device_words;  ///< __device__, and macros of words only that contain it
  std::unordered_set<std::string_view> host_words;    ///< the same for __host__
  bool has_return = false;                            ///< in the body of one of them
};

/// The views are into `directives`.
Macros find_macros(const std::vector<std::vector<Token>>& directives);

}  // namespace simt::detail
