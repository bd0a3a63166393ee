// Everything a submission may do to lent memory, done by hand, and found.
#include "backends/host_workspace.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include "backends/judge.hpp"
#include "backends/layout.hpp"
#include "tests/loaded_course.hpp"

namespace backends {
namespace {

constexpr std::uint64_t seed = 42;
constexpr std::int64_t width = 5;
constexpr std::int64_t height = 3;

class HostWorkspace : public testing::Test {
 protected:
  HostWorkspace()
      : workspace_(make_host_workspace({tests::lab("lab3").parts[0].operation, {{width, height}}, 2},
                                       runner::Lending::host_shared)) {
    // As a runner would map it.
    memory_ = static_cast<char*>(
        mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, workspace_->regions().front().descriptor, 0));
    workspace_->refill(seed, 0, 2);
  }
  ~HostWorkspace() override { munmap(memory_, bytes()); }

  std::size_t bytes() const { return static_cast<std::size_t>(workspace_->regions().front().region.bytes); }
  float* buffer(int slot, int index) {
    runner::RunRequest request;
    workspace_->describe(slot, 1, request);
    return reinterpret_cast<float*>(memory_ + request.buffers[0][index].offset);
  }
  void transpose(int slot) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) buffer(slot, 1)[x * height + y] = buffer(slot, 0)[y * width + x];
    }
  }

  std::unique_ptr<Workspace> workspace_;
  char* memory_;
};

TEST_F(HostWorkspace, RightOutputsAreRight) {
  transpose(0);
  transpose(1);
  const CheckOutcome outcome = workspace_->check(seed, 0, 2);
  EXPECT_TRUE(outcome.is_right());
  EXPECT_FALSE(outcome.nothing_written);
}

TEST_F(HostWorkspace, IsUntouchedUntilAnyElementOfAnOutputChanges) {
  EXPECT_TRUE(workspace_->is_untouched(0, 2));
  buffer(1, 1)[width * height - 1] = 0;
  EXPECT_TRUE(workspace_->is_untouched(0, 1));
  EXPECT_FALSE(workspace_->is_untouched(1, 1));
  EXPECT_FALSE(workspace_->is_untouched(0, 2));
}

TEST_F(HostWorkspace, SamplesOfRightOutputsAreRightAndThoseOfMissingOnesAreNot) {
  EXPECT_FALSE(workspace_->are_samples_right(0, 1, /*choice=*/1)) << "nothing is stored yet";
  transpose(0);
  EXPECT_TRUE(workspace_->are_samples_right(0, 1, 1));
  EXPECT_FALSE(workspace_->are_samples_right(0, 2, 1)) << "the second slot is not done yet";
  // 256 samples of 15 elements miss none of them.
  buffer(0, 1)[7] = 2;
  EXPECT_FALSE(workspace_->are_samples_right(0, 1, 1));
}

TEST(Samples, AreOtherOnesForEveryChoiceAndAllOfThemElements) {
  std::set<std::int64_t> first, second;
  for (int sample = 0; sample < samples_per_output; ++sample) {
    for (const std::int64_t elements : {std::int64_t{1}, std::int64_t{15}, std::int64_t{1} << 40}) {
      const std::int64_t element = sampled_element(1, sample, elements);
      EXPECT_TRUE(0 <= element && element < elements);
    }
    first.insert(sampled_element(1, sample, 1 << 20));
    second.insert(sampled_element(2, sample, 1 << 20));
  }
  EXPECT_GT(first.size(), 250U);
  EXPECT_NE(first, second);
}

TEST_F(HostWorkspace, NothingWritten) {
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  EXPECT_TRUE(outcome.nothing_written);
  EXPECT_EQ(outcome.wrong, width * height);
  ASSERT_TRUE(outcome.first);
  EXPECT_TRUE(outcome.first->never_written);
}

