#include "grader/words/change_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "grader/words/change_text.hpp"
#include "grader/words/metric_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

using simt::ChangeKind;
using simt::Variant;

/// A long statement is not quoted as a whole.
std::string quoted(std::string text) {
  constexpr std::size_t longest = 48;
  if (text.size() > longest) text = text.substr(0, longest - 2) + " …";
  return text;
}

/// Of a long comparison, where it begins and how it ends: "static_cast<int>(… - goal) > 0".
std::string quoted_ends(const std::string& text) {
  constexpr std::size_t longest = 48, begin = 16, end = 28;
  return text.size() > longest ? text.substr(0, begin) + " … " + text.substr(text.size() - end) : text;
}

/// " in the index of A"
std::string place_of(const Variant& change) { return change.where.empty() ? "" : " in " + change.where; }

bool is_more(const Variant& change) { return change.instead.ends_with('*') || change.instead == "+ 1"; }

/// Where a constant stands that is wrong in several places. The same choice is wrong only in lines that follow each
/// other.
std::string words_of_places(const Variant& change) {
  if (change.other_line == change.line) return "wherever it stands on this line";
  const bool is_choice = change.here.starts_with("cuda");
  if (is_choice && change.other_line > change.line + 1)
    return fmt::format("in each line from here to line {}", change.other_line);
  return fmt::format("here and at line {}", change.other_line);
}

std::string words_of_factor(const Variant& change, const std::string& here) {
  const auto has = [&](std::string_view text) { return change.instead.find(text) != std::string::npos; };
  const std::string_view factor = has("32") ? "32 times" : has("4") ? "four times" : has("3") ? "three times" : "twice";
  return is_more(change) ? fmt::format("{} is too small{}: {} as much is needed", here, place_of(change), factor)
                         : fmt::format("{} is too large{}: it is {} what is needed", here, place_of(change), factor);
}

/// Of what a launch asks for, where four times as much is needed: why.
std::string words_of_bytes(const Variant& change) {
  const bool is_of_elements = change.where == "the bytes of shared memory" && change.instead == "4 *";
  return is_of_elements && change.here.find("sizeof") == std::string::npos
             ? " there, since that number counts bytes, and no elements"
             : "";
}

std::string words_of_condition(const Variant& change, const std::string& here) {
  if (change.instead == "always") return fmt::format("the condition {} keeps threads out that are needed", here);
  if (change.instead.starts_with("|| !")) {
    return fmt::format("the condition {} lets too many go on: it asks for nothing about {}", here,
                       change.instead.substr(4, change.instead.find('<') - 5));
  }
  if (change.instead.starts_with("|| ")) {
    return fmt::format("the condition {} leaves out the last one: where {}, it has to hold as well", here,
                       change.instead.substr(3));
  }
  const std::string lacking = change.instead.substr(3);
  if (const auto sign = lacking.find(" % ");
      sign != std::string::npos && has_word(change.here, lacking.substr(0, sign))) {
    const std::string divisor = lacking.substr(sign + 3, lacking.find(' ', sign + 3) - sign - 3);
    return fmt::format("the condition {} lets too much in: it does not ask whether {} is a multiple of {}", here,
                       lacking.substr(0, sign), divisor);
  }
  return fmt::format("the condition {} lets too much in: it asks for nothing about {}", here,
                     lacking.substr(0, lacking.find_first_of("<%=") - 1));
}

std::string words_of_assignment(const Variant& change, const std::string& here) {
  const std::string_view own = change.where, due = change.instead;
  const std::string done = own == "="    ? here + " is set anew here"
                           : own == "+=" ? "something is added to " + here + " here"
                           : own == "-=" ? "something is subtracted from " + here + " here"
                                         : here + " is multiplied here";
  return done + ", where " +
         (due == "="    ? "it should be set anew"
          : due == "+=" ? "something should be added to it"
                        : "it should be multiplied");
}

/// What `continue`, `break` or `return` ends.
std::string_view ended_by(std::string_view jump) {
  return jump == "continue" ? "this round of the loop" : jump == "break" ? "the loop" : "the whole function";
}

/// "x <= width && y <= height" that becomes "x < width && y < height"
std::string words_of_comparisons(const Variant& change) {
  const bool takes_in = change.here.find("<=") != std::string::npos || change.here.find(">=") != std::string::npos;
  return fmt::format("each comparison of {} {} the case that both sides are equal{}", quoted(change.here),
                     takes_in ? "takes in" : "leaves out", takes_in ? ", which is too much" : "");
}

std::string words_of_comparison(const Variant& change) {
  if (change.instead.size() > 2) return words_of_comparisons(change);
  const std::string here = quoted_ends(change.here), comparison = plain_comparison(change.here);
  const auto has = [&](std::string_view text) { return comparison.find(text) != std::string::npos; };
  const bool is_less = has("<"), is_greater = has(">");
  const bool becomes_less = change.instead.front() == '<', becomes_greater = change.instead.front() == '>';
  if ((is_less && becomes_less) || (is_greater && becomes_greater)) {
    return change.instead.size() == 2
               ? fmt::format("{} leaves out the case that both are equal", here)
               : fmt::format("{} takes in the case that both are equal, which is too much", here);
  }
  if ((is_less && becomes_greater) || (is_greater && becomes_less)) {
    return fmt::format("the comparison {} is the wrong way round", here);
  }
  return fmt::format("{} is the wrong comparison", here);
}

