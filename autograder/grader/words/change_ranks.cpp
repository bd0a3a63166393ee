#include "grader/words/change_ranks.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "grader/words/change_text.hpp"

namespace grader {
namespace {

/// Whether a helper's quotient, `(n + 31) / 32`, is only made larger: a larger grid is often right as well.
bool is_of_helpers_quotient(const simt::Variant& change) {
  return change.where.starts_with("what ") && change.where.ends_with(" returns") &&
         change.here.find('/') != std::string::npos;
}

using simt::ChangeKind;
using simt::Variant;

/// Whether a comparison becomes the opposite one: that only takes the other of two paths.
bool is_turned(const Variant& change) {
  const std::string comparison = plain_comparison(change.here);
  const bool is_less = comparison.find('<') != std::string::npos,
             is_greater = comparison.find('>') != std::string::npos;
  const bool becomes_less = change.instead.starts_with("<"), becomes_greater = change.instead.starts_with(">");
  return (is_less && becomes_greater) || (is_greater && becomes_less);
}

/// Of two assignments that change places, one has the variable on its left side that the other one stores:
/// `piece[k] = sum;` and `sum += value;`.
bool is_about_one_value(const Variant& change) {
  const auto sign = change.instead.find('=');
  const auto stored = change.here.rfind("= ");
  if (sign == std::string::npos || sign == 0 || stored == std::string::npos) return false;
  const std::string own = change.instead.substr(0, change.instead.find_first_of(" +-*"));
  return change.here.substr(stored + 2) == own;
}

/// "partner(j, n)"
bool is_call(const std::string& text) { return !text.starts_with("(") && text.find('(') != std::string::npos; }

bool is_capital(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) == 0; });
}

}  // namespace

