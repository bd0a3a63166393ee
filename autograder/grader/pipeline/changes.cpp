#include "grader/pipeline/changes.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/words/change_words.hpp"
#include "simt/simt.hpp"
#include "support/files/whole_file.hpp"
#include "support/files/work_folder.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// A few seconds of one processor, all together.
constexpr std::size_t most_variants = 1500;
/// Larger sizes take longer, and tell no more.
constexpr std::int64_t most_elements_tried = 20000;
constexpr std::int64_t most_elements_at_all = std::int64_t{1} << 18;
/// A variant is right by chance at one size, and hardly at so many.
constexpr std::size_t most_sizes = 6;
/// With lines left out that some variant does not compile for.
constexpr int most_builds = 3;
/// Of a variant: it may go on for ever.
constexpr double work_share = 0.06;
/// So many may go on for longer.
constexpr std::size_t few = 16;

/// Each costs a new process.
constexpr int most_ends = 64;
constexpr std::uint64_t own_inputs = 0x517cc1b727220a95;

struct Built {
  explicit Built(const fs::path& parent) : folder(parent) {}

  files::TemporaryFolder folder;
  fs::path library;
  std::vector<simt::Variant> list;
};

/// Lines of "a.cu:7: error: …".
std::set<int> lines_with_errors(std::string_view messages, const std::string& name) {
  std::set<int> lines;
  for (const std::string& line : simt::lines_of(messages)) {
    if (!line.starts_with(name + ":") || line.find(": error: ") == std::string::npos) continue;
    int number = 0;
    std::from_chars(line.data() + name.size() + 1, line.data() + line.size(), number);
    if (number > 0) lines.insert(number);
  }
  return lines;
}

std::unique_ptr<Built> build(const Context& context, const course::Part& part) {
  const std::string text = read_source(context.source_file);
  std::set<int> left_out;
  for (int attempt = 0; attempt < most_builds; ++attempt) {
    simt::SourceVariants variants = simt::with_variants(text, part.entry, left_out, most_variants);
    if (variants.list.empty()) return nullptr;
    auto built = std::make_unique<Built>(context.library.parent_path().parent_path());
    built->list = std::move(variants.list);
    const fs::path source = built->folder.path() / context.source_name;
    files::write_atomically(source, variants.source);
    const backends::Build made =
        context.backend.build_own(source, context.interface_folder, built->folder.path(), context.rules.limits);
    if (made.library) {
      built->library = *made.library;
      return built;
    }
    const std::set<int> lines = lines_with_errors(made.output, context.source_name);
    if (lines.empty()) return nullptr;
    left_out.insert(lines.begin(), lines.end());
  }
  return nullptr;
}

std::int64_t elements_of(const course::Operation& operation, const course::Size& size) {
  std::int64_t most = 0;
  for (int buffer = 0; buffer < operation.buffers(); ++buffer) {
    most = std::max(most, operation.elements(size, buffer));
  }
  return most;
}

/// The sizes at which variants run: those first at which the part is known to fail, the smaller ones first.
std::vector<course::Size> sizes_to_try(const Context& context, const PartState& state) {
  const course::Operation& operation = state.part->operation;
  std::vector<course::Size> failed = state.wrong, others;
  if (failed.empty() && !state.filled.empty()) failed.push_back(state.filled.back());
  const auto is_known = [](const std::vector<course::Size>& sizes, const course::Size& size) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  for (const course::Size& listed : context.lab_rules.check_sizes) {
    course::Size size = course::problem_size(operation, listed);
    if (operation.fitted != nullptr) size = operation.fitted(size, context.backend.properties(context.lab));
    if (!is_known(failed, size) && !is_known(others, size)) others.push_back(size);
  }
  const auto is_large = [&](const course::Size& size) { return elements_of(operation, size) > most_elements_tried; };
  const auto is_smaller = [&](const course::Size& a, const course::Size& b) {
    return elements_of(operation, a) < elements_of(operation, b);
  };
  for (auto* const sizes : {&failed, &others}) std::stable_sort(sizes->begin(), sizes->end(), is_smaller);
  std::erase_if(others, is_large);
  // One at which it fails must be among them.
  const bool is_possible = !failed.empty() && elements_of(operation, failed.front()) <= most_elements_at_all;
  while (failed.size() > (is_possible ? 1U : 0U) && is_large(failed.back())) failed.pop_back();
  failed.insert(failed.end(), others.begin(), others.end());
  if (failed.size() > most_sizes) failed.resize(most_sizes);
  return failed;
}

