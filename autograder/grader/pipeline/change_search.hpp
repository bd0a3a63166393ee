// The search for the one change, or the two, that makes a wrong part right: it runs the variants of a library at some
// sizes, those first that say most, as long as there is work left for them.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/pipeline/variant_library.hpp"
#include "grader/words/change_ranks.hpp"

namespace grader {

/// From this rank on, a change may only leave something out. Of an answer that is refused, that says nothing.
inline constexpr int rank_of_less = 4;

/// Whether `size` is one of those that take longer, and tell no more.
bool is_large(const course::Operation& operation, const course::Size& size);

/// Whether a finding of this kind was made.
bool has(const PartState& state, simt::FindingKind kind);

/// What makes a grid empty at one size may be a quotient that is too small at all of them.
bool is_empty_grid(const Finding& finding);

/// Runs the variants of one part in sessions of its own. All that is called shares one amount of work.
class ChangeSearch {
 public:
  /// `only`: changes that have this name in place of another one; empty: all.
  ChangeSearch(const Context& context, PartState& state, const VariantLibrary& built, std::string only);

  /// Makes the first size at which the library without a change is wrong the first one; those before it come last.
  /// False where there is none.
  bool begin_with_wrong(std::vector<course::Size>& sizes);

  /// Changes that make all of `sizes` right. The first one is wrong without a change. Of those that say equally much
  /// all are tried, and no others after them.
  std::vector<simt::Variant> run(const std::vector<course::Size>& sizes);

  /// Changes that make all right that is written, where other elements are never written: of a program that is not
  /// finished. Each makes more elements right than there were. To be called after `run` has found none.
  std::vector<simt::Variant> run_for_what_is_written(const std::vector<course::Size>& sizes);

  /// The change by which the condition at `line` holds always, if it makes all of `sizes` right as well.
  std::optional<simt::Variant> holds_always(const std::vector<course::Size>& sizes, int line);
  /// The change that leaves out the statement at `line`, if it makes all of `sizes` right as well.
  std::optional<simt::Variant> is_surplus(const std::vector<course::Size>& sizes, int line);

  /// How many changes there was no work left for.
  std::size_t untried() const;

  /// The barriers that make all of `sizes` right, each alone. Some work is always left for them.
  std::vector<simt::Variant> barriers(const std::vector<course::Size>& sizes);

  /// After `run` has found none, with the same sizes: two changes, in different statements, that make all of `sizes`
  /// right together, where each by itself makes something better. Empty where there are none.
  std::vector<simt::Variant> run_pairs(const std::vector<course::Size>& sizes);

  void end();

 private:
  static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();
  /// How a variant did at one size.
  struct Trial {
    bool is_clean = false;  ///< nothing was found but remarks
    bool is_right = false;
    std::int64_t wrong = unknown;    ///< elements
    bool nothing_written = false;    ///< of the output
    std::int64_t never_written = 0;  ///< elements; 0 where they are not counted
  };
  struct Pair {
    std::vector<simt::Variant> changes;  // two, or none
    int rank = 2 * worst_rank + 1;
  };
  struct OriginalWork {
    course::Size size;
    int most_blocks = 0;
    std::int64_t work = 0;
  };
  /// What the runs of one batch of variants came to, besides their trials.
  struct Account {
    std::int64_t work = 0;  ///< units, with what runs cost besides
    int stopped = 0;        ///< variants that had done as much as they may
    int ends = 0;           ///< of processes
    bool has_ended = false;
    std::vector<OriginalWork> original_work;
  };
  struct How {
    int second = 0;               ///< another variant at the same time; 0: none
    bool finds_races = true;      ///< besides everything else
    std::uint64_t schedule = 0;   ///< the order of threads and blocks
    bool is_start = false;        ///< it is not known yet whether one of them is right
    bool is_one_of_many = false;  ///< and may not do more than a share of the work that is allowed
    bool counts_never_written = false;
  };

  const simt::Variant& change(int variant) const;
  /// Whether it says so much of the mistake, and is offered so rarely, that it is tried wherever it stands.
  static bool is_slip(const simt::Variant& one);

  // ---- which changes are tried, and in which order ----