int rank_of(const Variant& change) {
  if (change.is_same) return worst_rank + 1;
  switch (change.kind) {
    case ChangeKind::rounded_down:
    case ChangeKind::joint:
    case ChangeKind::product_asked:
    case ChangeKind::narrow_type:
    case ChangeKind::sign:
    case ChangeKind::lacks_stream:
    case ChangeKind::lacks_break:
      return 0;
    case ChangeKind::lacks_factor:
      return change.instead == "blockDim.x" || change.instead.starts_with("* ") ? 1
             : change.where == "the condition"                                  ? 0
                                                                                : 2;
    case ChangeKind::comparison: {
      // The opposite of an equality only says that a path is taken, or is not.
      const bool is_equality = change.here.find("==") != std::string::npos ||
                               change.here.find("!=") != std::string::npos || change.instead == "==" ||
                               change.instead == "!=";
      return is_equality || is_turned(change) ? 3 : 0;
    }
    case ChangeKind::negated:
      // What is added up by -= has the wrong sign as well, and that is where it comes from.
      return change.instead.empty() ? 1 : 2;
    case ChangeKind::later_round:
      return 2;
    case ChangeKind::other_name:
      // All calls of a function are changed: a slip that is copied.
      if (change.other_line != 0) return 1;
      if (change.here.ends_with("()") && change.instead.ends_with("()")) return 1;
      return is_call(change.instead) || (is_capital(change.here) && is_variable(change.instead)) ? 2 : 1;
    case ChangeKind::other_index:
    case ChangeKind::other_member:
    case ChangeKind::other_block:
    case ChangeKind::first_value:
      return 1;
    case ChangeKind::off_by_one:
      // What asks for a multiple only chooses a path, and another number takes the other path.
      // A loop that halves its number hardly begins one too high.
      return (change.where == "the start of the loop" && change.here.size() > 1) || change.is_path ? 3 : 1;
    case ChangeKind::constant:
      if (is_smallest_above_zero(change)) return 0;
      if (change.where == "the numbers of the launch" && (change.instead == "1" || change.instead == "0")) return 3;
      if (change.here.starts_with("sizeof")) return 0;
      // Of two kernels, the other one is launched.
      if (change.is_of_host && change.where == "the condition" && change.instead == "-") return 6;
      // Of many blocks, one alone hides what several do twice.
      if (change.is_of_host && change.here.size() > 1 && (change.instead == "1" || change.instead == "0")) return 6;
      if ((change.where == "the start of the loop" && change.here.size() > 1) || change.is_path) return 3;
      if (change.here.starts_with("cuda") || change.instead.starts_with("sizeof")) return 0;
      // A number that is written out is rarely meant to be a variable.
      // Without this use, the constant would have none.
      return is_variable(change.instead) || change.is_only_use ? 2 : 1;
    case ChangeKind::step_order:
    case ChangeKind::one_of_several:
    case ChangeKind::longer_step:
    case ChangeKind::counts_from_one:
    case ChangeKind::lacks_dimension:
    case ChangeKind::lacks_addend:
    case ChangeKind::not_shortened:
    case ChangeKind::not_limited:
    case ChangeKind::exchanged_here:
    case ChangeKind::exchanged:
    case ChangeKind::not_set_back:
      return 1;
    case ChangeKind::assignment:
      return change.where == "*=" || change.instead == "*=" ? 2 : 1;
    case ChangeKind::in_one_block:
    case ChangeKind::lacks_else:
    case ChangeKind::asked_late:
    case ChangeKind::if_for_loop:
    case ChangeKind::other_step:
    case ChangeKind::counts_in_steps:
      return 0;
    case ChangeKind::hides:
    case ChangeKind::other_jump:
    case ChangeKind::surplus_else:
      return 1;
    case ChangeKind::exchanged_names:
    case ChangeKind::lacks_jump:
    case ChangeKind::scaled_counter:
    case ChangeKind::too_small:
    case ChangeKind::surplus_part:
    case ChangeKind::asks_otherwise:
      return 2;
    case ChangeKind::no_first_value:
    case ChangeKind::weak_barrier:
    case ChangeKind::size_of_pointer:
      return 0;
    case ChangeKind::size_everywhere:
      return change.instead.find_first_of("+-") != std::string::npos ? 2 : 3;
    case ChangeKind::factor:
      // What copies and fills are given counts bytes.
      if (change.call.starts_with("cudaMem") && change.instead == "4 *") return 0;
      if (change.where.starts_with("what is added to a pointer")) return 0;
      // Of one name, what it stands for is looked at first.
      if (change.where == "the bytes of shared memory" && change.here.find_first_of(" *+(") != std::string::npos)
        return 0;
      // So many make one piece of several, which hides a mistake in their places.
      return change.instead.find("32") == std::string::npos ? 3 : 5;
    case ChangeKind::order:
      return is_about_one_value(change) ? 1 : 3;
    case ChangeKind::lacks_term:
      if (change.instead.starts_with("+ 3 * ")) return 1;
      if (change.where == "the value that is stored") return 2;
      // Of a thread's number, the number in its block is half.
      if ((change.where.starts_with("the value of") || change.where == "the start of the loop") &&
          (change.instead == "+ threadIdx.x" || change.instead == "+ threadIdx.y" ||
           change.instead == "+ blockIdx.x * blockDim.x"))
        return 1;
      return is_pair_of_pointers(change) ? 0 : change.instead.starts_with("- ") ? 1 : 4;
    case ChangeKind::surplus:
    case ChangeKind::surplus_end:
    case ChangeKind::lacks_barrier:
      return 4;
    case ChangeKind::surplus_term:
    case ChangeKind::lacks_statement:
    case ChangeKind::not_asked:
    case ChangeKind::asks_for_other:
      return 1;
    case ChangeKind::reversed:
      return 1;
    case ChangeKind::index_of_other:
    case ChangeKind::turned_array:
    case ChangeKind::element_before:
      return 2;
    case ChangeKind::surplus_addend:
      // A length of 1 makes pieces of one element, which hides what is wrong with the last one.
      return change.is_of_host && change.instead.find_first_not_of("0123456789") == std::string::npos ? 5 : 1;
    case ChangeKind::surplus_factor:
    case ChangeKind::brackets:
      // Hardly a line says `n - n & 3` and means it.
      return change.here.find(" & ") != std::string::npos ? 0 : 1;
    // Brackets that stand there are mostly meant.
    case ChangeKind::surplus_brackets:
      return 2;
    case ChangeKind::cut_too_early:
      return 0;
    case ChangeKind::exchanged_signs:
    case ChangeKind::exchanged_sides:
    case ChangeKind::other_direction:
      return 1;
    case ChangeKind::lacks_rest:
    case ChangeKind::full_piece:
    case ChangeKind::whole_part:
      return change.is_path ? 3 : 1;
    case ChangeKind::other_form:
      return 1;
    case ChangeKind::macro_brackets:
      return 0;
    case ChangeKind::below_zero:
      return change.instead.empty() ? 1 : 0;
    case ChangeKind::subtracted_once:
      return 0;
    case ChangeKind::surplus_choice:
      return 1;
    case ChangeKind::surplus_rest:
      // Other conditions with a rest ask for a multiple, which only chooses a path.
      return change.here.starts_with("threadIdx") ? 1 : change.is_path ? 5 : 2;
    case ChangeKind::other_operator:
      return change.is_path ? 3 : 1;
    case ChangeKind::condition:
      if (change.instead.starts_with("|| ") && change.instead.find(" + 1 == ") != std::string::npos) return 0;
      return change.instead.find('%') != std::string::npos ? 0 : 5;
    case ChangeKind::lacks_zero:
      // A warp reads what fewer warps than lanes have stored.
      return change.instead.ends_with("blockDim.x / 32") ? 2 : 5;
    case ChangeKind::lacks_condition:
      // One thread, or one block, does this for all.
      return change.instead.ends_with(" == 0") ? 2 : 6;
    case ChangeKind::other_condition:
      return 4;
    case ChangeKind::lacks_wait:
      return worst_rank;
    case ChangeKind::not_from_tile:
    case ChangeKind::row_length:
    case ChangeKind::pieces:
      return 0;
    case ChangeKind::turned_threads:
      return 1;
    case ChangeKind::turned_loop:
      return 2;
  }
  return worst_rank;
}

