// Reads a source function by function and writes its changes into it. Internal to simt/translate.
//
// A change is an edit around what it changes: `i` becomes `simt_variants::any(17, i, j)`, which is j in variant 17. So
// edits before a token are made in the order in which they open, and those after it are kept until `close`.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/translate/code.hpp"
#include "simt/translate/source_index.hpp"
#include "simt/translate/variants.hpp"
#include "simt/translate/variants/place_names.hpp"
#include "simt/translate/variants/variables.hpp"

namespace simt::detail {

class VariantWriter {
 public:
  /// Arguments as of `with_variants`; they must outlive it.
  VariantWriter(std::string_view source, std::string_view entry, const LinesLeftOut& left_out, std::size_t most,
                Aim aim, const std::vector<std::string>& alternatives);

  SourceVariants write();

 private:
  /// Of all functions that a part uses. The longest solutions have less than a sixth of it. What looks for changes goes
  /// through a function again for many of its words.
  static constexpr std::size_t most_words = 15000, most_constants = 500;

  /// A name in capitals, for a number.
  struct Constant {
    std::string name;
    int line = 0;       ///< where it is defined; 0: in a header
    int function = 0;   ///< the first line of the function that alone knows it; 0: all do
    int last_line = 0;  ///< of the template that alone knows it; 0: all do
  };
  /// Two names exchanged wherever they stand in the function, from a line on.
  struct Exchange {
    std::string one, other;
    int variant = 0;
    int from_line = 0;
    std::size_t begin = 0, end = 0;  ///< where only one statement is meant: its tokens; else 0
  };
  /// A number that stands in several places close together, and may be wrong in all of them.
  struct Repeated {
    std::string text;
    int variant = 0;                  ///< the first of its two
    std::size_t first = 0, last = 0;  ///< tokens: the first place and the last one
  };
  /// What a name is meant to be in each subscript of a line.
  struct LineTerm {
    int line = 0;
    std::string name, instead;
    int variant = 0;
  };
  /// Variables in place of blockIdx.x and blockIdx.y, from a line on.
  struct BlockNames {
    int line = 0;
    std::string x, y;
    int variant = 0;
  };
  /// The same index in several places of a statement.
  struct EqualIndex {
    std::string text;
    int variant = 0;  ///< one more; the next one: one less
  };
  /// A multiple of a loop's counter in the loop's body.
  struct ScaledCounter {
    std::string name, text;
    int variant = 0;
  };
  /// `start += PIECE` of a loop.
  struct Step {
    std::string counter, text;
  };
  /// A length, wherever it stands behind what it is counted from, that may be meant to end with `end`.
  struct Shortened {
    std::string name, first, end;
    int variant = 0;
  };
  /// A statement beside a call, of which the same call lacks it elsewhere.
  struct Beside {
    std::size_t begin = 0, end = 0;  ///< end: the semicolon
    bool is_behind = false;          ///< it stands behind the call
  };
  /// A name that stands in several places close together, and may be wrong in all of them.
  struct RepeatedName {
    std::string text, instead;
    int variant = 0;
    std::vector<std::size_t> places;  ///< tokens
  };
  /// Text around a choice between the original and what variants make of it.
  struct Choice {
    std::string start;              ///< up to a condition that " & …" follows
    std::string original, changed;  ///< before each of the two
    std::string end;
  };
  /// What runs as it stands where none of the variants in it does.
  struct Original {
    std::string start, rest;  ///< text before what is changed: up to the end of the condition, and behind it
  };
  struct Statement {
    std::size_t begin = 0, end = 0;  ///< end: the last token, `;` or `}`
    bool is_simple = false;          ///< an expression
    bool is_guarded = false;         ///< `if (…)` and a simple one, without else
  };
  /// While it lives, what is changed is a part of `where`.
  class Within {
   public:
    Within(VariantWriter& writer, std::string where) : writer_(writer), before_(std::move(writer.where_)) {
      writer_.where_ = std::move(where);
    }
    ~Within() { writer_.where_ = std::move(before_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    VariantWriter& writer_;
    std::string before_;
  };

  // ---- functions: writer.cpp ----

  /// None where they are longer than what people write.
  void find_used(std::string_view entry);
  /// Whether `line` is of a function that the part uses.
  bool is_used_at(int line) const;
  std::size_t words_of(const SourceFunction& function) const;
  /// How many of all changes there may be by the end of `function`, the next one that is used: it has its share of
  /// those that are left, so that a long function leaves some for the short ones behind it.
  std::size_t most_by_end_of(const SourceFunction& function) const;
  void find_constants();
  /// Those that may stand at `i`.
  std::vector<std::string> constants_at(std::size_t i) const;
  /// Of a template.
  bool is_type(std::string_view name) const;
  void function(const SourceFunction& function);
  /// Where the parameters of the function `name` begin, if its name is at `i`; else none.
  std::size_t parameters_behind(std::size_t i, const std::string& name) const;
  void parameters(std::size_t begin, std::size_t end);
  /// Variables of the structure that the token at `i` is in.
  void fields_around(std::size_t i);
  void declare(std::size_t begin, std::size_t end, std::size_t name, bool is_parameter);
  const Variable* find(std::string_view name) const;

  /// Members of structures that other copies of the function are given at this place, where [begin, end) is a number.
  std::vector<std::string> members_in_same_place(std::size_t place, std::size_t begin, std::size_t end) const;
  /// The variant in which all quotients among the numbers of a grid are rounded up; `no_variant` where there are not
  /// two.
  int rounded_together(const std::vector<std::pair<std::size_t, std::size_t>>& values);
  /// A block's share of all elements, `blockIdx.x * T` at [i, last] and behind it, may lack a factor.
  void offer_share_of_block(std::size_t i, std::size_t last);
  /// Whether `name` is a number of the block, which all of its threads have in common: "blockIdx.x * T".
  bool counts_for_block(const std::string& name) const;
  /// Whether the value that `name` is declared with before `i` has blockDim as a factor.
  bool is_multiplied_by_block(const std::string& name, std::size_t i) const;
  /// What the number at `i` is multiplied by at other places of the function.
  std::vector<std::string> factors_elsewhere(std::size_t i) const;

  static constexpr int no_variant = -1;
  bool has_room(std::size_t more) const { return list_.size() + more <= most_here_; }
  bool is_open_to_names(std::size_t i) const { return !left_out_.whole.contains(code_[i].line); }
  bool is_open(std::size_t i) const { return is_open_to_names(i) && !left_out_.but_for_names.contains(code_[i].line); }
  int next() const { return static_cast<int>(list_.size()) + 1; }
  int add(ChangeKind kind, int line, std::string here, std::string instead, int other_line = 0);
  void before(std::size_t i, std::string text) { code_.insert_before(i, std::move(text)); }
  void after(std::size_t i, std::string text) { code_.insert_after(i, std::move(text)); }

  // ---- what runs where no variant changes it: originals.cpp ----

  /// The edits from `first_edit` on have changed the statement [begin, end), whose semicolon is at `end`. The original
  /// is kept beside it, and runs where no variant in the statement does: otherwise each access in an inner loop would
  /// ask for hundreds of variants.
  void keep_original_statement(std::size_t begin, std::size_t end, std::size_t first_edit);
  /// The same of a value [begin, end), of a condition, and of the step of a loop.
  void keep_original_value(std::size_t begin, std::size_t end, std::size_t first_edit);
  void keep_original_condition(std::size_t begin, std::size_t end, std::size_t first_edit);
  void keep_original_step(std::size_t begin, std::size_t end, std::size_t first_edit);
  /// `last`: the token that the choice ends behind.
  void keep_original(std::size_t begin, std::size_t end, std::size_t last, std::size_t first_edit,
                     const Choice& choice);
  /// Whether [begin, end) may stand twice.
  bool may_stand_twice(std::size_t begin, std::size_t end) const;
  /// [begin, end), where no number that another variant has made zero divides.
  std::string original_text(std::size_t begin, std::size_t end) const;
  /// Whether the token at `i` divides by what is no constant.
  bool is_divided_by_variable(std::size_t i) const;
  /// Where a name, members of a name or brackets that begin at `i` end; none of everything else.
  std::size_t end_of_divisor(std::size_t i) const;
  /// `text` with all edits in it: writes which variants each original is for.
  std::string with_originals(std::string text) const;

  // ---- changes of more than one place: exchanges.cpp ----

  void plan_exchanges(std::size_t open, std::size_t close);
  /// Of two conditions of one form that && or || joins, the numbers that stand in the same place.
  std::vector<std::pair<std::string, std::string>> names_in_same_places(std::size_t begin, std::size_t end) const;
  /// Two names exchanged in the statement [begin, end) only.
  void plan_exchanges_here(std::size_t begin, std::size_t end);
  /// Two factors of a sum of products, such as weights, that follow each other in the statement [begin, end).
  void plan_exchanged_factors(std::size_t begin, std::size_t end);
  /// A block that takes another place than its own may do so before the barrier only.
  void plan_block_names(std::size_t open, std::size_t close);
  /// `tile.row` and its kin in [open, close) before `line`; none where they are many.
  std::vector<std::string> members_before(std::size_t open, std::size_t close, int line) const;
  void plan_repeated_numbers(std::size_t open, std::size_t close);
  /// The same slip in lines that follow each other.
  void plan_repeated_names(std::size_t open, std::size_t close);
  /// A number that is a factor in an index in [open, close), such as the length of a row in words.
  std::vector<std::string> factors_of_indices(std::size_t open, std::size_t close) const;
  /// The same address mode for all dimensions of a texture.
  void plan_repeated_choices(std::size_t open, std::size_t close);
  /// A number that stands in several places of [begin, end), some of them before `middle` and some behind it, may be
  /// wrong in all of them.
  void plan_same_name(std::size_t begin, std::size_t middle, std::size_t end);
  /// Of `out[i + 1] = in[i + 1];`, both indices may be one too many.
  void plan_equal_indices(std::size_t begin, std::size_t end);
  /// `x[i] = a; y[i] = b;`: each value may belong into the other array. The statements begin at `i`.
  void plan_exchanged_stores(std::size_t i, std::size_t close);
  /// Arrays in constant memory of which the function may take the last element for the first one.
  void plan_turned_arrays(std::size_t open, std::size_t close);
  /// `a / b` and `a % b` of the same two.
  void plan_operator_pairs(std::size_t open, std::size_t close);
  /// Of more than two, those that stand side by side: first tokens in their order.
  void plan_pairs_here(const std::vector<std::size_t>& places, std::size_t close);
  /// The divisor of such a pair, at `one` and at `other`, may be meant to be another number.
  void plan_other_divisors(std::size_t one, std::size_t other);
  /// An exchange from a line on begins where it has an effect first.
  void note_use(const Exchange& one, std::size_t i);
  void exchange(std::size_t first, const std::string& text);
  /// What both of two pointers may lack that a kernel is given: [begin, end) are its arguments.
  void plan_pointer_terms(std::size_t begin, std::size_t end);
  /// `grid.x = a; grid.y = b;`: each number may belong into the other member. functions.cpp.
  void plan_exchanged_members(std::size_t open, std::size_t close);
  /// What all subscripts of the statement may lack, where several have the same name in them.
  void plan_line_terms(std::size_t begin, std::size_t end);

  // ---- any statement: statements.cpp ----

  /// Reads the statement at `i` and changes what is in it. A block begins with `resets`.
  Statement statement(std::size_t i, const std::vector<std::string>& resets);
  /// The same for the body of a loop or a condition, which may have no braces.
  Statement body(std::size_t i, const std::vector<std::string>& resets);
  /// [begin, end) behind `return`. What a helper returns may be one too few, or too many.
  void returned(std::size_t begin, std::size_t end);
  /// Whether all names of [begin, end) have a value at hand.
  bool is_known_here(std::size_t begin, std::size_t end) const;
  /// Whether a directive stands between the token at `i` and the one before it.
  bool follows_directive(std::size_t i) const;

  // ---- blocks: blocks.cpp ----

  /// The block that opens at `open`; its closing brace.
  std::size_t block(std::size_t open, const std::vector<std::string>& resets);
  /// A `break` may be missing between `last` and `one`, which begins with a label of a switch.
  void offer_break(const Statement& last, const Statement& one);
  /// `one` and the statement behind it may be meant to change places. The variant; 0: none.
  int offer_other_order(const Statement& one, std::size_t close);
  /// `one` and the statement behind the fence that follows it may be meant to change places. The variant; 0: none.
  int offer_other_side_of_fence(const Statement& one, std::size_t close);
  /// Whether `__threadfence();` or its kin begins at `i`.
  bool is_fence(std::size_t i) const;
  /// `goal += n; wait(goal);` in one place, and `wait(goal);` alone in another one of [open, close).
  void plan_missing_statements(std::size_t open, std::size_t close);
  /// What `plan_missing_statements` found to be missing beside the call at `i`. Returns what belongs behind it.
  std::string offer_lacking(std::size_t i);
  void insert_wait(std::size_t i);
  /// A barrier may be missing between `last`, the last statement, and the closing brace.
  void offer_last_barrier(const Statement& last, std::size_t close);

  // ---- barriers: barriers.cpp ----

  /// In place of the barrier `one`, if it is one, a barrier of more threads may be meant.
  void offer_wider_barrier(const Statement& one);
  /// What the function waits with at other places than `one`: "grid.sync()", and calls of the file's own barriers.
  std::vector<std::string> barriers_beside(const Statement& one) const;
  bool has_barrier(const SourceFunction& function) const;

  // ---- if and else: branches.cpp ----

  Statement if_statement(std::size_t i, const std::vector<std::string>& resets);
  /// The condition [begin, close) of the `if` at `i`, and what is likely to be wrong in it and in its block alike.
  void condition_of_if(std::size_t i, std::size_t begin, std::size_t close);
  /// Behind `then`, of an `if` with the condition [begin, close), what its `else` holds may be due, too:
  /// [other, other_end].
  void offer_both(std::size_t begin, std::size_t close, const Statement& then, std::size_t other,
                  std::size_t other_end);
  /// Each store to an element in the block of the `if` at `i` may be meant to depend on something else than that.
  void offer_outside(std::size_t i);
  /// What the block behind the condition [begin, close) does to numbers that stand outside of it may be meant to be
  /// done where the condition does not hold, too. Returns what belongs behind the block.
  std::string offer_otherwise(std::size_t begin, std::size_t close);
  /// Elements that the block of the `if` at `i` stores, and nothing else, may be meant to be 0 where its condition does
  /// not hold. True where braces are open now.
  bool offer_zero_instead(std::size_t i);

  /// What the `if` at `i` lets each thread do for one element may be meant to be a loop over several.
  void offer_loop_of_block(std::size_t i);
  /// Whether the tokens at `k` are those of the thread's number, [thread, sign).
  bool place_of_thread(std::size_t k, std::size_t thread, std::size_t sign) const;

  // ---- the ends of rounds, loops and functions: jumps.cpp ----

  /// "continue", "break" and "return": those that are possible at the place at hand, without a value.
  std::vector<std::string> jumps_here() const;
  /// The one at `i`, which a condition guards, may be meant to be another one.
  void offer_other_jump(std::size_t i);
  /// One may be missing behind what the `if` with the condition [begin, close) guards. Returns what belongs there.
  std::string offer_jump_behind(std::size_t begin, std::size_t close);

  // ---- loops: loops.cpp ----

  Statement for_statement(std::size_t i);
  /// The body of a loop, which begins at `i`.
  Statement body_of_loop(std::size_t i, const std::vector<std::string>& resets);
  /// `for (…; …; …)` at `i`, up to `close`: `first` and `second` are its semicolons, or none.
  void for_head(std::size_t i, std::size_t first, std::size_t second, std::size_t close);
  /// The same for the steps [begin, end) of a loop: each last token, and what closes it.
  std::vector<std::pair<std::size_t, std::string>> offer_other_steps(std::size_t begin, std::size_t end);
  /// `is_in_block`: another statement may stand before it.
  Statement while_statement(std::size_t i, bool is_in_block);
  Statement do_statement(std::size_t i, bool is_in_block);
  /// `do { … } while (i < n);` at `i` may be meant to ask before its first round.
  void offer_earlier_question(std::size_t i);
  /// What a loop takes in each round may be meant to be further apart.
  void scale_counter(std::size_t loop);
  /// The variant in which a loop with this start and this condition, `j = 1; j <= n`, begins with 0; `no_variant` where
  /// it has another form.
  int counts_from_one(std::size_t begin, std::size_t first, std::size_t second);
  /// What sets variables back to their first values, for the beginning of a loop's body.
  std::vector<std::string> loop_resets(std::size_t loop);
  /// Of the statement in the loop that adds to `name` what grows in each of its rounds, `y += j`; 0: there is none.
  int line_that_adds_counter(std::size_t loop, const std::string& name) const;
  /// Adds to `resets` what counts the rounds of the loop at `i`, whose body begins at `body`.
  std::vector<std::string> count_rounds(std::size_t i, std::size_t body, std::vector<std::string> resets);
  /// `if (i < n)` behind a loop that ends earlier: what it leaves over may be several elements for each thread.
  void offer_rest_of_loop(const Statement& loop, const Statement& rest);
  /// A loop whose first value is the thread's number may be meant to go on by the number of threads; `step` is what
  /// stands behind its condition. Returns what closes that.
  std::string offer_step_of_threads(std::size_t step, std::size_t close);
  /// The step [begin, end) of the loop at `loop`, `++i`, may be meant to be longer. Returns what closes that.
  std::string offer_longer_step(std::size_t loop, std::size_t begin, std::size_t end);

  // ---- loops that run the wrong way: loop_direction.cpp ----

  /// Edits that let a loop go from its last value to its first one. Each stands before what it is for.
  struct OtherDirection {
    std::size_t value = 0;               ///< the token that the first value begins with
    std::string start, condition, step;  ///< step: to be closed by a bracket; all empty: the loop has another form
  };
  /// Of `for (int j = 0; j < 4; ++j)`: [begin, first), the condition up to `second`, and the step up to `close`.
  OtherDirection other_direction(std::size_t begin, std::size_t first, std::size_t second, std::size_t close);
  /// Whether the body [begin, end) of a loop does something else where its rounds come in the opposite order.
  bool depends_on_order(std::size_t begin, std::size_t end, const std::string& counter) const;
  /// Whether the variable at `i`, which is part of its own new value, is more there than a term of a sum.
  bool is_used_in_order(std::size_t i) const;

  // ---- what every block does: one_block.cpp ----

  /// The condition, a loop's or that of an `if`, of the statement at `i` may lack that its block is the first one.
  /// Returns that; empty where nothing is offered.
  std::string asked_of_block(std::size_t i);
  /// Whether each block takes the same elements in the statement at `i`, `if (…) …` or a loop.
  bool is_of_every_block(std::size_t i);

  // ---- declarations: declarations.cpp ----

  /// One of the names that a declaration declares. All members are places of tokens.
  struct Declarator {
    std::size_t begin = 0, type_end = 0;  ///< the declaration's type
    std::size_t end = 0;                  ///< of the declaration: the semicolon
    std::size_t name = 0, value = 0;      ///< its name, and what stands behind the name and its extents
    std::size_t stop = 0;                 ///< the comma or the semicolon behind it
  };
  void declaration(std::size_t begin, std::size_t end);
  /// What it begins with: `= …`, `{…}` or `(…)`.
  void first_value(const Declarator& one);
  /// Indices that are used behind `from` where the variable `condition` says that it holds.
  std::vector<std::string> indices_where(const std::string& condition, std::size_t from) const;
  /// `= …` of what is no bool, and no list.
  void first_number(const Declarator& one);
  /// The value [begin, stop) may be meant to be computed behind the `if` that comes next and changes a name in it. True
  /// where that is offered, and two brackets are open.
  bool offer_later_value(std::size_t begin, std::size_t stop);
  /// A quotient [begin, stop) may be meant to be counted anew in each slice. Returns what closes that.
  std::string offer_rest_of_row(std::size_t begin, std::size_t stop);
  /// A variable that begins with the parameter [begin, stop), or is compared with it, may be meant to end with a whole
  /// piece, of `length_of_pieces` elements. False: nothing was written.
  bool offer_whole_pieces(std::size_t begin, std::size_t stop);
  /// The constant by which a rest is taken behind `from`, or else in another function; empty where there is none.
  std::string length_of_pieces(std::size_t from) const;
  /// What the declaration [begin, end) may be meant to be: no new variable, but the one of the same name that it hides.
  /// Returns what belongs behind it; empty where it hides none.
  std::string use_outer(std::size_t begin, std::size_t end);
  /// The whole number `name` that [begin, end) declares with a type of one or two bytes, and that is never changed, may
  /// be meant to have a wider one. True where it is offered, and a bracket is open.
  bool offer_wider(std::size_t begin, std::size_t name, std::size_t end);
  /// The array in shared memory that [begin, end) declares may be meant to have more elements. `name` is its name.
  void offer_larger(std::size_t begin, std::size_t end, std::size_t name);
  /// A number that is made of the block's may be meant to be of the thread. What is added then; empty: nothing.
  std::string offer_thread(std::size_t begin, std::size_t value, std::size_t stop);
  /// A sum of the thread's, declared with the value [begin, end), may be meant to begin with 0. Returns what closes
  /// that.
  std::string offer_zero_first(const std::string& name, std::size_t begin, std::size_t end);
  /// What a number holds before it gets a value is undefined, and would hide what else is wrong.
  void begin_with_zero(bool is_plain, std::size_t name, std::size_t stop);
  /// Elements of the local arrays that [begin, end) declares may be meant to begin with 0: variables from `known` on.
  void offer_zeros(std::size_t begin, std::size_t end, std::size_t known);

  // ---- assignments: assignments.cpp ----

  /// `x = …` and `x += …` may be meant the other way round; all else is an expression.
  void simple(std::size_t begin, std::size_t end);
  /// The sign at `sign` may be meant to be another one. True where it is offered, and a bracket is open.
  bool offer_other_assignments(std::size_t begin, std::size_t sign);
  /// What stands behind the sign of the assignment [begin, end). `has_second`: another `=` is in it.
  void assigned_value(std::size_t begin, std::size_t sign, std::size_t end, bool has_second);
  /// What an element of floats gets behind the sign of the assignment [begin, end) may be meant to have the other sign.
  /// True where it is offered, and a bracket is open.
  bool offer_other_sign(std::size_t begin, std::size_t sign, std::size_t end);
  /// A pointer that goes on by the value behind the sign of [begin, end) may be meant to go on as far as another one
  /// beside it. Returns what closes that.
  std::string offer_other_step(std::size_t begin, std::size_t sign, std::size_t end);
  /// A plain variable that an element gets, and nothing else, may lack another variable of its type that has got its
  /// value before. Returns what closes that.
  std::string offer_stored_addends(std::size_t begin, std::size_t sign, std::size_t end);
  /// `out[a] = in[b];` may be meant to have the same index on both sides.
  void plan_other_sides(std::size_t begin, std::size_t end);
  /// The two elements of the assignment [begin, end) may be meant to have each other's index.
  void offer_exchanged_sides(std::size_t begin, std::size_t end);
  /// The element that is read at `i`, with the index up to `close`, may be that of a warp, of which there are fewer
  /// than lanes. Returns what closes that.
  std::string offer_number_of_warps(std::size_t i, std::size_t close);
  /// What an element is set to may be meant to be 0 where a condition does not hold.
  bool begin_zero(std::size_t begin, std::size_t sign);
  void end_zero(std::size_t end);

  // ---- functions.cpp ----

  /// The call at `i` may be meant for another function of the same kind, `max` for `min`. Returns what closes that.
  std::string offer_other_function(std::size_t i);
  /// Which function is taken for `name`; empty: none. Of `alternatives`, the next one.
  std::string function_like(const std::string& name) const;
  /// Another function of the file, before this one, that takes and returns the same types as `called`; empty: none.
  std::string own_function_like(const SourceFunction& called);
  /// What `function` returns and takes, without names.
  std::string types_of(const SourceFunction& function) const;
  const std::string& known_types_of(const SourceFunction& function);
  /// The variant in which all calls of the two are exchanged; `no_variant` where only one of them is called.
  int exchanged_calls(const std::string& name, const std::string& other);
  /// The variant in which all calls of `name` in the function at hand are calls of `other`; `no_variant` where there is
  /// only one.
  int wherever_called(const std::string& name, const std::string& other);

  // ---- tables.cpp ----

  /// The numbers of the constant array that the token at `name` declares; empty where it declares none, or a long one.
  std::vector<std::size_t> numbers_of_table(std::size_t name) const;
  /// The first of the variants that change a number of the table; `no_variant` where it is none.
  int plan_table(const std::string& name);
  /// The element of a table that begins at `i` may be another number. Returns what closes that.
  std::string offer_table(std::size_t i, std::size_t close);

  // ---- conditions.cpp ----

  /// Conditions on which a statement might depend: which variable is below which extent.
  std::vector<std::string> guards() const;
  /// Names in [open, close) that something is compared with: `i < name`, or `i < name * 4`.
  void find_limits(std::size_t open, std::size_t close);
  /// Variables that are made of a rest of the thread's number, as that of the lane: `threadIdx.x % 32`.
  std::vector<std::string> lanes() const;
  /// "first + j < n": comparisons of the function whose names are known here.
  std::vector<std::string> known_conditions() const;
  /// Elements of the widest vector that the functions at hand name: 4 for float4; 0: they name none.
  int widest_vector() const;
  /// "height % 4 == 0" for what asks the same of width, or chooses between wide and narrow accesses.
  std::vector<std::string> also_multiples(std::size_t begin, std::size_t end) const;
  /// "row + 8 * e" in a statement, where the condition around it asks whether "row" is below "rows".
  struct SumBeyond {
    std::string asked, sum, extent;
  };
  /// Below what the condition around the place at hand asks `name` to be; empty where it does not.
  std::string asked_extent(const std::string& name) const;
  /// Those with a counter of a loop that stands in the condition's block: each round has another element.
  std::vector<SumBeyond> sums_beyond(const Statement& one) const;
  /// A simple statement that is left out, or depends on a condition.
  void guard(const Statement& one);
  /// Whether the loop around `one`, which is all that it does, may be meant to end where `condition` does not hold:
  /// this depends on the loop's counter, and on nothing else that differs between its rounds, or between threads.
  bool ends_loop(const Statement& one, const std::string& condition);
  /// Whether `name` is a truth value of a template: the launch decides what it is.
  bool is_of_template(std::string_view name) const;
  void condition(std::size_t begin, std::size_t end);
  void condition_parts(std::size_t begin, std::size_t end);
  /// What is asked for the last lane of a warp in [begin, end) may be meant for the last element of all as well:
  /// "(…is(17) && i + 1 == n) || ", for what the function asks to be below something.
  std::string offer_last_elements(std::size_t begin, std::size_t end);
  /// Of a `for` inside of the first `outer_loops` of `loops_`.
  void loop_condition(std::size_t begin, std::size_t end, std::size_t outer_loops);
  /// Comparisons joined by && and ||, of which each may be another one, and && may be meant to be ||.
  void comparisons(std::size_t begin, std::size_t end);
  /// Whether && joins parts of [begin, end), and nothing else does.
  bool joins_only_and(std::size_t begin, std::size_t end) const;
  void each_comparison(std::size_t begin, std::size_t end);
  /// The condition [begin, end) may be meant to be one that stands elsewhere in the function. Returns what closes that.
  std::string offer_other_condition(std::size_t begin, std::size_t end);
  /// What [begin, sign) asks about may be meant to be what is used where the condition holds; what closes that.
  std::string offer_used(std::size_t begin, std::size_t sign);
  /// "i + stride <= n" may be meant to be "i < n": what stands before the comparison [begin, end) with the sign at
  /// `sign`, whose end then closes one bracket more; empty where nothing is added or subtracted in it.
  std::string without_term(std::size_t begin, std::size_t sign, std::size_t end);
  /// Of a condition [begin, end) that asks whether a product is a multiple: that each factor is one. Else empty.
  std::string with_each_factor(std::size_t begin, std::size_t end) const;
  /// [begin, end) with || in place of each &&, or the other way round; empty where it has neither, or both.
  /// Where the condition has several comparisons with one sign, "<" or another one but equality: all with the sign that
  /// differs by the case that both sides are equal. Empty where it has not.
  std::string with_other_ends(std::size_t begin, std::size_t end) const;
  std::string with_other_joints(std::size_t begin, std::size_t end) const;

  // ---- expressions.cpp ----

  void expression(std::size_t begin, std::size_t end);
  /// Whether [begin, end) consists of parts that && or || joins.
  bool is_condition(std::size_t begin, std::size_t end) const;
  /// An expression without `?` outside of brackets.
  void parts(std::size_t begin, std::size_t end);
  /// "n - start", which a loop steps through, may be meant to be no more than a step. Returns what closes that.
  std::string offer_limit(std::size_t begin, std::size_t end);
  /// What plain subscripts of [begin, end) consist of, as far as it can be computed here.
  std::vector<std::string> indices_in(std::size_t begin, std::size_t end) const;
  /// What a row's length is multiplied by in subscripts of [begin, end): "first + i" of `A[(first + i) * columns + j]`.
  std::vector<std::string> rows_in(std::size_t begin, std::size_t end) const;
  /// What [begin, end) asks to be below something.
  std::vector<std::string> asked_in(std::size_t begin, std::size_t end) const;
  /// Whether the token at `i` is multiplied by what stands before it, in an expression that begins at `begin`.
  bool follows_factor(std::size_t i, std::size_t begin) const;
  /// What is added to a pointer to float4 behind the sign at `sign` may count single elements. Behind it, what is added
  /// is read as usual.
  void offer_units_of_pointer(std::size_t sign, std::size_t begin, std::size_t end);
  /// Of `(a + b) * c` at `i`, one of the two alone may be meant to be multiplied. The last token; `i` where it is none.
  std::size_t offer_surplus_brackets(std::size_t i, std::size_t begin, std::size_t end);
  /// Of `int(x) * n` at `i`, the product may be meant to be cut off. The last token; `i` where it is none.
  std::size_t offer_later_cut(std::size_t i, std::size_t begin, std::size_t end);
  /// Whether a name or a number in [begin, end) is of type float or double.
  bool is_real(std::size_t begin, std::size_t end) const;
  /// Whether a name in [begin, end) may be: its type is not known.
  bool may_be_real(std::size_t begin, std::size_t end) const;
  /// Of `float(a / b)` at `i`, with whole numbers, both may be meant to be converted before. The last token; `i` where
  /// it is none.
  std::size_t offer_quotient_of_reals(std::size_t i, std::size_t end);
  /// What the loop's counter at `i` begins with, where that is a variable; else empty.
  std::string start_of_counter(std::size_t i) const;
  /// A loop's counter that grows by more than 1, at `i`, of which a rest is taken: the number of the round may be
  /// meant. Returns what closes that.
  std::size_t offer_number_of_round(std::size_t i, std::size_t end);
  /// The smallest positive number at `i` may be meant to be the lowest one. The last token; none where it is another.
  std::size_t offer_lowest(std::size_t i);
  /// The same where a constant of the file stands for it.
  void offer_lowest_of_constant(std::size_t i);
  /// The lowest number, where the smallest one above zero stands at `i`; else empty.
  std::string lowest_for(std::size_t i) const;
  /// The last token of the name, number or bracket at `i`; none where something else begins there.
  std::size_t end_of_operand(std::size_t i, std::size_t end) const;
  /// The `?` of `a < b ? …`; none where there is none.
  std::size_t end_of_question(std::size_t begin, std::size_t end) const;
  /// Of `TILE / ROWS` at `i`, one of the two numbers may be meant alone. The last token; `i` where it is none.
  std::size_t quotient_of_constants(std::size_t i, std::size_t begin, std::size_t end);
  /// `a / b` or `a % b` at `i`, of names and numbers, may be meant to be the other one, or to round up. The last token
  /// of it; `i` where it is none.
  std::size_t quotient(std::size_t i, std::size_t begin, std::size_t end);
  /// Of `c % 2` of the host, from `i` on: the number may be meant to be a constant by which another line takes the
  /// rest.
  void offer_other_rests(std::size_t i, std::size_t sign, std::size_t right);
  /// `x & 31` or `x & (LENGTH - 1)` at `i` may be meant to be the rest of a division, another mask, or none: masks.cpp.
  /// The last token of it; `i` where it is none.
  std::size_t masked(std::size_t i, std::size_t begin, std::size_t end);
  /// What is added or subtracted by the sign at `sign` may be meant to have the other sign, or not to be there:
  /// sums.cpp.
  void offer_turned_sign(std::size_t sign, std::size_t end);
  /// Whether a function of the file that returns a number is called at `i`.
  bool is_call_for_number(std::size_t i) const;
  /// The name at `i`; the last token that belongs to it.
  std::size_t name(std::size_t i, std::size_t end);
  /// `sums[blockIdx.x]` at `i`, up to `close`, may be meant to be the element before, and 0 for the first one. Returns
  /// what closes that.
  std::string offer_element_before(std::size_t i, std::size_t close);
  /// Subscripts that follow each other, from `open` on; the last bracket.
  std::size_t subscripts(std::size_t open);
  /// What other accesses of the function to the array before `open` have as index, where it can be computed here.
  std::vector<std::string> other_indices(std::size_t open) const;
  /// The number `k` of the arguments `all` of the file's own functions, or of a launch, may be meant to be counted from
  /// another one on: an end in place of a length. Returns what closes that.
  std::string offer_ends(const std::vector<std::pair<std::size_t, std::size_t>>& all, std::size_t k);
  /// Arguments of the file's own functions may be indices: the one in [begin, end) may have an addend too much, or lack
  /// one that the index of the element has that gets the value. Returns what closes that.
  std::string offer_addends(std::size_t begin, std::size_t end);
  /// Whether the arguments at hand are those of a function of this file that is no kernel.
  bool calls_own_function() const;
  /// What the file's own function is given in [begin, end), `n - first`, may be too little. Returns what closes that.
  std::string offer_sizes(std::size_t begin, std::size_t end);
  /// What a kernel is given in [begin, end), `n - first`, may be more than the piece at hand. Returns what closes that.
  std::string offer_piece(std::size_t begin, std::size_t end);
  /// Whether [begin, end) is what is left of a number: "n - first".
  bool is_difference(std::size_t begin, std::size_t end) const;
  /// Whether the function at hand may call `name`, which another line calls.
  bool is_callable(const std::string& name) const;
  /// Calls that other subscripts of the file consist of, and that can be computed here: "partner(j, n)".
  std::vector<std::string> calls_for_index(const std::string& own) const;
  bool is_kernel(std::string_view name) const;
  /// Whether the file's function `name` has an array as a parameter, and no pointer: `float (&tile)[SIDE]`.
  bool takes_array(std::string_view name) const;
  /// Whether it has a value that may stand elsewhere, or may be computed twice.
  bool is_plain_value(std::size_t begin, std::size_t end) const;
  /// The size [begin, end) of a grid, or a block, may be meant to have a second dimension. Returns what closes that.
  std::string offer_dimension(std::size_t begin, std::size_t end);
  /// The two values [begin, end) of a dim3 may be meant to have a third one behind them. Returns it.
  std::string offer_third_dimension(std::size_t begin, std::size_t end);
  /// Which order the names of the parameters of `function` speak for, of the arguments [begin, comma) and
  /// [comma + 1, end); the first one is the `place`-th.
  NamesFit names_fit(std::string_view function, std::size_t place, std::size_t begin, std::size_t comma,
                     std::size_t end) const;
  /// The bytes of shared memory that a launch asks for, [begin, end): four times as many, which a float has, or twice.
  std::string offer_more_bytes(std::size_t begin, std::size_t end);
  /// Whether `call_` has a parameter `T& name`, or `const T& name`, at `place`.
  bool takes_reference(std::size_t place, bool is_constant) const;
  /// Whether the argument at `at`, the `place`-th of `call_`, is taken by reference, so that no copy may stand there.
  bool is_object(std::size_t place, std::size_t at) const;
  /// Values between brackets, of which two neighbours may be exchanged.
  void arguments(std::size_t open, std::size_t close);
  void values(std::size_t begin, std::size_t end);
  /// What the called function, or the launched kernel, calls the argument in this place; empty where it is not known.
  std::string parameter_in_place(std::size_t place) const;
  /// A call of `name` whose arguments, the last of which ends at `close`, may lack a stream.
  void plan_stream(std::string_view name, std::size_t open, std::size_t close);
  /// ", 0, streams[c]" in one of as many variants as there are streams, behind the token at `last`.
  void offer_streams(std::size_t last, const std::string& what, const std::string& before);
  /// Of the last of `count` arguments, a stream: other ones, in as many variants. What closes them; empty where `place`
  /// is no stream's.
  std::string offer_other_streams(std::size_t place, std::size_t count, std::size_t begin, std::size_t end);
  /// Expressions that name a stream in the function at hand, and can be computed here.
  std::vector<std::string> streams_here() const;
  /// Names of streams that are declared outside of functions: of the file, and members of its structures.
  std::set<std::string> streams_outside() const;
  /// Whether the name stands outside of all functions before the one at hand.
  bool is_of_file(const std::string& name) const;
  /// The numbers between <<< and >>>; the last token of it.
  std::size_t launch_shape(std::size_t open, std::size_t end);

  // ---- sums and products: sums.cpp ----

  /// Tokens [begin, end).
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  /// The factors of a product.
  using Product = std::vector<Range>;
  std::string text_of(const Product& product) const;
  std::string sum_text(const std::vector<Product>& sum) const;
  /// [begin, end) as a sum of products of plain values; empty where it is anything else. What divides is no product.
  std::vector<Product> read_sum(std::size_t begin, std::size_t end) const;
  /// The last token of the plain value at `i`, which may be computed twice; none where something else begins there.
  std::size_t end_of_plain_value(std::size_t i, std::size_t end) const;
  /// The sum [begin, end) may have a term or a factor too much, or brackets in another place. Returns what belongs
  /// behind it.
  std::string offer_other_sums(std::size_t begin, std::size_t end);

  // ---- what other lines say: forms.cpp ----

  /// A sum of plain values that stands somewhere in the function: its tokens.
  struct KnownSum {
    std::size_t begin = 0, end = 0;
    std::string text;
    std::set<std::string> names;  ///< without constants
  };
  /// A macro of the file that is given something, and stands for what is computed from it. It lacks brackets: around
  /// something that it is given, or around all of it.
  struct TextMacro {
    std::string name;
    int line = 0;  ///< where it is defined
  };
  static bool lacks_brackets(const std::vector<Token>& definition);
  /// Names of [begin, end) that are no constants: "threadIdx.x", "i".
  std::set<std::string> names_in(std::size_t begin, std::size_t end) const;
  void plan_sums(std::size_t open, std::size_t close);
  /// The sum [begin, end), which is divided, may be meant to be a variable that another line divides by the same
  /// number. Returns what closes that.
  std::string offer_divided_elsewhere(std::size_t begin, std::size_t end);
  /// Terms of `sum`, which begins at `begin`, may be meant to be computed as elsewhere in the function, from the same
  /// names. Returns what closes that.
  std::string offer_other_forms(std::size_t begin, const std::vector<Product>& sum);
  /// `tx + 16 * j` for the terms `4 * tx` and `j`, where `other` is `tx + 16 * i`; empty where it is none of that kind.
  std::string with_rule_of(const KnownSum& other, const Product& of_thread, const Product& counted) const;
  /// What a thread does in a round of a loop may be meant to be found by the rule of another sum. Returns what closes
  /// that.
  std::string offer_rules(std::size_t begin, const std::vector<Product>& sum);
  /// Counters of loops that the index of the element at hand has, which gets a value.
  std::vector<std::string> counters_of_target() const;
  /// What is divided in [begin, end) may lack such a counter. Returns what closes that.
  std::string offer_counters(std::size_t begin, std::size_t end);
  /// Where the piece at hand begins: counters of loops that go on by a piece, and what is computed from the block.
  std::vector<std::string> firsts_of_pieces() const;
  /// Whether the function has `name += …`.
  bool is_stepped(const std::string& name) const;
  /// The smaller one of two, a length and another number, that [begin, end) chooses may be meant to be that of what is
  /// left of the length. `question` is its question mark. Returns what closes that.
  std::string offer_least_of_rest(std::size_t begin, std::size_t question, std::size_t end);
  /// The length `own` at `i` may be meant to be what is left of it from the piece at hand on.
  void offer_left(std::size_t i, const Variable& own);
  /// Calls of helpers that the index behind `open` may be meant to be: other accesses to the array find their place so.
  std::vector<std::string> helpers_for_index(std::size_t open) const;
  /// The difference in the brackets at `open`, of which a rest is taken, may be below zero. Returns what closes that,
  /// behind the divisor.
  std::string offer_above_zero(std::size_t open, std::size_t end);
  /// The sum of two in the brackets at `open`, of which a rest is taken, may be meant to be a difference. As above.
  std::string offer_difference_in_rest(std::size_t open, std::size_t end);
  /// Whether all names of [begin, end) have a value at hand, or are types that something is converted to.
  bool is_known_but_for_casts(std::size_t begin, std::size_t end) const;
  /// Of `*p--` at `i`: the pointer may be meant to step first, or the other way round. Returns the last token; `i`
  /// where nothing is offered.
  std::size_t offer_step_order(std::size_t i, std::size_t end);
  /// The call of the file's own `name<32>(…)` at `i`, whose template ends at `close`, may be meant to have a smaller
  /// number. Returns what closes that.
  std::string offer_smaller_template(std::size_t i, std::size_t close);
  /// What the `if` at `i` subtracts one time may be meant to be subtracted as often as it can be.
  void offer_rest(std::size_t i);
  /// Where [begin, sign) is a macro that stands for an element, and gets a value: it may be meant to have brackets.
  /// Returns what closes that.
  std::string offer_brackets_of_target(std::size_t begin, std::size_t sign);
  /// The variant in which the macro at `i` has brackets wherever it is used.
  int variant_of_macro(std::size_t i);
  /// Of `n & ~3 + lane`, the brackets around `n & ~3`. Returns the last token; none where there is no such sum.
  std::size_t offer_sum_of_mask(std::size_t begin, std::size_t end);
  /// Of `a - b & c` at `i`, the last two may be meant to be joined first. The last token; none where it is no such.
  std::size_t offer_brackets_of_mask(std::size_t i, std::size_t begin, std::size_t end);
  /// A loop that begins with a member of a structure, and ends with another member of it: a length for an end. Returns
  /// what closes that.
  std::string offer_end_of_piece(std::size_t begin, std::size_t end);
  /// Of `n & 1 == 0`, the brackets around `n & 1`. Returns what closes that.
  std::string offer_brackets_of_bits(std::size_t begin, std::size_t end);
  /// A difference of numbers without a sign that [begin, stop) compares may be meant to be below zero. Returns what
  /// closes that.
  std::string offer_difference_below_zero(std::size_t begin, std::size_t sign, std::size_t stop);
  /// Names of threads and blocks in macros that the functions at hand use may be meant to be others.
  void offer_places_in_macros();
  /// The macro whose name and brackets begin at `i`; null where there is none.
  const TextMacro* macro_at(std::size_t i) const;
  /// [begin, end) with brackets around all macros, and around what each is given.
  std::string with_macro_brackets(std::size_t begin, std::size_t end) const;
  /// The macros in [begin, end) may be meant to have them. Returns what closes that.
  std::string offer_macro_brackets(std::size_t begin, std::size_t end);

  // ---- factors that a number of a sum lacks: factors.cpp ----

  /// The last token of a float, or of an element that is one, at `i`; none where it is something else.
  std::size_t end_of_real(std::size_t i, std::size_t end) const;
  /// Floats of the function that do not stand in [begin, end), those declared last first.
  std::vector<std::string> reals_beside(std::size_t begin, std::size_t end) const;
  /// The term of a sum of floats at `i` may be meant to be multiplied by another float. The last token; none where
  /// nothing is offered.
  std::size_t offer_factor_of_term(std::size_t i, std::size_t begin, std::size_t end);
  /// What a sum called `name` begins with, an element, may be meant to be multiplied as its other terms are. Returns
  /// what closes that.
  std::string offer_factor_of_first(const std::string& name, std::size_t begin, std::size_t end);
  /// Another element of the array in [begin, end) is multiplied in [from, to): by what, with the index of [begin, end).
  std::string factor_beside(std::size_t begin, std::size_t end, std::size_t from, std::size_t to) const;

  // ---- numbers whose sign sets bits of others: signs.cpp ----

  /// The change that takes the characters of the statement at hand without their signs, for the one at [i, last].
  int variant_of_sign(std::size_t i, std::size_t last, std::size_t begin, std::size_t end);
  /// Whether a function `name` of the file returns a character with a sign.
  bool returns_character(std::string_view name);
  /// Whether a number in [begin, end) is moved up to make room for another one: `(word << 8) + c`.
  bool is_sum_of_bits(std::size_t begin, std::size_t end) const;
  /// Whether [i, last] is known to be a character with a sign.
  bool is_character_at(std::size_t i, std::size_t last);
  /// Whether structures of the file have characters with a sign by the name at `member`.
  bool is_character_field(std::size_t member) const;
  /// Whether the function at hand returns the character [i, last] as an int.
  bool is_returned_as_number(std::size_t i, std::size_t last);
  /// The last token of what is a character by its conversion, by its structure, or by the function that is called, at
  /// `i`; else none.
  std::size_t end_of_character(std::size_t i, std::size_t end);
  /// The same may be meant to have no sign, where its bits are joined to others. The last token; none where nothing is
  /// offered.
  std::size_t offer_unsigned_character(std::size_t i, std::size_t begin, std::size_t end);
  /// The last token of the element of an array that begins at `i`, where it is shifted, or joined to others by `|`;
  /// none where no such element is there.
  std::size_t element_among_bits(std::size_t i, std::size_t begin, std::size_t end);
  /// Whether the value at `value` is that of a new integer, which is shifted, or joined to others by `|`, later on.
  bool is_shifted_later(std::size_t value) const;
  /// Whether the operand [i, last] is joined to others by `|`, or, where it may be, is shifted.
  bool is_among_bits(std::size_t i, std::size_t last, std::size_t begin, std::size_t end, bool may_be_shifted);
  /// The variable at `i` may be meant to have no sign, where it is a character, or an int among numbers of 64 bits, and
  /// its bits are joined to others. Returns its last token; none where nothing is offered.
  std::size_t offer_unsigned(std::size_t i, std::size_t begin, std::size_t end);

  // ---- what costs accesses: accesses.cpp ----

  /// An array in shared memory, and the pointer that it is filled from.
  struct Tile {
    std::string name, from;
    std::size_t rank = 1;            ///< how many subscripts it has
    std::size_t begin = 0, end = 0;  ///< tokens of the statement that fills it
  };
  /// Finds the arrays of the function that are filled from memory.
  void plan_tiles(std::size_t open, std::size_t close);
  /// The element that begins at `i` may be meant to come from shared memory. Returns what closes that.
  std::string offer_tile(std::size_t i);
  /// The sum [begin, end) may be meant to be another one, in which neighbouring threads have neighbouring numbers.
  /// Returns what closes that.
  std::string offer_neighbours(std::size_t begin, std::size_t end);
  /// Edits that let the threads take turns in a loop that goes through a piece of each thread's own.
  struct PiecesOfLoop {
    std::size_t value = 0;        ///< the token that the first value begins with
    std::string before_start;     ///< before it
    std::string start;            ///< behind the first value; empty: the loop is none of these
    std::string condition, step;  ///< before these, which then end with a bracket
  };
  /// Of `for (int i = first; i < last; ++i)` with first = thread * each: [begin, first), the condition up to `second`,
  /// and the step up to `close`.
  PiecesOfLoop pieces_of_loop(std::size_t begin, std::size_t first, std::size_t second, std::size_t close);
  /// The value that `name` gets in the declaration before the token at `i`: its tokens; empty where there is none.
  Range declared_value(const std::string& name, std::size_t i) const;
  /// What a thread does in the rounds of the loop with the body [begin, end) may be meant to be done by neighbours.
  void plan_turned_loop(const std::string& counter, std::size_t loop, std::size_t begin, std::size_t end);
  /// x and y exchanged in the statement [begin, end), whose access begins at `access`.
  void plan_turned_threads(std::size_t begin, std::size_t end, std::size_t access);
  /// x and y of a thread exchanged before a barrier in [open, close), or behind it.
  void plan_turned_at_barriers(std::size_t open, std::size_t close);

  // ---- one name or number: names.cpp ----

  /// Alternatives of what stands at [first, last], of one kind.
  void choose(std::size_t first, std::size_t last, ChangeKind kind, std::vector<std::string> others);
  /// `instead` for what begins at `i`, in one variant.
  void offer(std::size_t i, int variant, const std::string& instead);
  /// All that was opened before the token at `last` ends there.
  void close(std::size_t last);
  /// One more, one less, a multiple or a part.
  void sized(std::size_t first, const std::string& text);
  /// Whether the array whose index is at hand is declared with the constant `name` as the length of its rows.
  bool is_row_length(const std::string& name) const;
  void variable(std::size_t i);
  /// Of `cuda::memory_order_relaxed` at `i`, stronger orders may be meant. The last token; `i` where it is none.
  std::size_t offer_memory_order(std::size_t i);
  /// Whether the number at `i` and threadIdx.x are added up.
  bool is_added_to_thread(std::size_t i) const;
  /// Streams, or events, of the file beside `name`; empty where it is none.
  std::vector<std::string> streams_of_file(const std::string& name) const;
  /// Variables of the same kind, the likeliest ones first.
  std::vector<std::string> variables_like(const Variable& own) const;
  /// Sums of two other variables in the statement at hand: "first_row + i".
  std::vector<std::string> sums_here(const std::string& own) const;
  /// Whole numbers of the function, those declared last first.
  std::vector<std::string> counted_here() const;
  /// Whole numbers of the function that are made of the thread's number in its block alone: "threadIdx.x % 32".
  std::vector<std::string> parts_of_thread() const;
  /// Variables that a call gives a value, and that nothing uses then.
  std::vector<std::string> unused_numbers() const;
  /// Numbers and constants that the factor at `i` may be meant to be; none where it is no factor.
  std::vector<std::string> lengths_of_a_row(std::size_t i) const;
  /// Numbers of the function that a loop may be meant to go up to.
  std::vector<std::string> numbers_here() const;
  /// `TILE`: a macro or a constant of the file.
  /// "blockDim.x" where the token at `i` is multiplied by blockIdx.x; else empty.
  std::string extent_beside_block(std::size_t i) const;
  void constant_name(std::size_t i);
  /// `constexpr int N = 16;` or `#define N 16`
  bool is_defined_as(const Constant& constant, std::string_view number) const;
  /// The constant at `i` may be meant to have another size, here and at all other places.
  void offer_size_everywhere(std::size_t i);
  /// An array in shared memory or of the thread, which another one of the same shape may be meant for.
  void array(std::size_t i, const Variable& own);
  /// What changes of more than one place do to a whole number.
  void number_elsewhere(std::size_t i, const Variable& own);
  /// What else the name at `i` may be meant to be, in all of several places.
  void offer_repeated(std::size_t i);
  /// Of a kernel: a constant that ends a loop, or a variable that begins with the smaller of two numbers.
  bool is_length_of_piece(const std::string& name) const;
  /// A length of the host's, declared at `line`, may be too long for the last piece.
  void shorten(std::size_t i, const std::string& name, int line);
  /// The constant `name` at `i` is how much a block takes: the last one may have less.
  void shorten_last_block(std::size_t i, const std::string& name);
  /// Whether `name` is added to something in the function, as the first element of a piece is.
  bool is_offset(const std::string& name) const;
  /// What `sizeof (…)` at `i` is a factor of may be meant to count elements.
  void size_of_type(std::size_t i);
  /// `sizeof(p)` at `i`, of a pointer, may be meant to be the size of what it leads to. True where it is one.
  bool size_of_pointer(std::size_t i);
  /// Parameters that are numbers, others than `own`; at most `most`.
  std::vector<std::string> extents_beside(const std::string& own, std::size_t most) const;
  /// A pointer as an address: of another array from the second round of a loop on, or further on.
  void address(std::size_t i, const Variable& own);
  /// Whether [first, last] is compared with `other`: in its place, that would hold always, or never.
  bool is_compared_with(std::size_t first, std::size_t last, const std::string& other) const;
  /// `threadIdx.x` or `job->width`; the last token of it.
  std::size_t member(std::size_t i, std::size_t end);
  /// `array[i].x`, whose last token is at `last`, may be meant to be another member.
  void member_of_element(std::size_t i, std::size_t last);
  /// Of the structure of this file that has `field`, or the vector that `of` is, the other ones.
  std::vector<std::string> fields_beside(const std::string& field, const std::string& of) const;
  /// Other members of threadIdx and the like.
  std::vector<std::string> other_places(std::size_t i) const;
  bool is_member_of(const std::string& base, const std::string& name);
  /// Whether [first, last] is a factor of a product, itself or converted to another type.
  bool is_factor_at(std::size_t first, std::size_t last) const;
  /// Whether "threadIdx.y" stands in the function.
  bool has_place(const std::string& place) const;
  void number(std::size_t i);
  /// Whether the number at `i` is what a variable of type float or double begins with.
  bool begins_a_real(std::size_t i) const;
  /// Whether the number at `i` is all that one of the file's own functions gets in its place, and no whole number.
  bool is_real_argument(std::size_t i) const;
  /// Whether the function has the number at `i`, of two digits or more, elsewhere as well.
  bool is_repeated(std::size_t i) const;
  /// Lengths of the rows of arrays that the factor at `i` of an index may be meant to be; of a shift, whole bytes.
  std::vector<std::string> declared_lengths(std::size_t i) const;
  /// What an index or an address at `i` may lack.
  std::vector<std::string> terms(std::size_t i) const;

  std::string_view source_;
  Tokens tokens_;
  Macros macros_;
  std::vector<Edit> edits_;
  Code code_;
  SourceIndex index_;
  const LinesLeftOut& left_out_;
  const std::vector<std::string>& alternatives_;
  std::size_t most_, most_here_ = 0;  // of all functions, and by the end of the one at hand
  bool ends_work_ = false;            // threads, or rounds, where the condition at hand holds
  bool is_slow_;                      // and right: Aim::fewer_accesses
  std::set<int> directive_lines_;
  std::vector<Constant> constants_;
  std::map<std::string, int> macro_variants_;    // by the macro's name
  std::vector<std::size_t> rests_by_constants_;  // places of `%` before a constant
  std::map<std::string, int> uses_;              // how often each constant stands in the file besides its definition
  std::map<std::string, int> sizes_everywhere_;  // by the constant's name: its first variant
  std::vector<TextMacro> text_macros_;
  std::set<int> used_;  // functions, by their first lines
  std::vector<Variant> list_;
  std::vector<Original> originals_;
  std::map<std::string, std::set<std::string>> members_;
  std::optional<PlaceNames> place_names_;  // made when it is needed

  // Of the function at hand:
  const SourceFunction* function_ = nullptr;
  bool is_device_ = false;
  bool returns_count_ = false;  // a whole number, to another function of the file
  bool returns_nothing_ = false;
  std::vector<Variable> variables_;
  std::vector<Exchange> exchanges_;
  // Of all functions: by the first name of the two; and by the first line of a function, with the name called there.
  std::map<std::string, int> exchanged_calls_;
  std::map<std::string, int> tables_;  // of all functions: the first variant of each
  std::vector<Repeated> repeated_;
  std::vector<RepeatedName> repeated_names_;
  std::multimap<std::size_t, Beside> lacking_;  // what the statement that begins at a token lacks beside it
  std::vector<BlockNames> block_names_;
  std::multimap<std::size_t, int> pairs_here_;  // first tokens of two that stand side by side: the same variant
  std::map<std::string, int> operator_pairs_;   // "threadIdx.x by 32": the variant that exchanges quotient and rest
  // Of the same keys: variants in which quotient and rest are those of another length, the other way round.
  std::map<std::string, std::vector<std::pair<int, std::string>>> other_lengths_;
  std::vector<ScaledCounter> scaled_;
  std::multimap<std::size_t, std::pair<int, std::string>> exchanged_stores_;  // by the array's name: the other one
  std::map<std::size_t, std::vector<std::pair<int, std::string>>> exchanged_factors_;  // by the number: the other ones
  std::vector<Shortened> shortened_;
  std::vector<Tile> tiles_;
  std::vector<KnownSum> sums_;
  std::set<std::string> limits_;                               // what `find_limits` has found
  std::vector<Step> steps_;                                    // of the loops around
  std::map<int, std::string> types_;                           // of functions, by their first lines
  Range start_of_loop_;                                        // the first value of the loop whose head is read
  std::size_t offered_term_ = none;                            // where a factor of a term was offered last
  std::size_t offered_character_ = none;                       // where a character was offered last
  std::size_t offered_round_ = none;                           // where the number of a round was offered last
  std::map<std::string, std::pair<int, std::string>> turned_;  // arrays: the variant, and how many elements there are
  std::map<std::size_t, std::string> outside_;  // statements that variants carry out before the `if` around them
  // Of the place at hand:
  std::vector<std::string> asked_;                  // what the condition around it asks to be below something
  int asked_line_ = 0;                              // where that condition is; 0: there is none
  Range asked_range_;                               // its tokens
  std::vector<std::string> used_there_;             // indices that are used where the condition at hand holds
  std::map<std::size_t, std::string> other_sides_;  // by the bracket: the index on the other side of the assignment
  std::vector<LineTerm> line_terms_;
  std::vector<EqualIndex> equal_indices_;
  int both_rounded_ = no_variant;                           // all quotients of a grid, or a block, rounded up
  std::size_t end_of_equal_indices_ = 0;                    // of a condition with its statement
  std::vector<std::pair<int, std::string>> pointer_terms_;  // the variant, and what it adds
  int later_sign_variant_ = 0;                              // of the function: of what is shifted later on; 0: none yet
  int sign_variant_ = 0;                                    // of the statement; 0: none yet
  std::vector<std::string> loops_;                          // counters of loops that begin with 0, the innermost last
  std::vector<std::string> counters_;                       // of all loops around, the innermost last
  std::vector<std::string> closing_;                        // what is still open
  bool can_continue_ = false, can_break_ = false;           // a loop is around; and no switch in it
  std::string where_;
  std::string call_;            // whose arguments are at hand
  std::string kernel_;          // to which the arguments at hand are given; empty: to none
  std::string launched_;        // by the launch at hand
  std::string parameter_;       // that gets the argument at hand, in the function that is called; may be empty
  bool is_dimensions_ = false;  // the values at hand are those of a dim3
  std::size_t statement_begin_ = 0, statement_end_ = 0;
  /// A loop whose body is one statement.
  struct LoopOfOne {
    std::size_t begin = 0, only = none;  ///< tokens: the loop, and its statement
    std::string counter;
  };
  LoopOfOne loop_;            // around the place at hand, the innermost one
  bool is_in_block_ = false;  // the next statement: another one may stand before it
};

}  // namespace simt::detail