TEST_F(HostWorkspace, FirstMismatchIsTheLowestIndexWithBothValues) {
  transpose(0);
  buffer(0, 1)[4] = 2;
  buffer(0, 1)[9] = 3;
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  EXPECT_EQ(outcome.wrong, 2);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->index, 4);
  EXPECT_EQ(outcome.first->actual, 2);
  EXPECT_EQ(outcome.first->expected, buffer(0, 0)[1 * width + 1]);  // x = 4 / 3 = 1, y = 4 % 3 = 1
  EXPECT_FALSE(outcome.first->never_written);
}

// Of lab 6: four characters to an element, or two elements to a double.
std::optional<Mismatch> first_wrong(std::string_view part, std::size_t element, std::uint32_t flipped) {
  const course::Operation& operation = tests::part(std::string(part)).operation;
  const course::Size size{{4, 8, 1}};
  const auto workspace = make_host_workspace({operation, size, 1}, runner::Lending::host_shared);
  workspace->refill(seed, 0, 1);
  const auto bytes = static_cast<std::size_t>(workspace->regions().front().region.bytes);
  char* const memory = static_cast<char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, workspace->regions().front().descriptor, 0));
  runner::RunRequest request;
  workspace->describe(0, 1, request);
  float* const out = reinterpret_cast<float*>(memory + request.buffers[0][1].offset);
  const course::Inputs inputs{slot_seed(seed, 0), operation.input_bits};
  for (std::int64_t i = 0; i < operation.elements(size, 1); ++i) {
    out[i] = static_cast<float>(operation.expected(inputs, size, 0, i).value);
  }
  EXPECT_EQ(workspace->check(seed, 0, 1).wrong, 0);
  out[element] = std::bit_cast<float>(bits_of(out[element]) ^ flipped);
  const auto first = workspace->check(seed, 0, 1).first;
  munmap(memory, bytes);
  return first;
}

TEST(Mismatches, OfCharactersAreCountedInThem) {
  const auto first = first_wrong("6.2", 7, 0x20 << 16);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->index, 4 * 7 + 2);
  EXPECT_EQ(static_cast<int>(first->expected) ^ static_cast<int>(first->actual), 0x20);
  EXPECT_LT(first->expected, 256);
}

TEST(Mismatches, OfDoublesAreWhole) {
  const auto first = first_wrong("6.3", 7, 1U << 31);  // the sign, in the high word
  ASSERT_TRUE(first);
  EXPECT_EQ(first->index, 3);
  EXPECT_EQ(first->actual, -first->expected);
  EXPECT_NE(first->actual, 0);
}

TEST_F(HostWorkspace, NotANumberIsWrong) {
  transpose(0);
  buffer(0, 1)[0] = std::nanf("");
  EXPECT_EQ(workspace_->check(seed, 0, 1).wrong, 1);
}

TEST_F(HostWorkspace, ChangedInput) {
  transpose(0);
  buffer(0, 0)[7] += 1;
  EXPECT_TRUE(workspace_->check(seed, 0, 1).input_changed);
}

TEST_F(HostWorkspace, WritesOutsideOnEitherSideOfEitherBuffer) {
  for (const auto& [index, offset] : {std::pair{0, -1}, std::pair{0, 15}, std::pair{1, -1}, std::pair{1, 15}}) {
    workspace_->refill(seed, 0, 2);
    transpose(0);
    EXPECT_FALSE(workspace_->check(seed, 0, 1).outside_written);
    buffer(0, index)[offset] = 1;
    EXPECT_TRUE(workspace_->check(seed, 0, 1).outside_written) << index << " " << offset;
  }
}

TEST_F(HostWorkspace, CopiesFromOutsideToOutside) {
  // A copy without a guard: it writes behind its output only what is behind its input.
  for (const int offset : {-1, 15}) {
    workspace_->refill(seed, 0, 2);
    transpose(0);
    std::memcpy(buffer(0, 1) + offset, buffer(0, 0) + offset, sizeof(float));
    EXPECT_TRUE(workspace_->check(seed, 0, 1).outside_written) << offset;
  }
}