  /// One block for all has no race with another one, whatever the mistake is.
  bool makes_one_block(const simt::Variant& one) const;
  /// Blocks that begin behind the end do nothing, which hides that they do the work of others.
  bool leaves_blocks_idle(const simt::Variant& one) const;
  /// Whether a loop of the function at `line` begins with `first`, and goes on by a number that does not depend on how
  /// many blocks there are.
  bool goes_on_by_less_than_the_grid(const std::string& first, int line) const;
  /// A number among a block's extents. Where the grid's are right as well, they are meant: blocks of any size will do.
  bool is_side_of_block(const simt::Variant& one) const;
  /// A number that gives an empty grid a block, and all others more than they need, hides why it is empty.
  bool fills_empty_grid(const simt::Variant& one) const;
  /// Of what waits for ever, only a wrong comparison on the line that waits is tried, and numbers that it waits for. Of
  /// a loop without an end, only what its own line and its counter are made of.
  int rank_here(const simt::Variant& one) const;
  /// Takes at most `most` of `variants` out of them: those nearest to a line that is known to take part in the mistake.
  std::vector<int> take_nearest(std::vector<int>& variants, std::size_t most) const;
  /// Of more than `most`, those nearest to a line that is known to take part in the mistake; in ascending order.
  void keep_nearest(std::vector<int>& variants, std::size_t most) const;
  /// Lines that make what the known lines name: how many steps of values lie between.
  static std::map<int, int> steps_from(const simt::SourceIndex& source, const std::vector<int>& lines);
  /// Where what the known lines name gets its value: "target" of `while (count < target)`.
  static std::set<int> lines_of_values(const simt::SourceIndex& source, const std::vector<int>& lines);
  /// Lines that take part in the mistake, as far as that was seen. Where elements are never written, a launch may have
  /// too few threads.
  static std::vector<int> known_lines(const Context& context, const PartState& state);
  static std::vector<int> lines_of(const PartState& state);
  /// The first of the changes `wanted` of `line` that makes all of `sizes` right.
  template <class Wanted>
  std::optional<simt::Variant> right_at_line(const std::vector<course::Size>& sizes, int line, Wanted wanted);

  /// Of several that make all right, those that leave the part far beyond its limits are not meant where others bring
  /// it nearer to them.
  void leave_out_slow(std::vector<int>& right);
  /// A part of the performance size: at the sizes that are checked, the edges move more.
  course::Size size_to_count() const;
  /// What a run with a change is judged by; nothing where it does not come to its end.
  std::optional<course::MetricValues> counted_at(const course::Size& size, int variant);

  // ---- how much work they may do ----

  /// A larger size when much of the work is done: what no work is left for would seem wrong.
  bool is_too_much_now(const course::Size& size) const;
  /// What a run at `size` costs besides its work.
  std::int64_t around_a_run(const course::Size& size) const;
  /// Of a run at `size` that does what the original does, with what it costs besides.
  std::int64_t expected_work(const course::Size& size) const;
  /// How many runs at `size` there may still be, if they do what the original does.
  std::size_t affordable(const course::Size& size) const;
  /// What the original has done at `size`; 0: it has not run there, or did not end.
  std::int64_t original_work(const course::Size& size) const;
  /// What a variant may do at `size`.
  std::int64_t most_work(const course::Size& size) const;
  /// `few_blocks` where not all variants can be tried at `size` otherwise, and the original goes wrong in the same way
  /// with so few; else 0.
  int blocks_to_try(const course::Size& size);

  // ---- one change ----

  /// Those of `variants`, in ascending order, that make all of `sizes` right: with few blocks first, if that is said.
  std::vector<int> right_at_all(const std::vector<course::Size>& sizes, std::vector<int> variants, int most_blocks);
  /// Many are tried without a look for races first, which is quicker, and what is wrong then is not tried again.
  std::vector<int> right_at(const course::Size& size, std::vector<int> variants, int second = 0, bool is_start = false);
  /// Whether a change of the host's code makes one launch of several: that hides a mistake in the places of the pieces.
  bool is_one_piece(const course::Size& size, int variant);
  /// Whether a change of the host's code makes one block of several, where blocks race: one block has no race with
  /// another one, whatever the mistake is.
  bool hides_other_blocks(const course::Size& size, int variant);
  /// One that is large enough for several pieces: of a single element, all programs make one.
  course::Size size_of_pieces(const std::vector<course::Size>& sizes) const;
  /// Whether a change of the host's code is right in the usual order alone, as another number of blocks may be that
  /// changes which of them is the last one.
  bool needs_order_of_blocks(const course::Size& size, int variant);
  bool launches_in_loop() const;
  std::ptrdiff_t launches_at(const course::Size& size, int variant);
  /// Of the launch that has most; 0 where the run does not come to its end.
  std::int64_t most_blocks_at(const course::Size& size, int variant);