int surprise_of(const Variant& change) {
  // What asks for a multiple only chooses a path, which may be wrong itself.
  if (change.is_path && !(change.kind == ChangeKind::surplus_rest && change.here.starts_with("threadIdx"))) return 3;
  switch (change.kind) {
    case ChangeKind::order:
    // Nothing else in it tells one block from the others.
    case ChangeKind::in_one_block:
      return 0;
    case ChangeKind::lacks_factor:
      return change.instead == "blockDim.x" ? 0 : 1;
    case ChangeKind::lacks_zero:
      return change.instead.starts_with("else ") ? 0 : 1;
    // A loop with one more round does what is left over as well.
    case ChangeKind::rounded_down:
      return 0;
    // One of the places where a constant stands is wrong more often than its definition.
    case ChangeKind::size_everywhere:
      return change.instead.find_first_of("+-") != std::string::npos ? 4 : 3;
    // Of two lines that disagree, either may be wrong, and another change says which.
    case ChangeKind::other_form:
      return 4;
    case ChangeKind::first_value:
      return change.instead == "0" && change.here.find('[') != std::string::npos ? 0 : change.is_repeated ? 3 : 1;
    case ChangeKind::comparison:
      // A round more of a loop that launches kernels does what another round has left undone, whatever that is.
      if (change.is_of_host && change.where == "the condition of the loop") return 2;
      // That one of two ways is never taken hides what is wrong in it.
      return change.here.find("==") != std::string::npos || change.here.find("!=") != std::string::npos ? 2 : 1;
    // Where one name is enough, two are too many.
    case ChangeKind::exchanged:
      return change.names == simt::NamesFit::as_they_are ? 3 : change.names == simt::NamesFit::exchanged ? 0 : 2;
    case ChangeKind::exchanged_here:
    case ChangeKind::exchanged_names:
    case ChangeKind::exchanged_signs:
    case ChangeKind::assignment:
    case ChangeKind::other_operator:
      return 2;
    // What all threads of a block have in common takes away what tells them apart, which hides much.
    case ChangeKind::other_member:
      return change.is_repeated                                                               ? 3
             : change.here.starts_with("threadIdx") && change.instead.starts_with("blockIdx") ? 2
                                                                                              : 1;
    case ChangeKind::other_name:
      if (change.is_repeated) return 3;
      // Of two arrays, the wrong one is taken less often than the wrong place in it.
      if (change.where == "the numbers of the launch") return 3;  // the block's in place of the grid's hides much
      return change.where.empty() || change.where.starts_with("the value of") || change.is_place ? 2 : 1;
    case ChangeKind::off_by_one:
      // Where another dimension is right as well, that is meant.
      if (change.here.starts_with("gridDim.") || change.here.starts_with("blockDim.")) return 2;
      // A loop that halves its number hardly begins one too high.
      if (change.where == "the start of the loop" && change.here.size() > 1) return 4;
      // A half is hardly meant to be a third.
      if (change.here == "2") return 2;
      if (is_of_helpers_quotient(change)) return 3;
      return change.is_repeated ? 3 : 1;
    case ChangeKind::constant:
      // A helper of the host has several callers, and a larger grid is often right as well.
      if (change.is_of_host && change.where.starts_with("what ") && change.where.ends_with(" returns")) return 3;
      // Any size of a block would do: where what is computed from it is wrong, that is meant.
      if (change.is_of_host && change.where.starts_with("the call of ") &&
          change.here.find_first_not_of("0123456789") == std::string::npos)
        return 3;
      // With fewer pieces than are meant, what is wrong with one of several does not show.
      if (change.is_of_host && change.where.starts_with("the value of ") &&
          (change.instead.starts_with("/ ") || change.instead.starts_with("- ")))
        return 3;
      // Of two arrays' lengths, the other one's is hardly meant.
      if (change.where.starts_with("the index of ") && is_constant_name(change.instead)) return 2;
      return change.is_repeated ? 3 : 1;
    default:
      // What the function says more than once is more likely right.
      return change.is_repeated ? 3 : 1;
  }
}

