// Lab 5's operations: what becomes of the numbers, where they are, and how the functions are called.
#include "course/lab5_streams/operations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab5_streams;

constexpr Inputs inputs{42, 24};

TEST(Processed, ARoundIsTheSquareLessOnePointNine) {
  EXPECT_EQ(processed(0.5F, 0), 0.5F);
  EXPECT_EQ(processed(0.5F, 1), static_cast<float>(0.25 - static_cast<double>(1.9F)));
  EXPECT_EQ(processed(0.5F, 2), processed(processed(0.5F, 1), 1));
  EXPECT_EQ(processed(0.0F, 1), -1.9F);
}

// Rounded once: to square first, and round, gives something else.
TEST(Processed, ARoundIsOneMultiplyAdd) {
  int different = 0;
  for (int i = 0; i < 1000; ++i) {
    const float x = inputs(0, i);
    const volatile float square = x * x;
    EXPECT_EQ(processed(x, 1), std::fma(x, x, -1.9F));
    if (processed(x, 1) != square - 1.9F) ++different;
  }
  EXPECT_GT(different, 100);
}

TEST(Processed, StaysInRangeAndRoundsAreNoShortCut) {
  std::set<float> values;
  for (int i = 0; i < 1000; ++i) {
    float x = inputs(0, i);
    for (int round = 0; round < 100; ++round) {
      x = processed(x, 1);
      ASSERT_LE(std::abs(x), 1.9F);
    }
    values.insert(x);
    // A round more or less is seen.
    EXPECT_NE(processed(inputs(0, i), 100), processed(inputs(0, i), 99));
  }
  EXPECT_GT(values.size(), 900U);
}

TEST(Processed, IsWhatTheInterfaceSays) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "labs/lab5_streams/streams.cuh");
  EXPECT_NE(text.find("for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9f);"), std::string::npos);
}

TEST(Streams, WhatIsDue) {
  const Size size{{10, 3, 1}};
  EXPECT_EQ(Upload::expected(inputs, size, 0, 7).value, inputs(0, 7));
  for (const Expected& due : {Overlap::expected(inputs, size, 0, 7), Pipeline::expected(inputs, size, 0, 7),
                              TimedStages::expected(inputs, size, 1, 7), ZeroCopy::expected(inputs, size, 0, 7),
                              WholeProgram::expected(inputs, size, 0, 7)}) {
    EXPECT_EQ(due.value, processed(inputs(0, 7), 3));
    EXPECT_EQ(due.bound, 0);
    EXPECT_EQ(due.kind, Expected::Kind::value);
  }
  EXPECT_EQ(TimedStages::expected(inputs, size, 0, 2).kind, Expected::Kind::measured);
}

TEST(Streams, WhereBuffersLieAndHowLongTheyAre) {
  const auto places = [](auto place, int buffers) {
    std::string letters;
    for (int buffer = 0; buffer < buffers; ++buffer) letters += place(buffer) == Place::host ? 'h' : 'd';
    return letters;
  };
  EXPECT_EQ(places(Upload::place, 2), "hd");
  EXPECT_EQ(places(Overlap::place, 2), "hd");
  EXPECT_EQ(places(TimedStages::place, 4), "hhhd");
  EXPECT_EQ(places(Pipeline::place, 3), "hhd");
  EXPECT_EQ(places(ZeroCopy::place, 2), "hh");
  EXPECT_EQ(places(WholeProgram::place, 2), "hh");
  const Size size{{10, 3, 1}};
  const std::int64_t elements[] = {10, 3, 10, 10};
  for (int buffer = 0; buffer < 4; ++buffer) EXPECT_EQ(TimedStages::elements(size, buffer), elements[buffer]);
  EXPECT_EQ(Pipeline::elements(size, 2), 10);
}

TEST(Streams, BytesAreThoseThatCrossTheLink) {
  const Size size{{std::int64_t{1} << 30, 3, 1}};
  EXPECT_EQ(Upload::bytes_moved(size), std::int64_t{4} << 30);
  EXPECT_EQ(Overlap::bytes_moved(size), std::int64_t{4} << 30);
  EXPECT_EQ(TimedStages::bytes_moved(size), std::int64_t{8} << 30);
  EXPECT_EQ(Pipeline::bytes_moved(size), std::int64_t{8} << 30);
  EXPECT_EQ(ZeroCopy::bytes_moved(size), std::int64_t{8} << 30);
  EXPECT_EQ(WholeProgram::bytes_moved(size), std::int64_t{8} << 30);
}

/// What the fakes below were called with.
struct Call {
  const void* pointers[4] = {};
  int n = 0, rounds = 0;
};
Call seen;

void fake_upload(float* device, const float* in, int n) { seen = {{device, in}, n, -1}; }
void fake_overlap(float* out, const float* in, int n, int rounds) { seen = {{out, in}, n, rounds}; }
void fake_stages(float* times, float* out, const float* in, float* device, int n, int rounds) {
  seen = {{times, out, in, device}, n, rounds};
}
void fake_pipeline(float* out, const float* in, float* device, int n, int rounds) {
  seen = {{out, in, device}, n, rounds};
}