/// "v.z", and neither "threadIdx.x" nor "job->width"
bool is_member_of_vector(const Variant& change) {
  const std::size_t dot = change.here.rfind('.');
  return dot != std::string::npos && dot + 2 == change.here.size() &&
         std::string_view("xyzw").find(change.here.back()) != std::string_view::npos &&
         !change.here.substr(0, dot).ends_with("Idx") && !change.here.substr(0, dot).ends_with("Dim");
}

std::string words_of_narrow_type(const Variant& change) {
  const auto has = [&](std::string_view text) { return change.where.find(text) != std::string::npos; };
  const bool is_byte = has("char") || has("int8"), is_positive = has("u");
  const int most = is_byte ? (is_positive ? 255 : 127) : is_positive ? 65535 : 32767;
  return fmt::format("{} has the type {}, which holds no number above {}: it needs a wider one", change.here,
                     change.where, most);
}

std::string words_of_weak_barrier(const std::string& here) {
  const auto has = [&](std::string_view text) { return here.find(text) != std::string::npos; };
  if (has("__threadfence"))
    return fmt::format("{} orders what its own thread stores, and waits for no other thread: a barrier belongs here",
                       here);
  if (has("__syncwarp"))
    return fmt::format("{} waits for the threads of one warp only, and those of other warps are needed here", here);
  if (has("__syncthreads") || has("block"))
    return fmt::format("{} waits for the threads of one block only, and those of other blocks are needed here", here);
  return fmt::format("{} waits for the threads of a part of the block only, and others are needed here", here);
}

/// "logistic()"
bool is_function(const Variant& change) { return change.here.ends_with("()"); }

