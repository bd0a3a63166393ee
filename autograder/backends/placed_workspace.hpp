// A workspace in one piece of memory, laid out by layout.hpp: everything about filling and checking it but how
// the bytes are reached, which the host's and the device's memory say in five functions.
#pragma once

#include "backends/backend.hpp"
#include "backends/judge.hpp"
#include "backends/layout.hpp"

namespace backends {

class PlacedWorkspace : public Workspace {
 public:
  const Problem& problem() const override { return problem_; }
  const runner::Region& region() const override { return region_; }
  void describe(int first, int slots, runner::RunRequest& request) const override {
    layout_.describe(first, slots, request);
  }
  void refill(std::uint64_t seed, int first, int slots) override;
  CheckOutcome check(std::uint64_t seed, int first, int slots) override;

 protected:
  PlacedWorkspace(const Problem& problem, runner::Lending lending);

  const Layout& layout() const { return layout_; }
  runner::Region& region() { return region_; }
  bool is_input(int buffer) const { return buffer < problem_.operation.input_count; }

  /// Offsets are in bytes from the region's start, ranges are multiples of a float.
  virtual void fill_input(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int buffer) = 0;
  virtual void fill(std::int64_t from, std::int64_t to, std::uint32_t bits) = 0;
  virtual void finish_filling() {}
  virtual bool is_input_unchanged(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs,
                                  int buffer) = 0;
  /// True when every float there still has the `bits` that it was filled with.
  virtual bool still_holds(std::int64_t from, std::int64_t to, std::uint32_t bits) = 0;
  virtual Tally judge(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int output) = 0;
  virtual float read(std::int64_t offset) = 0;

 private:
  course::Inputs inputs(std::uint64_t seed, int slot) const {
    return {slot_seed(seed, slot), problem_.operation.input_bits};
  }
  bool check_output(std::uint64_t seed, int slot, int buffer, CheckOutcome& outcome);

  Problem problem_;
  Layout layout_;
  runner::Region region_;
};

}  // namespace backends
