// A change that makes a part right, in words: which line, and what is wrong there, but not what it should be.
#pragma once

#include <vector>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// `changes` to the code that `source` is about, not empty, the one that says most first: each by itself makes the part
/// right; or, if it leaves elements unwritten, all that is written. The finding's kind is "one-change".
Finding change_in_words(const std::vector<simt::Variant>& changes, const simt::SourceIndex& source,
                        bool leaves_unwritten = false);

/// One change to code that is right: with it, `metric` is `after` in place of `before`. The kind is "slow-change".
Finding slow_change_in_words(const simt::Variant& change, const course::Metric& metric, double before, double after);

/// Two changes that make the part right together.
Finding two_changes_in_words(const simt::Variant& one, const simt::Variant& other, const simt::SourceIndex& source);

/// A remark: the search for a change has ended, for lack of time, with `untried` of `all` changes.
Finding stopped_in_words(std::size_t untried, std::size_t all);

}  // namespace grader