std::string words_of(const Variant& change) {
  const std::string here = quoted(change.here), place = place_of(change);
  switch (change.kind) {
    case ChangeKind::exchanged_names:
      if (is_function(change)) {
        return fmt::format("{} and {} are exchanged, here and wherever they are called", here, change.instead);
      }
      if (change.other_line != 0) {
        return fmt::format(
            "from here on, {} and {} should change places: a block's place is not the same for what "
            "comes in and what goes out",
            here, change.instead);
      }
      return fmt::format("{} and {} are exchanged in this function, here and wherever they stand", here,
                         change.instead);
    case ChangeKind::exchanged_here:
      if (change.other_line != 0) {
        return fmt::format("{} here and {} at line {} are exchanged: each gets what the other one should get", here,
                           change.instead, change.other_line);
      }
      return fmt::format("{} and {} are exchanged in {}", here, change.instead,
                         change.where == "the numbers of the launch" ? change.where : "this statement");
    case ChangeKind::exchanged:
      return fmt::format("two neighbours are exchanged{}, beginning at {}", place, here);
    case ChangeKind::other_name:
      if (is_function(change) && change.other_line != 0)
        return fmt::format("{} is the wrong function, {}: another one is needed", here, words_of_places(change));
      if (is_function(change)) return fmt::format("{} is the wrong function{}: another one is needed", here, place);
      return fmt::format("{} is the wrong variable{}: another one belongs there", here, place);
    case ChangeKind::other_block:
      return fmt::format(
          "from here on, blockIdx still stands where {} and {} should: the block's place was computed anew before",
          here, change.instead);
    case ChangeKind::scaled_counter:
      return fmt::format("{} counts 0, 1, 2 … in this loop, and what is taken in each round should lie further apart",
                         here);
    case ChangeKind::other_index:
      if (change.here.ends_with("- " + change.instead.substr(change.instead.rfind(' ') + 1)))
        return fmt::format("{} goes backwards, from the end{}, and the order should be that of {}", here, place,
                           change.instead);
      return fmt::format("{} is the wrong index of {}: other lines compute the index of it in another way", here,
                         change.where.substr(change.where.rfind(' ') + 1));
    case ChangeKind::reversed:
      return fmt::format("{} goes backwards, from the end{}, and the order should be that of {}", here, place,
                         change.instead);
    case ChangeKind::turned_array:
      return fmt::format("the elements of {} are taken in the opposite order here and wherever this function uses them",
                         here);
    case ChangeKind::index_of_other:
      return fmt::format("{} is the wrong index of {}: the element on the other side of the assignment has another one",
                         here, change.where.substr(change.where.rfind(' ') + 1));
    case ChangeKind::not_asked:
      return fmt::format("{} is the wrong index of {}: the condition asks about another element than this", here,
                         change.where.substr(change.where.rfind(' ') + 1));
    case ChangeKind::asks_for_other:
      return fmt::format("the condition asks about {}, and another element is used where it holds", here);
    case ChangeKind::other_member:
      if (const std::size_t factor = change.instead.find(" * blockDim."); factor != std::string::npos) {
        const std::string threads = change.instead.substr(factor + 3, std::string_view("blockDim.x").size());
        if (change.here == threads) {
          const std::size_t begin = change.instead.starts_with("(") ? 1 : 0;
          return fmt::format("a factor is missing{}: {} counts the threads of one block, and is not multiplied by {}",
                             place, here, change.instead.substr(begin, factor - begin));
        }
        return fmt::format("a factor is missing{}: {} counts blocks, and is not multiplied by {}", place, here,
                           threads);
      }
      if (is_variable(change.instead) && change.instead.find('.') == std::string::npos)
        return fmt::format("{} is the wrong number{}: another variable belongs there", here, place);
      if (is_member_of_vector(change)) return fmt::format("{} is the wrong member{}", here, place);
      return fmt::format("{} is the wrong number{}: another dimension, or another unit, belongs there", here, place);
    case ChangeKind::off_by_one:
      return fmt::format("{} is one too {}{}", here, is_more(change) ? "few" : "many", place);
    case ChangeKind::factor:
      if (constexpr std::string_view pointer = "what is added to a pointer to "; change.where.starts_with(pointer)) {
        return fmt::format("{} counts single elements, and a pointer to {} goes on by {} of them for each", here,
                           change.where.substr(pointer.size()), change.instead.back());
      }
      return words_of_factor(change, here) + words_of_bytes(change);
    case ChangeKind::constant:
      if (change.where == "the step of the loop" && change.instead.find("blockDim.x") != std::string::npos)
        return fmt::format(
            "this loop begins with the number of the thread, and goes on by {}: the number of all "
            "threads {} belongs there",
            here, change.instead == "blockDim.x" ? "of the block" : "of the grid");
      if (is_smallest_above_zero(change))
        return fmt::format("{} is the smallest number above 0, and all negative numbers are below it", here);
      if (change.instead.starts_with("sizeof"))
        return fmt::format("{}{} is the size of another type than these elements have: {} is needed", here, place,
                           change.instead);
      if (here.starts_with("sizeof") && change.is_repeated)
        return fmt::format("{} is too much{}: the bytes of an element are counted twice there", here, place);
      if (here.starts_with("sizeof"))
        return fmt::format("{} is too much{}: elements are counted there, and no bytes", here, place);
      if (change.other_line != 0) {
        // Of two constants, one may count bytes or characters, and the other one words.
        const bool are_constants = is_constant_name(change.here) && is_constant_name(change.instead);
        return fmt::format("{} is the wrong {}, {}{}", here, here.starts_with("cuda") ? "choice" : "number",
                           words_of_places(change),
                           are_constants ? ": another dimension, or another unit, belongs there" : "");
      }
      if (change.instead == "-") return fmt::format("{} has the wrong sign{}", here, place);
      if (const std::string bytes = words_of_bytes(change); !bytes.empty())
        return words_of_factor(change, here) + bytes;
      return fmt::format("{} is the wrong {}{}", here, here.starts_with("cuda") ? "choice" : "number", place);
    case ChangeKind::longer_step:
      return change.instead == "2"
                 ? fmt::format("{} grows by 1 in each round of this loop: every second round is one too many", here)
                 : fmt::format(
                       "{} grows by 1 in each round of this loop, and all threads of the block go through it: "
                       "each should leave out what the others take",
                       here);
    case ChangeKind::counts_in_steps:
      return fmt::format(
          "{} grows by more than 1 in each round of the loop, so {} does not count the rounds: {} does, and the rest "
          "is to be taken of that",
          change.instead.substr(0, change.instead.find(' ')), here, quoted(change.instead));
    case ChangeKind::asked_late:
      return fmt::format(
          "do asks {} only after its first round, so threads with nothing to do take that round, too; while asks "
          "before "
          "it",
          here);
    case ChangeKind::other_direction:
      return fmt::format(
          "this loop goes the wrong way: {} goes {} in it, and should go {} over the same values, since here their "
          "order matters",
          here, change.instead == "up" ? "down" : "up", change.instead);
    case ChangeKind::if_for_loop:
      return fmt::format(
          "the loop at line {} may leave more than one element over for each thread, and this if does one of them: it "
          "should be a loop as well",
          change.other_line);
    case ChangeKind::one_of_several:
      return fmt::format(
          "each thread does this for one element only, and {} may hold for more elements than a block has threads: "
          "this if should be a loop with the step {}",
          here, change.instead);
    case ChangeKind::other_step:
      return fmt::format("{} go on together, but by different steps: {} here, and {} {}", change.where, here,
                         quoted(change.instead),
                         change.other_line == change.line ? "beside it" : fmt::format("at line {}", change.other_line));
    case ChangeKind::counts_from_one:
      return fmt::format("{0} counts from 1 to {1} in this loop, and should count from 0 to {1} - 1", here,
                         quoted(change.instead));
    case ChangeKind::size_everywhere:
      if (change.where == "the threads of a block") {
        return fmt::format(
            "a block of {} threads is too small: its threads take different ways, and so few are lanes of one warp",
            here);
      }
      return fmt::format("{} is {} wherever it stands", here,
                         change.instead == "+ 1"   ? "one too few"
                         : change.instead == "- 1" ? "one too many"
                         : change.instead == "* 2" ? "half of what is needed"
                         : change.instead == "* 4" ? "a quarter of what is needed"
                                                   : "twice what is needed");
    case ChangeKind::lacks_dimension:
      if (change.instead.starts_with("z ")) {
        return "the grid, or the block, has only two dimensions here, and the kernel needs a third one (z): without "
               "it, only z = 0 exists";
      }
      return fmt::format("there is only one dimension here, {}, and the kernel needs a second one (y)", here);
    case ChangeKind::too_small:
      return change.here.find("][") == std::string::npos
                 ? fmt::format("{} has too few elements", here)
                 : fmt::format("{} has too few {}", here, change.instead == "more" ? "rows" : "elements in a row");
    case ChangeKind::first_value:
      if (change.instead == "0" && std::isdigit(static_cast<unsigned char>(change.here.front())) == 0 &&
          change.here.find_first_of("[(") != std::string::npos) {
        return fmt::format("{} begins with {} here, and it should begin with 0",
                           change.where.substr(change.where.rfind(' ') + 1), here);
      }
      return fmt::format("{} is the wrong number for {} to begin with", here,
                         change.where.substr(change.where.rfind(' ') + 1));
    case ChangeKind::lacks_term:
      if (change.instead.starts_with("- ")) {
        return fmt::format(
            "{0} counts from {1} on, and the elements that are used there are counted from 0: {1} is to "
            "be subtracted{2}",
            here, change.instead.substr(2), place);
      }
      if (change.instead.starts_with("+ 3 * ")) {
        return fmt::format(
            "{0} counts each piece of four elements as one ({1} pieces), and this line needs the number of an element",
            here, change.instead.substr(6));
      }
      // A row that is one longer: `33 * i + j` is `32 * i + j`, and `i` once more.
      if (change.instead.starts_with("+ ") && change.here.size() > change.instead.size() - 2 &&
          has_word(change.here, change.instead.substr(2)) && change.where.find("index") != std::string::npos) {
        return fmt::format(
            "{} is too small{}: {} is multiplied by a number that is one too small, such as the length of "
            "a row, or not at all",
            here, place, change.instead.substr(2));
      }
      return fmt::format("something is missing{}: {} {} not depend on {}", place, here,
                         is_pair_of_pointers(change) ? "do" : "does", change.instead.substr(2));
    case ChangeKind::lacks_addend:
      return fmt::format("something is missing{}: {} does not depend on {}, as the index of what gets the value does",
                         place, here, change.instead.substr(2));
    case ChangeKind::lacks_factor:
      if (change.instead.starts_with("* "))
        return fmt::format("a factor is missing{}: {} is not multiplied by {}", place, here, change.instead.substr(2));
      if (change.where != "the condition")
        return fmt::format("a factor is missing{}: {} is not multiplied by {}", place, here, change.instead);
      return fmt::format("something is missing{}: {} does not depend on {}, which is asked for and used nowhere", place,
                         here, change.instead);
    case ChangeKind::lacks_stream:
      if (!change.where.empty())
        return fmt::format("{} goes into the stream {} here: it belongs into another one", here, change.where);
      return fmt::format("{} names no stream here, so this goes into the default stream: it belongs into another one",
                         here);
    case ChangeKind::lacks_break:
      return fmt::format("a break is missing behind this line: the code goes on with the label at line {}",
                         change.other_line);
    case ChangeKind::not_shortened:
      return fmt::format("{} is too long for the last {}, where only {} are left", here,
                         change.instead.find("blockIdx") != std::string::npos ? "block" : "piece", change.instead);
    case ChangeKind::not_limited:
      return fmt::format("{} is all that is left, and a round of the loop takes no more than {}", here,
                         quoted(change.instead));
    case ChangeKind::comparison:
      return words_of_comparison(change);
    case ChangeKind::product_asked:
      return fmt::format(
          "{} asks about a product, which may be a multiple although no factor is one: ask about each factor by itself",
          here);
    case ChangeKind::joint:
      return fmt::format("{} asks for {}", here,
                         change.here.find("&&") != std::string::npos
                             ? "both at the same time (&&), and one of them should do (||)"
                             : "one of the two (||), and both should have to hold (&&)");
    case ChangeKind::sign:
      if (change.instead == "unsigned long long") {
        return fmt::format(
            "{} may be negative, since int has a sign: when it becomes a number of 64 bits, all of the upper 32 bits "
            "are set as well",
            here);
      }
      return fmt::format("{} may be negative, since char has a sign: then all higher bits are set as well", here);
    case ChangeKind::step_order:
      return fmt::format("{} goes on at the wrong moment: it should be {}, which goes on {} it is used", here,
                         change.instead,
                         change.instead.ends_with("+") || change.instead.ends_with("-") ? "after" : "before");
    case ChangeKind::negated:
      return fmt::format("{} is stored with the wrong sign: a minus is {}", here,
                         change.instead == "-" ? "missing" : "too much");
    case ChangeKind::later_round:
      return fmt::format("{} is right in the first round only{}: later rounds go on with another array", here, place);
    case ChangeKind::rounded_down:
      if (constexpr std::string_view multiple = "to a multiple of "; change.instead.starts_with(multiple)) {
        return fmt::format(
            "{} need not be a multiple of {}{}: the last piece has places behind it, too. It is to be rounded up", here,
            change.instead.substr(multiple.size()), place);
      }
      if (change.here.find("ceil") != std::string::npos) {
        return fmt::format("{}{}: of two whole numbers the quotient is rounded down before ceil() gets it", here,
                           place);
      }
      return fmt::format("{} {} down{}: what is left over is forgotten", here,
                         change.here.find(" and ") == std::string::npos ? "rounds" : "round", place);
    case ChangeKind::assignment:
      return words_of_assignment(change, here);
    case ChangeKind::hides:
      return fmt::format("{} is a new variable here, and hides the {} of line {}, which keeps its value", here, here,
                         change.other_line);
    case ChangeKind::not_set_back:
      if (change.where == "+=")
        return fmt::format(
            "what is added to {} here stays there in the rounds that follow: each round should begin with its first "
            "value, {} (line {})",
            here, quoted(change.instead), change.other_line);
      return fmt::format(
          "{} begins with {} here only: in the loop at line {} it goes on with what the round before "
          "left, and each round should begin anew",
          here, change.instead, change.other_line);
    case ChangeKind::condition:
      return words_of_condition(change, here);
    case ChangeKind::narrow_type:
      return words_of_narrow_type(change);
    case ChangeKind::lacks_condition:
      if (change.where == "the loop")
        return fmt::format("this loop goes too far: it asks for nothing about {}",
                           change.instead.substr(0, change.instead.find('<') - 1));
      if (change.instead.ends_with(" == 0")) {
        return fmt::format("too many threads do this: {} asks for nothing about {}, and one of them should do it", here,
                           change.instead.substr(0, change.instead.find('=') - 1));
      }
      return fmt::format("too many threads do this: {} asks for nothing about {}", here,
                         change.instead.substr(0, change.instead.find_first_of("<=") - 1));
    case ChangeKind::in_one_block:
      return fmt::format(
          "every block does this, and only one of them should: {} asks for nothing about {}, so it is done once for "
          "each block",
          here, change.instead.substr(0, change.instead.find('=') - 1));
    case ChangeKind::other_condition:
      return fmt::format(
          "what is stored to {} depends on the condition at line {} here, and something else decides whether it is "
          "needed",
          here, change.other_line);
    case ChangeKind::lacks_zero:
      if (change.instead.starts_with("else ")) {
        const bool are_several = change.here.find(" and ") != std::string::npos;
        return fmt::format("{} {} no value where {} does not hold, and {} used there as well: a 0 belongs there", here,
                           are_several ? "get" : "gets", quoted(change.instead.substr(5)), are_several ? "are" : "is");
      }
      return fmt::format("{} gets a value here also where {} does not hold: nothing exists there, so it should be 0",
                         here, change.instead);
    case ChangeKind::exchanged_sides:
      return fmt::format(
          "the indices of the two sides are exchanged: {} is the place to read from, and {} the place to store to",
          here, quoted(change.instead));
    case ChangeKind::order:
      return fmt::format("this comes too early: {} belongs behind line {}", here, change.other_line);
    case ChangeKind::surplus:
      return fmt::format("{} is too much: it should not be done here", here);
    case ChangeKind::surplus_end:
      if (change.instead == "break")
        return fmt::format("threads leave the loop here where {}, and they are still needed in it", here);
      return fmt::format("{} here where {}, and what they would have stored is stored by no other thread",
                         change.instead == "return" ? "threads end" : "threads leave out a round of the loop", here);
    case ChangeKind::lacks_jump:
      return fmt::format("a {} is missing behind this line: where {} holds (line {}), {} should end", change.instead,
                         here, change.other_line, ended_by(change.instead));
    case ChangeKind::other_jump:
      return fmt::format("{} ends {} here, and {} should end: {}", change.here, ended_by(change.here),
                         ended_by(change.instead), quoted(change.instead + ";"));
    case ChangeKind::surplus_else:
      return fmt::format(
          "because of this else, what stands behind it is left out where {} holds (line {}): it is needed there, too",
          here, change.other_line);
    case ChangeKind::lacks_else:
      return fmt::format("{} is done only where {} holds (line {}): it is needed where that does not hold, too", here,
                         quoted(change.where), change.other_line);
    case ChangeKind::surplus_term:
      return fmt::format("{} ends too early: {} is too much in it", here, quoted(change.instead));
    case ChangeKind::surplus_part:
      return fmt::format("the condition asks for too much: {} need not hold, and keeps out what is needed", here);
    case ChangeKind::no_first_value:
      return fmt::format("{} has no first value, and not all of its elements get one before they are used", here);
    case ChangeKind::surplus_addend:
      if (change.instead == "-") {
        return fmt::format("{} is subtracted{}, and nothing should be subtracted there", here, place);
      }
      return fmt::format("{} is too much{}: it should not be added there", here, place);
    case ChangeKind::surplus_factor:
      return fmt::format("{} is too much{}: nothing should be multiplied by it there", here, place);
    case ChangeKind::brackets:
      if (change.here.find("==") != std::string::npos || change.here.find("!=") != std::string::npos)
        return fmt::format("brackets are missing{}: in {} the comparison comes first, and {} should", place, here,
                           quoted(change.instead));
      if (change.here.find(" & ") != std::string::npos)
        return fmt::format("brackets are missing{}: in {} the sum, or the difference, is computed before the &", place,
                           here);
      return fmt::format("brackets are missing{}: in {} the product is computed first", place, here);
    case ChangeKind::surplus_brackets:
      return fmt::format("the brackets in {} are too much{}: only {} should be multiplied", here, place,
                         quoted(change.instead));
    case ChangeKind::cut_too_early:
      if (change.instead == "float" || change.instead == "double") {
        return fmt::format(
            "{} is a quotient of two whole numbers{}: what is behind the point is cut off before it becomes a {}", here,
            place, change.instead);
      }
      return fmt::format(
          "{} is made a whole number too early{}: what is behind the point is cut off before the number is {}", here,
          place, change.instead == "*" ? "multiplied" : "divided");
    case ChangeKind::other_operator:
      if (change.instead == "+") return fmt::format("{} is subtracted{}, and it should be added", here, place);
      if (change.instead == "-") return fmt::format("{} is added{}, and it should be subtracted", here, place);
      if (change.instead.starts_with("% ")) {
        return fmt::format("{} is the rest of a division by {} only where that is a power of two", here,
                           change.instead.substr(2));
      }
      return change.instead == "%"
                 ? fmt::format("{} is a quotient{}, and the rest of this division is needed", here, place)
                 : fmt::format("{} is the rest of a division{}, and its quotient is needed", here, place);
    case ChangeKind::surplus_rest:
      if (change.here.find('%') == std::string::npos && change.here.find(" & ") != std::string::npos) {
        return fmt::format("{} is only some bits of {}{}: {} itself is needed there", here, change.instead, place,
                           change.instead);
      }
      return fmt::format("{} is only the rest of a division{}: {} itself is needed there", here, place, change.instead);
    case ChangeKind::lacks_rest:
      return fmt::format("{} goes on counting{}, and should begin at 0 again: the rest of a division (%) is missing",
                         here, place);
    case ChangeKind::full_piece:
      return fmt::format("{} is 0{} where nothing is left over: there, all of {} is needed", here, place,
                         change.instead);
    case ChangeKind::whole_part:
      return change.here.find('%') != std::string::npos
                 ? fmt::format("{} is only what is left over{}: the part of {} before that is needed", here, place,
                               quoted(change.instead))
                 : fmt::format("{} is the number of pieces{}: the number of elements in all of them is needed", here,
                               place);
    case ChangeKind::other_form:
      if (is_variable(change.instead)) {
        return fmt::format("{} and line {} do not fit together{}: that line has {} instead", here, change.other_line,
                           place, change.instead);
      }
      if (change.other_line == change.line) {
        return fmt::format(
            "{}{} does not fit the rest of this line, which computes a place from the same numbers in another way",
            here, place);
      }
      return fmt::format("{} and line {} do not fit together{}: they compute a place from the same numbers in two ways",
                         here, change.other_line, place);
    case ChangeKind::element_before:
      return fmt::format("{} is one element too far: the one before it belongs here, and 0 where there is none", here);
    case ChangeKind::below_zero:
      if (!change.instead.empty()) {
        return fmt::format("{} has no sign: where {} would be below zero, it is a very large number{}", change.instead,
                           here, place);
      }
      return fmt::format(
          "{} is below zero in some threads{}: an unsigned number begins again at its largest value there, and of a "
          "negative one the rest of a division is negative",
          here, place);
    case ChangeKind::subtracted_once:
      return fmt::format("{0} is subtracted from {1} only once here, and {1} may still be {0} or more", change.instead,
                         here);
    case ChangeKind::surplus_choice:
      return fmt::format("the value should not depend on {}: it is the same one in all rounds, or all threads", here);
    case ChangeKind::macro_brackets:
      if (change.where == "a macro") {
        return fmt::format(
            "{} has no brackets around what it stands for: it is replaced as text, and the signs beside it take it "
            "apart",
            here);
      }
      return fmt::format(
          "{} has no brackets here. At line {}, {} is replaced as text, and what the macro is given, or what it stands "
          "for, is taken apart by the signs beside it",
          change.instead, change.line, here);
    case ChangeKind::exchanged_signs:
      if (!change.where.empty()) {
        const bool divides = change.here.find('/') != std::string::npos;
        return fmt::format(
            "{} and {} (line {}) put neighbouring threads far apart: of a division by another number, the {} belongs "
            "here, and the {} there",
            here, quoted(change.instead), change.other_line, divides ? "rest" : "quotient",
            divides ? "quotient" : "rest");
      }
      return fmt::format("{} and {} (line {}) are exchanged: one is the quotient, the other one the rest", here,
                         quoted(change.instead), change.other_line);
    case ChangeKind::lacks_statement:
      return fmt::format("{} is missing {} this line: the same call has it {} itself elsewhere (line {})", here,
                         change.instead, change.instead, change.other_line);
    case ChangeKind::lacks_barrier:
      return change.instead == "behind" ? "a barrier is missing behind this line"
                                        : "a barrier is missing before this line";
    case ChangeKind::asks_otherwise:
      return fmt::format("the condition {} asks about something else than what is used where it holds", here);
    case ChangeKind::weak_barrier:
      return words_of_weak_barrier(here);
    case ChangeKind::size_of_pointer:
      return fmt::format("{} is the size of a pointer, {} bytes, and not that of what lies there", here, sizeof(void*));
    case ChangeKind::lacks_wait:
      return "the host goes on here before what it has asked for is done";
    case ChangeKind::row_length:
      if (change.where == "a constant") {
        return fmt::format(
            "{} is the wrong length of a row in shared memory: elements below each other meet in few banks", here);
      }
      if (change.where == "alignment") {
        return fmt::format(
            "the size of {} is rounded up here, so a row in shared memory is longer than what stands in it: elements "
            "below each other meet in few banks",
            here);
      }
      return fmt::format("the rows of {} have the wrong length: elements below each other meet in few banks", here);
    case ChangeKind::not_from_tile:
      return fmt::format("{} is read from global memory here, though {} holds the same values in shared memory", here,
                         change.instead);
    case ChangeKind::pieces:
      return fmt::format(
          "with {} a thread takes neighbouring elements itself, and those of neighbouring threads are {} "
          "apart",
          here, quoted(change.instead));
    case ChangeKind::turned_loop:
      return fmt::format(
          "{} and {} are exchanged in the loop at line {}: what neighbouring threads take at the same "
          "time is far apart",
          here, change.instead, change.other_line);
    case ChangeKind::turned_threads:
      return fmt::format("x and y are exchanged {}, beginning at {}: {} differ in x",
                         change.other_line > change.line
                             ? fmt::format("from here to the barrier at line {}", change.other_line)
                         : change.other_line != 0 ? "from here on"
                                                  : "in this statement",
                         here, here.starts_with("threadIdx") ? "neighbouring threads" : "blocks that run together");
  }
  return "";
}

