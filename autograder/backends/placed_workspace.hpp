// A workspace laid out by layout.hpp: everything about filling and checking it but how the bytes are reached, which the
// host's and the device's memory say in a few functions.
#pragma once

#include "backends/backend.hpp"
#include "backends/judge.hpp"
#include "backends/layout.hpp"

namespace backends {

/// A workspace whose memory is laid out by Layout; what is left to do is to fill and to judge ranges of elements.
class PlacedWorkspace : public Workspace {
 public:
  const Problem& problem() const override { return problem_; }
  void describe(int first, int slots, runner::RunRequest& request) const override;
  void refill(std::uint64_t seed, int first, int slots) override;
  CheckOutcome check(std::uint64_t seed, int first, int slots) override;
  std::vector<ComparedOutput> compare(std::uint64_t seed, int slot) override;
  std::optional<InputElement> find_input(std::uint64_t seed, int slot, double value) const override;
  std::vector<course::InputReads::Element> inputs_of(std::uint64_t seed, int slot, int output,
                                                     std::int64_t word) const override;
  bool is_untouched(int first, int slots) override;
  bool are_samples_right(int first, int slots, std::uint64_t choice) override;
  std::vector<float> read_output(int slot, int output, std::int64_t count) override;

 protected:
  /// Plans the layout; the derived class allocates.
  explicit PlacedWorkspace(const Problem& problem)
      : problem_(problem), layout_(problem), seeds_(static_cast<std::size_t>(problem.slots)) {}

  /// 32-bit elements in the memory of one place.
  struct Range {
    course::Place place = course::Place::device;  ///< device or host memory
    std::int64_t offset = 0;                      ///< bytes from the start of the place's memory
    std::int64_t elements = 0;                    ///< how many 32-bit elements
  };

  /// Where the buffers are.
  const Layout& layout() const { return layout_; }

  /// The same inputs, with those values that are at hand (course::Inputs::known).
  virtual course::Inputs with_known(const course::Inputs& inputs) { return inputs; }
  /// Stores the values of input `buffer` there.
  virtual void fill_input(const Range& range, const course::Inputs& inputs, int buffer) = 0;
  virtual void fill(const Range& range, std::uint32_t bits) = 0;  ///< Stores the same 32 bits in every element there.
  /// Called when all ranges are filled; returns when they are.
  virtual void finish_filling() {}
  /// True when every element of input `buffer` there still has its value.
  virtual bool is_input_unchanged(const Range& range, const course::Inputs& inputs, int buffer) = 0;
  /// True when every element there still has the `bits` that it was filled with.
  virtual bool still_holds(const Range& range, std::uint32_t bits) = 0;
  /// Counts the elements of output `output` there that are wrong, or poison.
  virtual Tally judge(const Range& range, const course::Inputs& inputs, int output) = 0;
  /// One output of one slot, and what it was computed from.
  struct Output {
    Range range;            ///< where it is
    course::Inputs inputs;  ///< of its slot
    int output = 0;         ///< of the operation, from 0
  };
  /// How many of the sampled elements (judge.hpp) are wrong.
  virtual std::int64_t count_wrong_samples(const std::vector<Output>& outputs, std::uint64_t choice) = 0;
  virtual std::vector<float> read(const Range& range) = 0;  ///< The elements there, copied to the host.

 private:
  course::Inputs inputs(std::uint64_t seed, int slot) const {
    return {slot_seed(seed, slot), problem_.operation.input_bits};
  }
  Range buffer_range(int slot, int buffer) const;
  Range gap_range(int slot, int buffer) const;
  std::vector<Range> first_gaps() const;
  /// What is wrong with element `index` of an output.
  Mismatch mismatch(std::uint64_t seed, int slot, int buffer, std::int64_t index);
  bool check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome);

  Problem problem_;
  Layout layout_;
  std::vector<std::uint64_t> seeds_;  // of each slot's inputs, since it was last filled
};

}  // namespace backends
