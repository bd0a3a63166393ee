#include "backends/placed_workspace.hpp"

#include <algorithm>
#include <bit>

namespace backends {
namespace {

constexpr int before_all = -1;

double double_of(float low, float high) {
  return std::bit_cast<double>(std::uint64_t{bits_of(high)} << 32 | bits_of(low));
}

/// What the gap after `buffer` holds. No two gaps hold the same, and none what an output holds before a run: a copy
/// that passes the last element of both its buffers would leave no trace otherwise.
std::uint32_t gap_bits(int buffer) { return course::poison_bits + static_cast<std::uint32_t>(buffer + 2); }

}  // namespace

PlacedWorkspace::Range PlacedWorkspace::buffer_range(int slot, int buffer) const {
  return {layout_.place(buffer), layout_.offset(slot, buffer), layout_.elements(buffer)};
}

/// From the buffer's end to the next one.
PlacedWorkspace::Range PlacedWorkspace::gap_range(int slot, int buffer) const {
  const std::int64_t start = layout_.gap_start(slot, buffer);
  return {layout_.place(buffer), start, (layout_.gap_end(slot, buffer) - start) / 4};
}

std::vector<PlacedWorkspace::Range> PlacedWorkspace::first_gaps() const {
  std::vector<Range> gaps;
  for (const course::Place place : {course::Place::device, course::Place::host}) {
    if (layout_.bytes(place) != 0) gaps.push_back({place, 0, layout_.gap() / 4});
  }
  return gaps;
}

void PlacedWorkspace::describe(int first, int slots, runner::RunRequest& request) const {
  layout_.describe(first, slots, request);
  request.scalar_count = problem_.operation.scalar_count;
  for (int slot = 0; slot < slots; ++slot) {
    const course::Inputs values = inputs(seeds_[static_cast<std::size_t>(first + slot)], first + slot);
    for (int i = 0; i < request.scalar_count; ++i) request.scalars[slot][i] = values.scalar(i);
  }
}

void PlacedWorkspace::refill(std::uint64_t seed, int first, int slots) {
  for (const Range& gap : first_gaps()) fill(gap, gap_bits(before_all));
  for (int slot = first; slot < first + slots; ++slot) {
    seeds_[static_cast<std::size_t>(slot)] = seed;
    for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
      if (problem_.operation.starts_with_values(buffer)) {
        fill_input(buffer_range(slot, buffer), inputs(seed, slot), buffer);
      } else {
        fill(buffer_range(slot, buffer), course::poison_bits);
      }
      fill(gap_range(slot, buffer), gap_bits(buffer));
    }
  }
  finish_filling();
}

CheckOutcome PlacedWorkspace::check(std::uint64_t seed, int first, int slots) {
  CheckOutcome outcome;
  bool written = false;
  for (const Range& gap : first_gaps()) {
    if (!still_holds(gap, gap_bits(before_all))) outcome.outside_written = true;
  }
  for (int slot = first; slot < first + slots; ++slot) {
    for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
      if (!still_holds(gap_range(slot, buffer), gap_bits(buffer))) outcome.outside_written = true;
      if (problem_.operation.is_output(buffer)) {
        written = check_output(seed, slot, buffer, outcome) || written;
      } else if (problem_.operation.is_input(buffer) &&
                 !is_input_unchanged(buffer_range(slot, buffer), inputs(seed, slot), buffer)) {
        outcome.input_changed = true;
      }
    }
  }
  outcome.nothing_written = !written;
  return outcome;
}

Mismatch PlacedWorkspace::mismatch(std::uint64_t seed, int slot, int buffer, std::int64_t index) {
  const course::Operation& operation = problem_.operation;
  const Range range = buffer_range(slot, buffer);
  const int output = buffer - operation.input_count;
  const auto actual_of = [&](std::int64_t i) { return read({range.place, range.offset + i * 4, 1}).front(); };
  const auto expected_of = [&](std::int64_t i) {
    return operation.expected(inputs(seed, slot), problem_.size, output, i);
  };
  const float actual = actual_of(index);
  const course::Expected expected = expected_of(index);
  Mismatch found{slot,
                 output,
                 index,
                 expected.value,
                 number_of(actual, operation.output_element),
                 bits_of(actual) == course::poison_bits,
                 expected.kind == course::Expected::Kind::untouched};
  if (operation.output_element == course::Element::u8x4) {
    const std::uint32_t is = bits_of(actual), due = bits_of(static_cast<float>(expected.value));
    const int bit = std::countr_zero(is ^ due) / 8 * 8;
    found.index = 4 * index + bit / 8;
    found.expected = due >> bit & 0xff;
    found.actual = is >> bit & 0xff;
  } else if (operation.output_element == course::Element::half_f64) {
    const std::int64_t low = index / 2 * 2;
    found.index = index / 2;
    found.expected =
        double_of(static_cast<float>(expected_of(low).value), static_cast<float>(expected_of(low + 1).value));
    found.actual = double_of(actual_of(low), actual_of(low + 1));
  }
  return found;
}