class Search {
 public:
  Search(const Context& context, PartState& state, const Built& built)
      : context_(context),
        part_(*state.part),
        built_(built),
        session_(context.backend, built.library, context.rules.limits, /*schedule=*/0) {}

  /// Changes that make all of `sizes` right. Of those that say equally much all are tried, and no others after them.
  std::vector<simt::Variant> run(const std::vector<course::Size>& sizes) {
    const std::size_t start = first_wrong(sizes);
    std::vector<simt::Variant> changes;
    if (start == sizes.size()) return changes;
    for (int rank = 0; rank <= worst_rank && changes.empty() && !has_ended_; ++rank) {
      std::vector<int> right;
      for (std::size_t i = 0; i < built_.list.size(); ++i) {
        if (rank_of(built_.list[i]) == rank) right.push_back(static_cast<int>(i) + 1);
      }
      for (std::size_t i = start; i < sizes.size() && !right.empty(); ++i) right = right_at(sizes[i], right);
      for (const int variant : right) changes.push_back(built_.list[static_cast<std::size_t>(variant) - 1]);
    }
    session_.end();
    return has_ended_ ? std::vector<simt::Variant>{} : changes;
  }

 private:
  /// The first size at which the library without a change is wrong.
  std::size_t first_wrong(const std::vector<course::Size>& sizes) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (right_at(sizes[i], {0}).empty()) return has_ended_ ? sizes.size() : i;
    }
    return sizes.size();
  }

  std::vector<int> right_at(const course::Size& size, const std::vector<int>& variants) {
    std::vector<int> right;
    const bool one_by_one = part_.leaves_no_trace;
    const int slots = one_by_one ? 1 : static_cast<int>(std::min<std::size_t>(variants.size(), runner::max_launches));
    session_.take_back();
    const auto workspace = context_.backend.lend({part_.operation, size, slots});
    const double share = variants.size() > few ? work_share : 1;
    for (std::size_t i = 0; i < variants.size() && !has_ended_;) {
      std::size_t end = i + 1;
      while (end < variants.size() && end - i < static_cast<std::size_t>(slots) &&
             variants[end] == variants[end - 1] + 1) {
        ++end;
      }
      const int count = static_cast<int>(end - i);
      if (one_by_one || !try_together(*workspace, variants[i], count, share, right)) {
        for (std::size_t one = i; one < end && !has_ended_; ++one) {
          if (is_right(*workspace, size, variants[one], share)) right.push_back(variants[one]);
        }
      }
      i = end;
    }
    session_.take_back();
    return right;
  }

  backends::PartRunOptions options_for(int variant, double share) const {
    backends::PartRunOptions options;
    options.find_races = true;
    options.work_share = share;
    options.variant = variant;
    return options;
  }

  /// Adds to `right`. False where one of them ends the process: which one is not known.
  bool try_together(backends::Workspace& workspace, int first, int count, double share, std::vector<int>& right) {
    workspace.refill(seed_, 0, count);
    backends::PartRunOptions options = options_for(first, share);
    options.slots = count;
    options.tries_variants = true;
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, workspace, options);
    if (!outcome.is_ok()) return !note_end(outcome);
    const course::Size& size = workspace.problem().size;
    const bool must_refuse = part_.operation.must_refuse != nullptr && part_.operation.must_refuse(size);
    for (int slot = 0; slot < count; ++slot) {
      const runner::Tried tried = outcome.tried[static_cast<std::size_t>(slot)];
      const bool is_right = must_refuse ? tried == runner::Tried::refused
                                        : tried == runner::Tried::clean && workspace.check(seed_, slot, 1).is_right();
      if (is_right) right.push_back(first + slot);
    }
    return true;
  }

  bool is_right(backends::Workspace& workspace, const course::Size& size, int variant, double share) {
    workspace.refill(seed_, 0, 1);
    const backends::RunOutcome outcome = session_.run(context_.lab, part_, workspace, options_for(variant, share));
    if (!outcome.is_ok()) note_end(outcome);
    if (!outcome.is_ok() || outcome.left != 0) return false;
    for (const simt::FindingRecord& record : outcome.evidence.findings) {
      const bool is_refused_launch = outcome.refused && record.kind == simt::FindingKind::bad_launch;
      if (!record.is_remark() && !is_refused_launch) return false;
    }
    const bool must_refuse = part_.operation.must_refuse != nullptr && part_.operation.must_refuse(size);
    if (outcome.refused || must_refuse) return outcome.refused == must_refuse;
    return workspace.check(seed_, 0, 1).is_right();
  }

  /// A variant may crash, or go on for ever; code that does anything else has no mistake that is looked for here.
  /// True where its process has ended, and the search goes on.
  bool note_end(const backends::RunOutcome& outcome) {
    using Status = backends::RunStatus;
    const bool is_usual = outcome.status == Status::device_error || outcome.status == Status::crashed ||
                          outcome.status == Status::out_of_work;
    if (!is_usual || ++ends_ > most_ends) has_ended_ = true;
    return !has_ended_;
  }

  const Context& context_;
  const course::Part& part_;
  const Built& built_;
  const std::uint64_t seed_ = context_.seed ^ own_inputs;
  bool has_ended_ = false;
  int ends_ = 0;  // of processes
  Session session_;
};