Call called(const char* part, void* entry) {
  static float in, out[2], scratch;
  static const float* const ins[] = {&in};
  static float* const outs[] = {&out[0], &out[1]};
  static float* const scratches[] = {&scratch};
  seen = {};
  tests::part(part).invoke(entry, {{{7, 9, 1}}, outs, ins, scratches});
  // Named by what they are, so that a test reads them.
  for (const void*& pointer : seen.pointers) {
    static const char letters[] = "iots";
    if (pointer == &in) pointer = &letters[0];
    if (pointer == &out[0]) pointer = &letters[1];
    if (pointer == &out[1]) pointer = &letters[2];
    if (pointer == &scratch) pointer = &letters[3];
  }
  return seen;
}

std::string pointers(const Call& call) {
  std::string text;
  for (const void* pointer : call.pointers) {
    if (pointer != nullptr) text += *static_cast<const char*>(pointer);
  }
  return text;
}

// i: the input, o: the first output, t: the second, s: scratch.
TEST(Streams, FunctionsAreCalledWithTheirOwnSignatures) {
  const auto check = [](const char* part, void* entry, const char* expected, int rounds) {
    const Call call = called(part, entry);
    EXPECT_EQ(pointers(call), expected) << part;
    EXPECT_EQ(call.n, 7) << part;
    EXPECT_EQ(call.rounds, rounds) << part;
  };
  check("5.1", reinterpret_cast<void*>(&fake_upload), "oi", -1);
  check("5.2", reinterpret_cast<void*>(&fake_overlap), "oi", 9);
  check("5.3", reinterpret_cast<void*>(&fake_stages), "otis", 9);
  check("5.4", reinterpret_cast<void*>(&fake_pipeline), "ois", 9);
  check("5.5", reinterpret_cast<void*>(&fake_overlap), "oi", 9);
}

// The launch must fail at some check sizes, also at a small one, and never where time is measured.
TEST(Streams, SomeCheckSizesAskForBlocksThatCannotBe) {
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab5");
  std::vector<std::int64_t> refused;
  const auto look_at = [&](const Size& size) {
    const int threads = WholeProgram::threads(size);
    EXPECT_EQ(threads > 1024, WholeProgram::must_refuse(size)) << size.extent[0];
    EXPECT_TRUE(threads > 1024 || (threads >= 32 && threads <= 512)) << size.extent[0];
    EXPECT_EQ(threads % 32, 0);
    return threads > 1024;
  };
  for (const Size& size : rules.check_sizes) {
    if (look_at(size)) refused.push_back(size.extent[0]);
  }
  EXPECT_EQ(refused, (std::vector<std::int64_t>{1000, 300000}));
  for (const Size& size : rules.gpu_check_sizes) EXPECT_FALSE(look_at(size));
  const Part& part = tests::part("5.6");
  EXPECT_FALSE(look_at(rules.emulator_size_of(part)));
  EXPECT_FALSE(look_at(rules.gpu_size_of(part)));
}

TEST(Streams, AWholeProgramIsToldItsThreadsAndReturnsAnError) {
  static int n = 0, threads = 0;
  int (*const program)(float*, const float*, int, int, int) = [](float* out, const float* in, int elements, int rounds,
                                                                 int of_a_block) {
    *out = *in + static_cast<float>(rounds);
    n = elements;
    threads = of_a_block;
    return of_a_block > 1024 ? 9 : 0;
  };
  float out = 0;
  const float in = 2;
  float* const outputs[] = {&out};
  const float* const ins[] = {&in};
  for (const std::int64_t size : {7, 10}) {
    int refused = -1;
    tests::part("5.6").invoke(reinterpret_cast<void*>(program), {{{size, 3, 1}}, outputs, ins, {}, &refused});
    EXPECT_EQ(out, 5);
    EXPECT_EQ(n, size);
    EXPECT_EQ(threads, WholeProgram::threads({{size, 3, 1}}));
    EXPECT_EQ(refused, size == 10 ? 9 : 0);
  }
  EXPECT_EQ(tests::part("5.6").operation.refusal, 9);
}

TEST(Streams, OnlyPart56OwnsItsMemory) {
  for (const Lab& lab : tests::loaded_course().labs) {
    for (const Part& part : lab.parts) EXPECT_EQ(part.owns_memory, part.id == "5.6") << part.id;
  }
}

TEST(Streams, OnlyPart53MeasuresItself) {
  for (const Part& part : tests::lab("lab5").parts) {
    EXPECT_EQ(part.operation.stage_times, part.id == "5.3" ? 0 : -1) << part.id;
    EXPECT_EQ(part.clock, Clock::host) << part.id;
  }
}

TEST(Streams, TheReferenceHasTheBounds) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "solutions/lab5_streams/streams.cu");
  int bounds = 0;
  for (const Part& part : tests::lab("lab5").parts) {
    for (const std::string_view name : part.bounds) {
      ++bounds;
      EXPECT_NE(text.find("void " + std::string(name) + "("), std::string::npos) << name;
    }
  }
  EXPECT_EQ(bounds, 4);
}

TEST(Streams, EveryPartHasItsSectionInTheHandout) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "labs/lab5_streams/README.md");
  for (const Part& part : tests::lab("lab5").parts) {
    const std::string heading = "\n## Part " + std::string(part.id) + ": " + std::string(part.title) + "\n";
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace course