/// Where the number that is to be larger or smaller gets its only value, if it is used only once: then it is
/// wrong by itself, and not only there. 0: elsewhere as well, or nowhere.
int line_of_definition(const Variant& change, const simt::SourceIndex& source) {
  if (change.kind != ChangeKind::off_by_one && change.kind != ChangeKind::factor) return 0;
  const simt::SourceFunction* const function = source.function_around(change.line);
  const simt::SourceAssignment* found = nullptr;
  for (const simt::SourceAssignment& one : source.assignments) {
    const simt::SourceFunction* const around = source.function_around(one.line);
    if (one.name != change.here || (around != nullptr && around != function)) continue;
    if (found != nullptr || one.is_element || one.is_combined) return 0;
    found = &one;
  }
  const bool is_loop = found != nullptr && std::any_of(source.conditions.begin(), source.conditions.end(),
                                                       [&](const auto& one) { return one.line == found->line; });
  if (found == nullptr || is_loop || found->line == change.line) return 0;
  const bool is_everywhere = source.function_around(found->line) == nullptr;
  const auto uses = std::count_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& use) {
    const bool is_here = is_everywhere || source.function_around(use.line) == function;
    return use.name == change.here && use.line != found->line && is_here;
  });
  return uses == 1 ? found->line : 0;
}

