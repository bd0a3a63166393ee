// A source with many variants of itself, each with one change; which of them runs is chosen from outside, so that all
// are compiled once. For a program that is wrong: where a change makes it right, there is the mistake. And for one that
// is right and moves too many bytes: where a change lets it move fewer, there they are lost.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// How a variant differs from the original.
enum class ChangeKind {
  exchanged_names,   ///< two names, wherever they stand in a function
  exchanged_here,    ///< two names in one statement, or the arrays that two statements store to
  exchanged,         ///< two arguments of a call, or the subscripts of one access
  other_name,        ///< another variable
  other_block,       ///< variables in place of blockIdx, from a line on
  scaled_counter,    ///< a multiple of a loop's counter, wherever it stands in the body
  other_index,       ///< the index that another access to the same array has
  reversed,          ///< a number that counts from the end, where it should count from the beginning
  turned_array,      ///< the elements of an array in the opposite order, wherever they are used
  index_of_other,    ///< the index of the element on the other side of `=`
  not_asked,         ///< the index that the condition around an access asks about
  asks_for_other,    ///< a condition about the index that is used where it holds
  other_member,      ///< threadIdx.y for threadIdx.x, or another member of a structure
  off_by_one,        ///< one more, or one less
  factor,            ///< a multiple, or a part
  size_everywhere,   ///< a constant of the file, wherever it stands: one more, one less, a multiple, or a part
  constant,          ///< another constant
  longer_step,       ///< a loop's counter grows by more than 1 in each round
  counts_from_one,   ///< a loop from 1 to n goes from 0 to n - 1
  counts_in_steps,   ///< the number of a loop's round, in place of a counter that grows by more than 1
  asked_late,        ///< a loop asks before its first round, and not behind it
  other_direction,   ///< a loop goes from its last value to its first one
  if_for_loop,       ///< what a loop leaves over is a loop as well, in steps of `instead`
  one_of_several,    ///< what an `if` does for one element of each thread is a loop, in steps of `instead`
  other_step,        ///< a pointer goes on as far as another one beside it; `where` has the names of both
  step_order,        ///< `*--p` for `*p--`, or the other way round
  first_value,       ///< a number that is no integer begins with another value
  lacks_term,        ///< something is added to an index, or to an address
  lacks_addend,      ///< an argument lacks what the index of the element has that gets the value
  lacks_factor,      ///< a number is multiplied by another one that is asked for and used nowhere
  lacks_dimension,   ///< a grid, or a block, gets a second dimension, or a third one: then `instead` begins with "z "
  too_small,         ///< an array in shared memory has more elements
  lacks_stream,      ///< a call that names no stream gets one, or one that names `where` another one
  lacks_break,       ///< a `break` before a label of a switch
  not_shortened,     ///< a length, of which less may be left: "n - first"
  not_limited,       ///< what is left for a loop, of which a round takes no more than a step
  comparison,        ///< another one of the same two
  joint,             ///< && for ||, or the other way round
  product_asked,     ///< each factor of a product is a multiple of a number, in place of the product
  sign,              ///< characters of a statement, or an int that becomes longer, are taken without their sign
  negated,           ///< what an element gets has the opposite sign; `instead` is "-" where it gets one
  later_round,       ///< another array from the second round of a loop on
  rounded_down,      ///< a quotient that is rounded up
  assignment,        ///< another of `=`, `+=`, `-=` and `*=`; `where` is the sign that stands there
  narrow_type,       ///< a number gets a type that holds larger ones; `where` is the type that stands there
  hides,             ///< a declaration in a block, where the variable of the same name outside of it is meant
  not_set_back,      ///< a variable gets its first value again in each round of a loop
  condition,         ///< a condition holds always, or for less
  lacks_condition,   ///< a statement depends on a condition
  in_one_block,      ///< one block alone does what each one does; `here` is the condition, or the loop's head
  other_condition,   ///< a statement depends on another condition than the one around it
  asks_otherwise,    ///< the condition is one that stands elsewhere in the function
  lacks_zero,        ///< an element becomes 0 where a condition does not hold
  exchanged_sides,   ///< each of the two elements of an assignment has the other one's index
  order,             ///< a statement comes after the one behind it
  surplus,           ///< a statement is left out
  surplus_end,       ///< threads, or rounds, that a condition ends go on
  lacks_jump,        ///< a `continue`, `break` or `return` behind what a condition guards
  other_jump,        ///< another of these three
  surplus_else,      ///< what stands behind `else` is done where the condition holds, too
  lacks_else,        ///< a statement of the block is carried out where the condition does not hold, too
  surplus_term,      ///< a condition without what is added or subtracted in it
  surplus_part,      ///< a condition without one of the parts that && joins
  no_first_value,    ///< a local array of which all elements begin with 0
  surplus_addend,    ///< a sum without one of its terms
  surplus_factor,    ///< a product without one of its factors
  brackets,          ///< brackets around another part of a sum of products
  surplus_brackets,  ///< a product with one term of a sum, in place of all of them
  cut_too_early,     ///< a number is cut off behind a multiplication, or a division, and not before it
  other_operator,    ///< `%` for `/`, or the other way round
  surplus_rest,      ///< a number in place of the rest of its division
  lacks_rest,        ///< the rest of a quotient by another number
  full_piece,        ///< all of the divisor, in place of a rest of 0
  whole_part,        ///< all whole pieces, in place of their number, or of what they leave over
  other_form,        ///< another sum of the same names, which stands elsewhere in the function
  below_zero,        ///< the rest of a difference, above zero, where the difference may be below it
  element_before,    ///< the element before the one that is used, and 0 where there is none
  subtracted_once,   ///< the rest of a division, where the divisor is subtracted one time
  surplus_choice,    ///< of `c ? a : b`, always the same value
  macro_brackets,    ///< brackets around what a macro is given, and around what it stands for
  exchanged_signs,   ///< `a / b` and `a % b`, wherever they stand in a function
  lacks_statement,   ///< a statement that stands beside the same call elsewhere
  lacks_barrier,     ///< a barrier before a statement
  lacks_wait,        ///< the host waits before a statement
  weak_barrier,      ///< a barrier of more threads stands where one of fewer stands
  size_of_pointer,   ///< the size of what a pointer leads to, or of the array that is filled
  // Of a program that is slow:
  row_length,      ///< the rows of an array in shared memory are one element longer
  not_from_tile,   ///< an element of the array in shared memory that holds the same values
  pieces,          ///< `k * n + i` for `i * each + k`
  turned_loop,     ///< a loop's counter and a thread's number, wherever they stand in its body
  turned_threads,  ///< x and y of threadIdx, blockIdx and so on in one statement
};