TEST_F(HostWorkspace, AnOutputFromAnotherSeedIsWrong) {
  // What a submission would leave that remembers an earlier answer.
  transpose(0);
  const std::vector<float> old(buffer(0, 1), buffer(0, 1) + width * height);
  workspace_->refill(seed + 1, 0, 1);
  std::copy(old.begin(), old.end(), buffer(0, 1));
  EXPECT_EQ(workspace_->check(seed + 1, 0, 1).wrong, width * height);
}

/// Lab 8's pitched image: rows of 3 floats, 128 apart, whose padding may not be written.
class PitchedWorkspace : public testing::Test {
 protected:
  static constexpr int columns = 3, rows = 2, pitch = 128;
  PitchedWorkspace()
      : workspace_(make_host_workspace({tests::part("8.1").operation, {{columns, rows, 1}}, 1},
                                       runner::Lending::host_shared)) {
    bytes_ = static_cast<std::size_t>(workspace_->regions().front().region.bytes);
    memory_ = static_cast<char*>(
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, workspace_->regions().front().descriptor, 0));
    workspace_->refill(seed, 0, 1);
    runner::RunRequest request;
    workspace_->describe(0, 1, request);
    const auto* const in = reinterpret_cast<const float*>(memory_ + request.buffers[0][0].offset);
    out_ = reinterpret_cast<float*>(memory_ + request.buffers[0][1].offset);
    const auto at = [&](int x, int y) { return x < 0 || x >= columns || y < 0 || y >= rows ? 0 : in[y * pitch + x]; };
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        out_[y * pitch + x] = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      }
    }
  }
  ~PitchedWorkspace() override { munmap(memory_, bytes_); }

  std::unique_ptr<Workspace> workspace_;
  std::size_t bytes_ = 0;
  char* memory_ = nullptr;
  float* out_ = nullptr;
};

TEST_F(PitchedWorkspace, PaddingThatStaysAsItIsIsRight) { EXPECT_TRUE(workspace_->check(seed, 0, 1).is_right()); }

TEST_F(PitchedWorkspace, PaddingThatWasWrittenIsWrongAndNothingElseIsDueThere) {
  out_[columns] = 0;
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  EXPECT_EQ(outcome.wrong, 1);
  EXPECT_FALSE(outcome.outside_written);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->index, columns);
  EXPECT_EQ(outcome.first->actual, 0);
  EXPECT_TRUE(outcome.first->must_be_untouched);
  EXPECT_FALSE(outcome.first->never_written);
}

TEST_F(PitchedWorkspace, AnElementThatIsWrongBeforeThePaddingIsNoPadding) {
  out_[1] += 1;
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->index, 1);
  EXPECT_FALSE(outcome.first->must_be_untouched);
}

// Reading memory that a borrower has cut off would end the grader by SIGBUS.
TEST(MakeHostWorkspace, ItsMemoryCannotBeCutOffNorGrow) {
  const auto workspace =
      make_host_workspace({tests::part("3.1").operation, {{8, 8, 1}}, 1}, runner::Lending::host_shared);
  const int lent = workspace->regions().front().descriptor;
  EXPECT_NE(ftruncate(lent, 0), 0);
  EXPECT_NE(ftruncate(lent, std::int64_t{1} << 30), 0);
  workspace->refill(seed, 0, 1);
  EXPECT_FALSE(workspace->check(seed, 0, 1).is_right());
}

TEST(MakeHostWorkspace, MoreThanThereIsCannotBeGraded) {
  const Problem absurd{tests::lab("lab3").parts[0].operation, {{std::int64_t{1} << 30, std::int64_t{1} << 30}}, 1};
  EXPECT_THROW(make_host_workspace(absurd, runner::Lending::host_shared), CannotGrade);
}