/// Of the number of a loop's rounds, what that makes of its launches.
std::string launches_in_words(const Variant& change, const simt::SourceIndex& source) {
  const bool is_count = change.kind == ChangeKind::off_by_one || change.kind == ChangeKind::factor;
  if (!is_count || !change.where.ends_with("of the loop")) return "";
  for (const simt::SourceCondition& loop : source.conditions) {
    if (!loop.is_loop || loop.line != change.line) continue;
    for (const simt::SourceLaunch& launch : source.launches) {
      if (loop.line > launch.line || launch.line > loop.last_line) continue;
      // A loop that begins one later has one round less.
      const bool is_few = is_more(change) != (change.where == "the start of the loop");
      return fmt::format(", so there are too {} launches (line {})", is_few ? "few" : "many", launch.line);
    }
  }
  return "";
}

}  // namespace

Finding two_changes_in_words(const Variant& one, const Variant& other, const simt::SourceIndex& source) {
  const bool is_in_order = one.line < other.line;
  const Variant& first = is_in_order ? one : other;
  const Variant& second = is_in_order ? other : one;
  Finding finding;
  finding.name = "one-change";
  finding.line = first.line;
  finding.other_line = second.line;
  finding.text = fmt::format(
      "there are two mistakes. Here: {}{}. At line {}: {}{}. The emulator tried it: with these two changes all sizes "
      "that it tried are right",
      words_of(first), launches_in_words(first, source), second.line, words_of(second),
      launches_in_words(second, source));
  return finding;
}