int rank_between_streams(const Variant& change, bool shares_place) {
  const auto is_about_event = [](const std::string& text) {
    return text.find("cudaEventRecord") != std::string::npos || text.find("cudaStreamWaitEvent") != std::string::npos;
  };
  if (change.kind == ChangeKind::lacks_stream) return change.where.empty() ? 0 : 1;
  if (change.kind == ChangeKind::order && (is_about_event(change.here) || is_about_event(change.instead))) return 1;
  if (is_about_event(change.where) || is_about_event(change.call)) {
    // A plain counter is more likely right than what another line has in its place.
    const bool is_plain = change.here.find(' ') == std::string::npos && is_variable(change.here);
    if (change.kind == ChangeKind::other_index) return is_plain ? 2 : 1;
    return rank_of(change) < 4 ? 2 : worst_rank + 1;
  }
  // A kernel that is given too much goes on in what other streams use.
  const bool is_other = change.kind == ChangeKind::other_name || change.kind == ChangeKind::exchanged;
  if (is_other && change.where == "what the kernel is given") return 2;
  // "c % PLACES": there may be as many places as there are streams, or as pieces.
  const bool is_number = change.kind == ChangeKind::constant && is_constant_name(change.instead);
  if (shares_place && is_number && change.is_of_rest && !change.where.starts_with("the index of")) return 3;
  // Of what two operations use at the same time, each may be meant to have its own part.
  if (change.kind == ChangeKind::lacks_term && change.where.find("index") == std::string::npos &&
      change.where.find("loop") == std::string::npos)
    return 3;
  return worst_rank + 1;
}

}  // namespace grader
