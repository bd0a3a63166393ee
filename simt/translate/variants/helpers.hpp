// The functions that a source with variants calls where it has a change. Internal to simt/translate.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace simt::detail {

/// Their text, on one line: it stands before the first line of code, so that all lines keep their numbers.
std::string variant_helpers();

/// What `simt_variants::sized` makes of a size, in its order.
inline constexpr std::array<std::string_view, 10> changes_of_a_size{"+ 1", "- 1", "2 *",  "/ 2",  "4 *",
                                                                    "/ 4", "3 *", "32 *", "/ 32", "/ 3"};
/// What `simt_variants::numeric` makes of a number, in its order.
inline constexpr std::array<std::string_view, 11> changes_of_a_number{"+ 1", "- 1", "2 *", "/ 2", "+ 2", "- 2",
                                                                      "-",   "0",   "1",   "4 *", "/ 4"};

}  // namespace simt::detail