/// A finding that names the mistake itself, and not only what comes of it.
bool has_clear_finding(const PartState& state) {
  using Kind = simt::FindingKind;
  return std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
    switch (finding.kind.value_or(Kind::out_of_bounds)) {
      case Kind::out_of_bounds:
      case Kind::shared_race:
      case Kind::uninitialized_shared:
      case Kind::uninitialized_global:
      case Kind::misaligned:
        return false;
      case Kind::global_race:
        return finding.is_missing_fence();
      default:
        return true;
    }
  });
}

}  // namespace

void find_change(const Context& context, PartState& state) {
  const bool is_wrong = !state.wrong.empty() || !state.findings.empty();
  if (!context.backend.abilities().counts || !is_wrong || state.could_not_run || state.is_not_on_this_device ||
      !state.is_attempted || !state.reasons.empty() || has_clear_finding(state))
    return;
  const std::vector<course::Size> sizes = sizes_to_try(context, state);
  if (sizes.empty()) return;
  const std::unique_ptr<Built> built = build(context, *state.part);
  if (built == nullptr) return;
  const std::vector<simt::Variant> changes = Search(context, state, *built).run(sizes);
  const auto is_race = [](const Finding& finding) {
    return finding.kind == simt::FindingKind::shared_race || finding.kind == simt::FindingKind::global_race ||
           finding.kind == simt::FindingKind::stream_race || finding.kind == simt::FindingKind::host_race;
  };
  // A race says itself what is missing, and between which lines.
  const bool is_known = !changes.empty() &&
                        (changes.front().kind == simt::ChangeKind::lacks_barrier ||
                         changes.front().kind == simt::ChangeKind::lacks_wait) &&
                        std::any_of(state.findings.begin(), state.findings.end(), is_race);
  if (is_known) return;
  if (!changes.empty()) state.change = change_in_words(changes, context.source);
}

}  // namespace grader