// Lab 5's uploads: from memory of the host to memory of the device.
TEST(HostMemory, IsLentBesideTheDevicesAndCheckedAlike) {
  const course::Operation& operation = tests::part("5.1").operation;
  const auto workspace = make_host_workspace({operation, {{1000, 1, 1}}, 1}, runner::Lending::host_shared);
  workspace->refill(seed, 0, 1);
  const std::vector<LentRegion> regions = workspace->regions();
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].region.place, course::Place::device);
  EXPECT_EQ(regions[1].region.place, course::Place::host);
  runner::RunRequest request;
  workspace->describe(0, 1, request);
  const runner::BufferRange from = request.buffers[0][0];
  const runner::BufferRange to = request.buffers[0][1];
  ASSERT_EQ(from.place, course::Place::host);
  ASSERT_EQ(to.place, course::Place::device);

  const auto map = [](const LentRegion& lent) {
    return static_cast<char*>(mmap(nullptr, static_cast<std::size_t>(lent.region.bytes), PROT_READ | PROT_WRITE,
                                   MAP_SHARED, lent.descriptor, 0));
  };
  char* const device = map(regions[0]);
  char* const host = map(regions[1]);
  std::memcpy(device + to.offset, host + from.offset, static_cast<std::size_t>(to.elements) * 4);
  EXPECT_TRUE(workspace->check(seed, 0, 1).is_right());
  host[from.offset + from.elements * 4] ^= 1;
  EXPECT_TRUE(workspace->check(seed, 0, 1).outside_written);
  host[from.offset] ^= 1;
  EXPECT_TRUE(workspace->check(seed, 0, 1).input_changed);
  munmap(device, static_cast<std::size_t>(regions[0].region.bytes));
  munmap(host, static_cast<std::size_t>(regions[1].region.bytes));
}

// Lab 4's sum of a whole array.
TEST(Sums, AreJudgedByAllTheirTerms) {
  const course::Operation& operation = tests::part("4.5").operation;
  const auto workspace = make_host_workspace({operation, {{1003, 1, 1}}, 1}, runner::Lending::host_shared);
  workspace->refill(seed, 0, 1);
  const LentRegion lent = workspace->regions().front();
  const auto bytes = static_cast<std::size_t>(lent.region.bytes);
  char* const memory = static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, lent.descriptor, 0));
  runner::RunRequest request;
  workspace->describe(0, 1, request);
  const auto* const in = reinterpret_cast<const float*>(memory + request.buffers[0][0].offset);
  auto* const out = reinterpret_cast<float*>(memory + request.buffers[0][1].offset);
  double sum = 0;
  for (int i = 0; i < 1003; ++i) sum += in[i];
  EXPECT_FALSE(workspace->are_samples_right(0, 1, /*choice=*/1));
  *out = static_cast<float>(sum);
  EXPECT_TRUE(workspace->are_samples_right(0, 1, 1));
  EXPECT_TRUE(workspace->check(seed, 0, 1).is_right());
  EXPECT_EQ(workspace->read_output(0, 0, 5), std::vector<float>{*out});
  *out += 0.125F;  // a term's smallest part
  const CheckOutcome outcome = workspace->check(seed, 0, 1);
  ASSERT_TRUE(outcome.first);
  EXPECT_EQ(outcome.first->expected, sum);
  munmap(memory, bytes);
}

// Lab 0's copy, whose output starts with values of its own: a function that copies nothing has changed nothing.
class InPlace : public testing::Test {
 protected:
  InPlace() : workspace_(make_host_workspace({in_place_copy(), {{elements}}, 2}, runner::Lending::host_shared)) {
    const LentRegion lent = workspace_->regions().front();
    bytes_ = static_cast<std::size_t>(lent.region.bytes);
    memory_ = static_cast<char*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, lent.descriptor, 0));
    workspace_->refill(seed, 0, 2);
    workspace_->describe(0, 2, request_);
  }
  ~InPlace() override { munmap(memory_, bytes_); }

  static course::Operation in_place_copy() {
    course::Operation operation = tests::part("0.1").operation;
    operation.is_in_place = [](int /*output*/) { return true; };
    operation.scalar_count = 2;
    return operation;
  }
  float* buffer(int slot, int index) {
    return reinterpret_cast<float*>(memory_ + request_.buffers[slot][index].offset);
  }

  static constexpr std::int64_t elements = 100;
  std::unique_ptr<Workspace> workspace_;
  std::size_t bytes_ = 0;
  char* memory_ = nullptr;
  runner::RunRequest request_;
};