Finding slow_change_in_words(const Variant& change, const course::Metric& metric, double before, double after) {
  Finding finding;
  finding.name = "slow-change";
  finding.line = change.line;
  finding.other_line = change.kind == ChangeKind::turned_loop ? 0 : change.other_line;
  finding.is_remark = true;
  finding.text = fmt::format(
      "{}. The emulator tried it: with this one change the answer stays right, and the value in "
      "the column {} goes from {} to {}",
      words_of(change), metric.title, value_text(metric, before), value_text(metric, after));
  return finding;
}

namespace {

/// Where the two numbers of a block's place are exchanged in a kernel: those of its grid may be exchanged instead.
std::string words_of_grid(const Variant& change, const simt::SourceIndex& source) {
  const bool is_of_block = change.kind == ChangeKind::exchanged_names && change.other_line == 0 &&
                           change.here.starts_with("blockIdx.") && change.instead.starts_with("blockIdx.");
  const simt::SourceFunction* const kernel = source.function_around(change.line);
  if (!is_of_block || kernel == nullptr || !source.lines_with("gridDim", *kernel).empty()) return "";
  std::vector<int> lines;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (launch.kernel != kernel->name) continue;
    if (!lines.empty() || launch.shape.empty()) return "";
    lines.push_back(launch.line);
    std::vector<int> made;
    const auto add_lines = [&](const auto& places) {
      for (const auto& one : places) {
        const bool is_there = source.function_around(one.line) == source.function_around(launch.line);
        if (one.name == launch.shape.front() && is_there) made.push_back(one.line);
      }
    };
    add_lines(source.assignments);
    add_lines(source.dimensions);
    if (!made.empty()) lines = made;
  }
  return lines.empty() ? ""
                       : fmt::format(". Or they are right, and the two numbers of the grid are exchanged ({})",
                                     lines_in_words(lines));
}