/// What variants are for.
enum class Aim {
  right_answer,   ///< of a program that is wrong
  fewer_accesses  ///< of a program that is right, and slow
};

/// Whether two arguments are called what the parameters in their places are called.
enum class NamesFit { unknown, as_they_are, exchanged };

/// One change of the source.
struct Variant {
  ChangeKind kind = ChangeKind::other_name;  ///< of which kind
  int line = 0;                              ///< where it is, in the original
  /// order, exchanged_here: of the statement behind; other_step: of the other pointer; not_set_back: of the loop;
  /// constant, other_name: the last line where the number, or the function, is changed, too; lacks_statement: where it
  /// stands; other_jump, lacks_jump: of the condition; else 0
  int other_line = 0;
  std::string here;      ///< what stands there: "columns"
  std::string instead;   ///< what the variant has: "rows", "2 *", "+ start"
  std::string where;     ///< of what that is a part: "the index of A", "the loop"; may be empty
  bool is_path = false;  ///< in a condition that asks for a multiple
  /// a number of two digits or more that the function has elsewhere, too; a `sizeof` beside another one
  bool is_repeated = false;
  bool is_of_host = false;             ///< in a function that is no kernel, and is used by none
  bool is_same = false;                ///< it does what the original does, or what another change at this place does
  NamesFit names = NamesFit::unknown;  ///< exchanged: which order the names of the parameters speak for
  std::string call;          ///< the function that is called there, with the change among its arguments; may be empty
  bool is_place = false;     ///< a pointer stands there
  bool is_only_use = false;  ///< of the constant that stands here
  bool is_of_rest = false;   ///< what stands there is the number by which a rest is taken: `c % PLACES`
};

/// A source with its variants in one text.
struct SourceVariants {
  std::string source;         ///< lines are those of the original; variant 0 is the original
  std::vector<Variant> list;  ///< variant 1 and so on
};

/// Lines of a source on which some variant does not compile.
struct LinesLeftOut {
  std::set<int> but_for_names;  ///< where only single names and numbers are changed
  std::set<int> whole;          ///< where nothing is changed
};

/// Variants of what the functions that `entry` uses contain, at most `most`. Functions of headers that are named in
/// `alternatives` take the same arguments: the next one is tried in place of each. What is far longer than what people
/// write has no variants: they are looked for in the grader's own process, which no limit ends.
SourceVariants with_variants(std::string_view source, std::string_view entry, const LinesLeftOut& left_out,
                             std::size_t most, Aim aim = Aim::right_answer,
                             const std::vector<std::string>& alternatives = {});

}  // namespace simt
