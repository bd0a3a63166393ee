// What the text of a change is: for its words, and for its rank.
#pragma once

#include <string>

#include "simt/simt.hpp"

namespace grader {

/// "out and in": both lack the same.
bool is_pair_of_pointers(const simt::Variant& change);

/// A comparison whose only `<` and `>` are its sign: without template arguments, and `->`.
std::string plain_comparison(std::string text);

/// "count", and neither "BLOCK" nor "2 *"
bool is_variable(const std::string& text);

/// "SIDE"
bool is_constant_name(const std::string& text);

/// Whether `name` is one of the words of `text`, and not only a part of one.
bool has_word(const std::string& text, const std::string& name);

/// A number that is named like the lowest one, and is the smallest above 0: DBL_MIN, numeric_limits<float>::min().
bool is_smallest_above_zero(const simt::Variant& change);

}  // namespace grader