/// How many operations of the function around `line` go into `stream`; empty: into the default stream. A call of
/// cudaMemcpyAsync and its like names a stream among its arguments, or goes into the default stream.
std::ptrdiff_t operations_in(const simt::SourceIndex& source, int line, const std::string& stream) {
  constexpr std::size_t with_stream = 4;
  const simt::SourceFunction* const function = source.function_around(line);
  const auto is_here = [&](int at) { return source.function_around(at) == function; };
  const auto launches =
      std::count_if(source.launches.begin(), source.launches.end(), [&](const simt::SourceLaunch& launch) {
        const std::string own = launch.shape.size() == with_stream ? launch.shape.back() : "";
        return is_here(launch.line) && own == stream;
      });
  return launches + std::count_if(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
           const bool is_operation = call.name.starts_with("cudaMemcpy") || call.name.starts_with("cudaMemset");
           if (!is_operation || !is_here(call.line) || call.arguments.empty()) return false;
           const bool names_it = call.arguments.back() == stream;
           const bool names_none = !call.name.ends_with("Async") || call.arguments.back().starts_with("cudaMemcpy");
           return stream.empty() ? names_none : names_it;
         });
}

/// Of two launches in a function, one into a stream and one into none: which of the two is right is not known. The one
/// is named whose stream the function uses less, else the one that names a stream. Empty where there are others.
std::string words_of_two_launches(const Variant& change, const simt::SourceIndex& source, Finding& finding) {
  if (change.kind != ChangeKind::lacks_stream || change.here != "the launch" || !change.where.empty()) return "";
  const simt::SourceLaunch* named = nullptr;
  int without = 0, with = 0;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (source.function_around(launch.line) != source.function_around(change.line)) continue;
    if (launch.shape.size() == 4) named = &launch;
    ++(launch.shape.size() == 4 ? with : without);
  }
  if (named == nullptr || with != 1 || without != 1) return "";
  const std::string& stream = named->shape.back();
  if (operations_in(source, change.line, stream) > operations_in(source, change.line, "")) {
    return fmt::format(
        "the launch here goes into the default stream, and that at line {} into {}: both belong into one", named->line,
        stream);
  }
  finding.line = named->line;
  return fmt::format("the launch here goes into {}, and that at line {} into the default stream: both belong into one",
                     stream, change.line);
}

}  // namespace