  // ---- two changes ----

  /// Of one element, or one row, all changes leave it wrong, or right. So they are compared again where most is wrong.
  void compare_at_telling_size(const std::vector<course::Size>& sizes);
  /// Of `seconds`, in ascending order, those that make all of `sizes` right together with `first`; the one that says
  /// most becomes `best`.
  void try_pairs(const std::vector<course::Size>& sizes, int first, std::vector<int> seconds, Pair& best);
  /// The one of `helpful` that has `before` better ones.
  int best_first(std::vector<int> helpful, std::size_t before) const;
  /// Those that name a mistake by themselves, and missing barriers.
  std::vector<int> clear_changes() const;
  /// Variants that are better than the original, the best ones, in their order.
  std::vector<int> helpful_changes() const;
  const Trial& trial_of(int variant) const;
  static bool is_better(const Trial& a, const Trial& b);

  // ---- runs ----

  /// Each size has inputs of its own: with the same first values everywhere, a change that leaves one out would be
  /// right by chance at all sizes, where that value is 0.
  std::uint64_t seed_at(const course::Size& size) const;
  /// One run beside which no other one goes on.
  backends::RunOutcome run_by_itself(const backends::Workspace& workspace, const backends::PartRunOptions& options);
  /// Each of `variants`, in ascending order.
  std::vector<Trial> try_at(const course::Size& size, const std::vector<int>& variants, How how);
  backends::PartRunOptions options_for(const course::Size& size, int variant, const How& how) const;
  /// As many variants from `first` on as there are trials. May run beside others that have another session.
  Account try_batch(Session& session, backends::Workspace& workspace, int first, const How& how,
                    std::span<Trial> trials) const;
  /// False where one of them ends the process: which one is not known.
  bool try_together(Session& session, backends::Workspace& workspace, int first, const How& how,
                    std::span<Trial> trials, Account& account) const;
  Trial try_alone(Session& session, backends::Workspace& workspace, int variant, const How& how,
                  Account& account) const;
  bool is_right(const backends::CheckOutcome& checked, backends::Workspace& workspace, int slot) const;
  std::int64_t never_written(backends::Workspace& workspace, int slot) const;
  void note_work(const backends::RunOutcome& outcome, const course::Size& size, int last_variant,
                 Account& account) const;
  /// A variant may crash, or go on for ever; code that does anything else has no mistake that is looked for here.
  /// True where its process has ended, and the search goes on.
  bool note_end(const backends::RunOutcome& outcome, Account& account) const;
  void add(const Account& account);

  const Context& context_;
  const course::Part& part_;
  const VariantLibrary& built_;
  const std::string only_;
  const bool is_between_streams_;  // two operations use the same memory
  const bool shares_place_;        // and both are the same call of the source
  const bool waits_forever_;       // each such run ends a process
  const bool is_endless_;          // a loop has no end
  const bool is_between_blocks_;   // two threads use the same global memory
  const bool has_findings_;
  const bool has_empty_grid_;  // a launch is refused for that
  const std::vector<int> known_lines_;
  const std::set<int> awaited_lines_;        // where numbers of these lines get their values
  const std::map<int, int> steps_to_known_;  // from lines that make what these use
  std::uint64_t seed_;
  std::int64_t work_left_;
  std::int64_t work_to_confirm_;  // besides, for the few that are right at the first size
  std::vector<OriginalWork> original_work_;
  int most_blocks_ = 0;  // of a grid; 0: all
  std::size_t untried_ = 0;
  bool is_for_what_is_written_ = false;    // what is never written is another matter
  std::int64_t wrong_without_change_ = 0;  // elements, at the size at hand
  int stopped_ = 0;                        // variants that had done as much as they may
  bool has_ended_ = false;
  int ends_ = 0;                 // of processes
  std::vector<Trial> at_start_;  // of each variant at the first size that is wrong
  bool is_wrong_without_races_ = false;
  std::deque<Session> sessions_;  // that run at the same time; the first one is used where only one runs
  // One for each session but the first: the process of a session ends with the thread that has started it.
  std::deque<boost::asio::thread_pool> threads_;
};

}  // namespace grader