TEST_F(InPlace, AnOutputStartsWithInputValues) {
  const course::Inputs inputs{slot_seed(seed, 1), in_place_copy().input_bits};
  for (int i = 0; i < elements; ++i) EXPECT_EQ(buffer(1, 1)[i], inputs(1, i)) << i;
}

TEST_F(InPlace, IsUntouchedWhileItHoldsThoseValues) {
  EXPECT_TRUE(workspace_->is_untouched(0, 2));
  buffer(1, 1)[7] += 1;
  EXPECT_FALSE(workspace_->is_untouched(1, 1));
}

TEST_F(InPlace, UnchangedContentIsNothingWritten) {
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  EXPECT_TRUE(outcome.nothing_written);
  EXPECT_EQ(outcome.wrong, elements);
  EXPECT_FALSE(outcome.input_changed) << "an output that is updated is no input";
}

TEST_F(InPlace, AnUpdatedOutputIsJudged) {
  for (int i = 0; i < elements; ++i) buffer(0, 1)[i] = buffer(0, 0)[i];
  EXPECT_TRUE(workspace_->check(seed, 0, 1).is_right());
  buffer(0, 1)[7] += 1;
  const CheckOutcome outcome = workspace_->check(seed, 0, 1);
  EXPECT_EQ(outcome.wrong, 1);
  EXPECT_FALSE(outcome.nothing_written);
}

TEST_F(InPlace, ScalarsComeFromTheSeedOfEachSlot) {
  ASSERT_EQ(request_.scalar_count, 2);
  for (int slot = 0; slot < 2; ++slot) {
    const course::Inputs inputs{slot_seed(seed, slot), 24};
    for (int i = 0; i < 2; ++i) EXPECT_EQ(request_.scalars[slot][i], inputs.scalar(i));
  }
  EXPECT_NE(request_.scalars[0][0], request_.scalars[1][0]);
  workspace_->refill(seed + 1, 0, 2);
  runner::RunRequest refilled;
  workspace_->describe(0, 2, refilled);
  EXPECT_NE(refilled.scalars[0][0], request_.scalars[0][0]);
}

TEST(IsRight, AMeasurementIsAnyFiniteNumber) {
  const course::Expected measured{0, 0, course::Expected::Kind::measured};
  EXPECT_TRUE(is_right(-3, course::Element::f32, measured));
  EXPECT_FALSE(is_right(std::nanf(""), course::Element::f32, measured));
  EXPECT_FALSE(is_right(HUGE_VALF, course::Element::f32, measured));
  EXPECT_FALSE(is_right(std::bit_cast<float>(course::poison_bits), course::Element::f32, measured));
}

TEST(IsRight, WholeNumbersAreReadAsSuch) {
  EXPECT_TRUE(is_right(std::bit_cast<float>(7U), course::Element::u32, {7, 0}));
  EXPECT_FALSE(is_right(7.0F, course::Element::u32, {7, 0}));
}

TEST(IsRight, WhatMustStayHoldsThePoisonToTheBit) {
  const course::Expected untouched{0, 0, course::Expected::Kind::untouched};
  float poison = 0;
  std::memcpy(&poison, &course::poison_bits, sizeof poison);
  EXPECT_TRUE(is_right(poison, course::Element::f32, untouched));
  EXPECT_FALSE(is_right(0.0F, course::Element::f32, untouched));  // what would be right by value and bound
  EXPECT_FALSE(is_right(std::nanf(""), course::Element::f32, untouched));
}

TEST(IsRight, BoundIsInclusiveAndNaNNever) {
  EXPECT_TRUE(is_right(1.5F, course::Element::f32, {1.0, 0.5}));
  EXPECT_FALSE(is_right(1.5F, course::Element::f32, {1.0, 0.49}));
  EXPECT_FALSE(is_right(std::nanf(""), course::Element::f32, {1.0, 1e30}));
}

}  // namespace
}  // namespace backends
