#include "grader/explain/finding_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace grader {
namespace {

using Kind = simt::FindingKind;

struct Remedy {
  Kind kind;
  std::string_view text;
};

constexpr Remedy remedies[] = {
    {Kind::out_of_bounds, "ask before each access whether both of its indices are inside the array that it touches"},
    {Kind::write_to_input, "write to the output, or to memory of your own; the input belongs to the caller"},
    {Kind::misaligned,
     "a wide access needs an address that is a multiple of its size: take it only where that is sure"},
    {Kind::uninitialized_shared, "let the guards of the store and of this load admit the same elements of the tile"},
    {Kind::barrier_divergence,
     "guard the accesses, not the barrier: every thread of the block must reach __syncthreads()"},
    {Kind::host_dereference, "move this access into a kernel; host code only passes the pointer on"},
    {Kind::leak, "free with cudaFree what you allocate, unless you keep it for the next call on purpose"},
    {Kind::out_of_work, "look for what ends this loop, or this recursion, and whether that happens in every thread"},
    {Kind::bad_launch, "choose a grid and a block within the limits of the device"},
};

bool is_race(const Finding& finding) { return finding.kind == Kind::shared_race || finding.kind == Kind::global_race; }

std::string race_advice(const Finding& finding, bool is_one_launch) {
  const int first = std::min(finding.line, finding.other_line), last = std::max(finding.line, finding.other_line);
  if (finding.is_missing_fence()) {
    return fmt::format(
        "lines {} and {}: put a __threadfence() between the stores and the atomic or volatile write that announces "
        "them, and another between the read that sees it and the loads",
        first, last);
  }
  if (first == last) {
    return fmt::format("line {}: give each thread elements of its own, or use atomicAdd where threads add to one",
                       first);
  }
  if (finding.kind == Kind::global_race) {
    return fmt::format(
        "lines {} and {}: threads of one block need a __syncthreads() between them; blocks of one launch run in any "
        "order, so {}",
        first, last,
        is_one_launch ? "all of them must have arrived at a barrier of the whole grid before one goes on"
                      : "give each block elements of its own, or split the kernel into two launches");
  }
  return fmt::format(
      "lines {0} and {1}: put a __syncthreads() between them, outside every `if`, so that no thread goes on before all "
      "threads of the block are there (where only lanes of one warp share the word, __syncwarp() will do); if it is "
      "there, and a loop leads back from line {1} to line {0}, the end of the loop needs a barrier as well",
      first, last);
}

/// The line of the first `return;` before the barrier before `load`, in the same function.
std::optional<int> return_before_barrier(const simt::SourceIndex& source, int load) {
  const simt::SourceFunction* function = source.function_around(load);
  if (function == nullptr) return std::nullopt;
  // Of the barriers before the load, the last one has the most returns before it.
  const auto barrier = std::lower_bound(source.barriers.begin(), source.barriers.end(), load);
  if (barrier == source.barriers.begin()) return std::nullopt;
  const int last_barrier = *std::prev(barrier);
  const auto early = std::lower_bound(source.returns.begin(), source.returns.end(), function->first_line);
  if (early == source.returns.end() || *early >= last_barrier) return std::nullopt;
  return *early;
}

/// What the source shows about a finding's cause; empty where it shows nothing.
std::string advice_from_source(const Finding& finding, const simt::SourceIndex& source) {
  if (finding.kind != Kind::uninitialized_shared) return "";
  // The finding is about the `return` itself, or about the load.
  const bool is_return = std::binary_search(source.returns.begin(), source.returns.end(), finding.line);
  const int load = is_return ? finding.other_line : finding.line;
  const auto early = is_return ? std::optional(finding.line) : return_before_barrier(source, load);
  if (!early) return "";
  return fmt::format(
      "line {}: a thread that returns here skips its part of the loads for line {} and never reaches the barrier; let "
      "every thread load and wait, and guard only what it stores in the end",
      *early, load);
}

}  // namespace

std::string finding_advice(const Finding& finding, const simt::SourceIndex& source, bool is_one_launch) {
  if (finding.line > 0 && finding.other_line > 0 && is_race(finding)) {
    return race_advice(finding, is_one_launch);
  }
  if (std::string text = advice_from_source(finding, source); !text.empty()) return text;
  if (finding.line > 0 && finding.lacks_dynamic_shared) {
    return fmt::format(
        "line {}: the launch gave the kernel no dynamic shared memory; say how many bytes it needs in the third place: "
        "<<<blocks, threads, bytes>>>",
        finding.line);
  }
  if (finding.kind == Kind::leak && !finding.is_remark) {
    return fmt::format("line {}: free this memory with cudaFree before the function returns, on every way out",
                       finding.line);
  }
  const auto* remedy = std::find_if(std::begin(remedies), std::end(remedies),
                                    [&](const Remedy& known) { return known.kind == finding.kind; });
  if (remedy == std::end(remedies)) return "";
  return finding.line > 0 ? fmt::format("line {}: {}", finding.line, remedy->text) : std::string(remedy->text);
}

}  // namespace grader
