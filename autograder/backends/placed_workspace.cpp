#include "backends/placed_workspace.hpp"

namespace backends {
namespace {

constexpr int before_all = -1;

/// What the gap after `buffer` holds. No two gaps hold the same, and none what an output holds before a run: a copy
/// that passes the last element of both its buffers would leave no trace otherwise.
std::uint32_t gap_bits(int buffer) { return course::poison_bits + static_cast<std::uint32_t>(buffer + 2); }

}  // namespace

PlacedWorkspace::PlacedWorkspace(const Problem& problem, runner::Lending lending)
    : problem_(problem), layout_(problem) {
  region_.lending = lending;
  region_.bytes = layout_.bytes();
}

void PlacedWorkspace::refill(std::uint64_t seed, int first, int slots) {
  fill(0, layout_.gap(), gap_bits(before_all));
  for (int slot = first; slot < first + slots; ++slot) {
    for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
      const std::int64_t offset = layout_.offset(slot, buffer);
      if (is_input(buffer)) {
        fill_input(offset, layout_.elements(buffer), inputs(seed, slot), buffer);
      } else {
        fill(offset, layout_.gap_start(slot, buffer), course::poison_bits);
      }
      fill(layout_.gap_start(slot, buffer), layout_.gap_end(slot, buffer), gap_bits(buffer));
    }
  }
  finish_filling();
}

CheckOutcome PlacedWorkspace::check(std::uint64_t seed, int first, int slots) {
  CheckOutcome outcome;
  bool written = false;
  outcome.outside_written = !still_holds(0, layout_.gap(), gap_bits(before_all));
  for (int slot = first; slot < first + slots; ++slot) {
    for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
      if (!still_holds(layout_.gap_start(slot, buffer), layout_.gap_end(slot, buffer), gap_bits(buffer))) {
        outcome.outside_written = true;
      }
      if (!is_input(buffer)) {
        written = check_output(seed, slot, buffer, outcome) || written;
      } else if (!is_input_unchanged(layout_.offset(slot, buffer), layout_.elements(buffer), inputs(seed, slot),
                                     buffer)) {
        outcome.input_changed = true;
      }
    }
  }
  outcome.nothing_written = !written;
  return outcome;
}

/// True when anything was written.
bool PlacedWorkspace::check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome) {
  const int output = buffer - problem_.operation.input_count;
  const std::int64_t offset = layout_.offset(slot, buffer);
  const std::int64_t elements = layout_.elements(buffer);
  const Tally tally = judge(offset, elements, inputs(seed, slot), output);
  outcome.wrong += static_cast<std::int64_t>(tally.wrong);
  if (tally.wrong != 0 && !outcome.first) {
    const auto index = static_cast<std::int64_t>(tally.first_wrong);
    const float actual = read(offset + index * 4);
    const double expected = problem_.operation.expected(inputs(seed, slot), problem_.size, output, index).value;
    outcome.first = Mismatch{slot, output, index, expected, actual, bits_of(actual) == course::poison_bits};
  }
  return tally.poisoned != static_cast<unsigned long long>(elements);
}

}  // namespace backends