std::vector<ComparedOutput> PlacedWorkspace::compare(std::uint64_t seed, int slot) {
  const course::Operation& operation = problem_.operation;
  const course::Inputs values = with_known(inputs(seed, slot));
  std::vector<ComparedOutput> all;
  for (int output = 0; output < operation.output_count; ++output) {
    const std::vector<float> words = read(buffer_range(slot, operation.input_count + output));
    ComparedOutput& compared = all.emplace_back();
    compared.output = output;
    const auto add = [&](double due, double is, ElementState state) {
      compared.expected.push_back(due);
      compared.actual.push_back(is);
      compared.states.push_back(state);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto expected_of = [&](std::size_t word) {
        return operation.expected(values, problem_.size, output, static_cast<std::int64_t>(word));
      };
      const course::Expected expected = expected_of(i);
      const bool is_poison = bits_of(words[i]) == course::poison_bits;
      const auto state = is_right(words[i], operation.output_element, expected) ? ElementState::right
                         : expected.kind == course::Expected::Kind::untouched   ? ElementState::touched
                         : is_poison                                            ? ElementState::never_written
                                                                                : ElementState::wrong;
      if (operation.output_element == course::Element::u8x4) {
        const std::uint32_t is = bits_of(words[i]), due = bits_of(static_cast<float>(expected.value));
        for (int bit = 0; bit < 32; bit += 8) {
          const bool is_same = (is >> bit & 0xff) == (due >> bit & 0xff);
          add(due >> bit & 0xff, is >> bit & 0xff, is_same && !is_poison ? ElementState::right : state);
        }
      } else if (operation.output_element != course::Element::half_f64) {
        add(expected.value, number_of(words[i], operation.output_element), state);
      } else if (i % 2 == 1) {
        const auto low = static_cast<float>(expected_of(i - 1).value), high = static_cast<float>(expected.value);
        const double due = double_of(low, high), is = double_of(words[i - 1], words[i]);
        add(due, is, due == is ? ElementState::right : is_poison ? ElementState::never_written : ElementState::wrong);
      }
    }
  }
  return all;
}

std::optional<InputElement> PlacedWorkspace::find_input(std::uint64_t seed, int slot, double value) const {
  const course::Inputs values = inputs(seed, slot);
  std::optional<InputElement> found;
  for (int input = 0; input < problem_.operation.input_count; ++input) {
    for (std::int64_t i = 0; i < layout_.elements(input); ++i) {
      if (values(input, i) != value) continue;
      if (found) return std::nullopt;
      found = InputElement{input, i};
    }
  }
  return found;
}

std::vector<course::InputReads::Element> PlacedWorkspace::inputs_of(std::uint64_t seed, int slot, int output,
                                                                    std::int64_t word) const {
  course::InputReads reads;
  course::Inputs values = inputs(seed, slot);
  values.reads = &reads;
  problem_.operation.expected(values, problem_.size, output, word);
  std::sort(reads.elements.begin(), reads.elements.end());
  reads.elements.erase(std::unique(reads.elements.begin(), reads.elements.end()), reads.elements.end());
  return std::move(reads.elements);
}

bool PlacedWorkspace::is_untouched(int first, int slots) {
  const course::Operation& operation = problem_.operation;
  for (int slot = first; slot < first + slots; ++slot) {
    for (int buffer = operation.input_count; buffer < layout_.buffers(); ++buffer) {
      const Range range = buffer_range(slot, buffer);
      const bool is_as_filled =
          operation.starts_with_values(buffer)
              ? is_input_unchanged(range, inputs(seeds_[static_cast<std::size_t>(slot)], slot), buffer)
              : still_holds(range, course::poison_bits);
      if (!is_as_filled) return false;
    }
  }
  return true;
}

bool PlacedWorkspace::are_samples_right(int first, int slots, std::uint64_t choice) {
  std::vector<Output> outputs;
  for (int slot = first; slot < first + slots; ++slot) {
    for (int output = 0; output < problem_.operation.output_count; ++output) {
      const Range range = buffer_range(slot, problem_.operation.input_count + output);
      outputs.push_back({range, inputs(seeds_[static_cast<std::size_t>(slot)], slot), output});
    }
  }
  return count_wrong_samples(outputs, choice) == 0;
}

/// True when anything was written.
bool PlacedWorkspace::check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome) {
  const int output = buffer - problem_.operation.input_count;
  const Range range = buffer_range(slot, buffer);
  const Tally tally = judge(range, inputs(seed, slot), output);
  outcome.wrong += static_cast<std::int64_t>(tally.wrong);
  if (tally.wrong != 0 && !outcome.first) {
    outcome.first = mismatch(seed, slot, buffer, static_cast<std::int64_t>(tally.first_wrong));
  }
  if (problem_.operation.starts_with_values(buffer)) return !is_input_unchanged(range, inputs(seed, slot), buffer);
  return tally.poisoned != static_cast<unsigned long long>(range.elements);
}

std::vector<float> PlacedWorkspace::read_output(int slot, int output, std::int64_t count) {
  Range range = buffer_range(slot, problem_.operation.input_count + output);
  range.elements = std::min(range.elements, count);
  return read(range);
}

}  // namespace backends
