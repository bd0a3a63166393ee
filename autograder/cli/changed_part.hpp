// Which part did a student just work on? Texts in, a part out.
#pragma once

#include <string_view>

#include "course/course.hpp"

namespace cli {

/// The part of `lab` whose function, or whose kernel, has the first line that differs between the two texts of the
/// lab's file. A kernel or a helper of several parts counts for `usual`, if that is one of them; so does code outside
/// of all functions. Null where that leaves none.
const course::Part* changed_part(const course::Lab& lab, std::string_view before, std::string_view after,
                                 const course::Part* usual);

}  // namespace cli
