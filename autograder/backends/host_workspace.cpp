#include "backends/host_workspace.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

#include "backends/judge.hpp"
#include "backends/layout.hpp"
#include "course/operations.hpp"
#include "process/descriptor.hpp"

namespace backends {
namespace {

using Judge = Tally (*)(const float* actual, const course::Inputs& inputs, course::Size size, int output,
                        std::int64_t elements);

template <class Operation>
Tally judge(const float* actual, const course::Inputs& inputs, course::Size size, int output, std::int64_t elements) {
  Tally tally;
  for (std::int64_t i = 0; i < elements; ++i) {
    if (bits_of(actual[i]) == course::poison_bits) ++tally.poisoned;
    if (is_right(actual[i], Operation::expected(inputs, size, output, i))) continue;
    ++tally.wrong;
    tally.first_wrong = std::min(tally.first_wrong, static_cast<unsigned long long>(i));
  }
  return tally;
}

template <class... Operations>
constexpr auto judges(std::tuple<Operations...>* /*list*/) {
  return std::array<Judge, sizeof...(Operations)>{judge<Operations>...};
}
constexpr auto judge_of = judges(static_cast<course::Operations*>(nullptr));

class HostWorkspace : public Workspace {
 public:
  HostWorkspace(const Problem& problem, runner::Lending lending)
      : problem_(problem), layout_(problem), memory_(memfd_create("lent", MFD_CLOEXEC)) {
    region_.lending = lending;
    region_.bytes = layout_.bytes();
    const auto bytes = static_cast<std::size_t>(region_.bytes);
    void* base = MAP_FAILED;
    if (memory_.get() >= 0 && ftruncate(memory_.get(), region_.bytes) == 0) {
      base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
    }
    if (base == MAP_FAILED) {
      throw CannotGrade("cannot get " + std::to_string(bytes >> 20) +
                        " MiB of shared memory: " + std::generic_category().message(errno));
    }
    base_ = static_cast<char*>(base);
  }
  ~HostWorkspace() override { munmap(base_, static_cast<std::size_t>(region_.bytes)); }
  HostWorkspace(const HostWorkspace&) = delete;
  HostWorkspace& operator=(const HostWorkspace&) = delete;

  const Problem& problem() const override { return problem_; }
  const runner::Region& region() const override { return region_; }
  int descriptor() const override { return memory_.get(); }
  void describe(int first, int slots, runner::RunRequest& request) const override {
    layout_.describe(first, slots, request);
  }

  void refill(std::uint64_t seed, int first, int slots) override {
    poison(0, layout_.gap());
    for (int slot = first; slot < first + slots; ++slot) {
      for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
        if (is_input(buffer)) {
          fill(seed, slot, buffer);
          poison(layout_.gap_start(slot, buffer), layout_.gap_end(slot, buffer));
        } else {
          poison(layout_.offset(slot, buffer), layout_.gap_end(slot, buffer));
        }
      }
    }
  }

  CheckOutcome check(std::uint64_t seed, int first, int slots) override {
    CheckOutcome outcome;
    outcome.outside_written = !is_poison(0, layout_.gap());
    bool written = false;
    for (int slot = first; slot < first + slots; ++slot) {
      for (int buffer = 0; buffer < layout_.buffers(); ++buffer) {
        if (!is_poison(layout_.gap_start(slot, buffer), layout_.gap_end(slot, buffer))) outcome.outside_written = true;
        if (is_input(buffer)) {
          if (!is_unchanged(seed, slot, buffer)) outcome.input_changed = true;
        } else {
          written = check_output(seed, slot, buffer, outcome) || written;
        }
      }
    }
    outcome.nothing_written = !written;
    return outcome;
  }

 private:
  bool is_input(int buffer) const { return buffer < problem_.operation.input_count; }
  float* at(std::int64_t offset) const { return reinterpret_cast<float*>(base_ + offset); }

  void fill(std::uint64_t seed, int slot, int buffer) {
    float* values = at(layout_.offset(slot, buffer));
    for (std::int64_t i = 0; i < layout_.elements(buffer); ++i) {
      values[i] = course::input_value(slot_seed(seed, slot), buffer, i);
    }
  }
  bool is_unchanged(std::uint64_t seed, int slot, int buffer) const {
    const float* values = at(layout_.offset(slot, buffer));
    for (std::int64_t i = 0; i < layout_.elements(buffer); ++i) {
      if (bits_of(values[i]) != bits_of(course::input_value(slot_seed(seed, slot), buffer, i))) return false;
    }
    return true;
  }

  void poison(std::int64_t from, std::int64_t to) {
    std::fill(at(from), at(to), std::bit_cast<float>(course::poison_bits));
  }
  bool is_poison(std::int64_t from, std::int64_t to) const {
    return std::all_of(at(from), at(to), [](float value) { return bits_of(value) == course::poison_bits; });
  }

  /// True when anything was written.
  bool check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome) const {
    const int output = buffer - problem_.operation.input_count;
    const course::Inputs inputs{slot_seed(seed, slot)};
    const float* actual = at(layout_.offset(slot, buffer));
    const auto id = static_cast<std::size_t>(problem_.operation.id);
    const Tally tally = judge_of[id](actual, inputs, problem_.size, output, layout_.elements(buffer));
    outcome.wrong += static_cast<std::int64_t>(tally.wrong);
    if (tally.wrong != 0 && !outcome.first) {
      const auto index = static_cast<std::int64_t>(tally.first_wrong);
      outcome.first = Mismatch{slot,          output,
                               index,         problem_.operation.expected(inputs, problem_.size, output, index).value,
                               actual[index], bits_of(actual[index]) == course::poison_bits};
    }
    return tally.poisoned != static_cast<unsigned long long>(layout_.elements(buffer));
  }

  Problem problem_;
  Layout layout_;
  process::Descriptor memory_;
  runner::Region region_;
  char* base_ = nullptr;
};

}  // namespace

std::unique_ptr<Workspace> make_host_workspace(const Problem& problem, runner::Lending lending) {
  return std::make_unique<HostWorkspace>(problem, lending);
}

}  // namespace backends