Finding change_in_words(const std::vector<Variant>& changes, const simt::SourceIndex& source, bool leaves_unwritten) {
  // Of sizes that are too small, or too large, bytes and elements are most often taken for each other.
  const auto is_of_bytes = [&](const Variant& one) {
    return one.kind == ChangeKind::factor && one.line == changes.front().line &&
           (one.instead == "4 *" || one.instead == "/ 4");
  };
  const auto bytes = std::find_if(changes.begin(), changes.end(), is_of_bytes);
  const bool has_factor = changes.front().kind == ChangeKind::factor && bytes != changes.end();
  const Variant& first = has_factor ? *bytes : changes.front();
  Finding finding;
  finding.name = "one-change";
  finding.line = first.line;
  // Where another number on the line could be changed as well, it is the line that is wrong.
  const bool has_other = std::any_of(changes.begin(), changes.end(), [&](const Variant& one) {
    return one.line == first.line && one.here != first.here;
  });
  const int definition = has_other ? 0 : line_of_definition(first, source);
  const std::string used = definition == 0 ? "" : fmt::format(" (used at line {})", first.line);
  const std::string of_two = words_of_two_launches(first, source, finding);
  finding.text =
      (of_two.empty() ? words_of(first) : of_two) + used + launches_in_words(first, source) +
      (leaves_unwritten ? ". The emulator tried it: with this one change everything that is written is right, "
                          "and less is missing"
                        : ". The emulator tried it: with this one change all sizes that it tried are right");
  // `dim3 threads(32, 32)` looks like a call, and is a declaration.
  for (const simt::SourceCall& one : source.dimensions) {
    const std::string as_call = "in the call of " + one.name;
    const std::size_t place = one.line == first.line ? finding.text.find(as_call) : std::string::npos;
    if (place != std::string::npos) finding.text.replace(place, as_call.size(), "in the value of " + one.name);
  }
  // Where many changes of a line do, none of them tells much.
  constexpr std::size_t many = 3;
  std::vector<std::string> here;
  for (const Variant& one : changes) {
    const bool is_new = std::find(here.begin(), here.end(), quoted(one.here)) == here.end();
    if (one.line == first.line && is_new) here.push_back(quoted(one.here));
  }
  if (here.size() >= many) {
    here.resize(many);
    std::erase(here, quoted(first.here));
    finding.text += fmt::format("; but so they are with another change on this line, of {}: look at all of it",
                                fmt::join(here, ", of "));
  }
  // Arguments that are called what the parameters are called are hardly exchanged.
  const auto other = std::find_if(changes.begin(), changes.end(), [&](const Variant& one) {
    return one.line != first.line && one.names != simt::NamesFit::as_they_are;
  });
  if (other != changes.end()) {
    finding.other_line = other->line;
    finding.text += fmt::format(", and so they are with a change at line {}", other->line);
  } else {
    finding.other_line = finding.line == first.line ? first.other_line : first.line;
  }
  if (definition != 0) {
    finding.line = definition;
    finding.other_line = first.line;
  }
  if (first.kind == ChangeKind::macro_brackets && first.other_line != 0) {
    finding.line = first.other_line;
    finding.other_line = first.line;
  }
  finding.text += words_of_grid(first, source);
  return finding;
}

Finding stopped_in_words(std::size_t untried, std::size_t all) {
  Finding finding;
  finding.name = "search-stopped";
  finding.is_remark = true;
  finding.text = fmt::format(
      "the emulator looked for one change that makes this part right, and stopped early: it has not tried {} of {} "
      "changes. So one wrong line may still be the cause",
      untried, all);
  return finding;
}

}  // namespace grader
