// Every lab is described completely, and what it asks for is what its handout says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "course/lab3_transpose/operations.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab3_transpose;

std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(Labs, AreFoundByNameAndPartsById) {
  for (const Lab& lab : tests::loaded_course().labs) {
    EXPECT_EQ(tests::loaded_course().find_lab(lab.name), &lab);
    for (const Part& part : lab.parts) EXPECT_EQ(find_part(lab, part.id), &part);
  }
  EXPECT_EQ(tests::loaded_course().find_lab("lab"), nullptr);
  EXPECT_EQ(find_part(tests::loaded_course().labs[0], "3"), nullptr);
}

TEST(Labs, NamesIdsAndEntriesAreUnique) {
  std::set<std::string_view> names;
  std::set<std::string_view> ids;
  std::set<std::string_view> entries;
  for (const Lab& lab : tests::loaded_course().labs) {
    EXPECT_TRUE(names.insert(lab.name).second) << lab.name;
    for (const Part& part : lab.parts) {
      EXPECT_TRUE(ids.insert(part.id).second) << part.id;
      EXPECT_TRUE(entries.insert(part.entry).second) << part.entry;
    }
  }
}

// Values that were computed once are read from memory (Inputs::known), where nothing lies beyond the last one.
TEST(Labs, WhatAnOutputMustBeAsksForNothingBeyondTheInputs) {
  for (const Lab& lab : tests::loaded_course().labs) {
    for (const Size& size : tests::loaded_course().rules.labs.at(lab.name).check_sizes) {
      for (const Part& part : lab.parts) {
        SCOPED_TRACE(part.id);
        const Operation& operation = part.operation;
        for (int output = 0; output < operation.output_count; ++output) {
          const std::int64_t elements = operation.elements(size, operation.input_count + output);
          if (elements > 2000) continue;
          InputReads reads;
          Inputs inputs{truth_seed, operation.input_bits};
          inputs.reads = &reads;
          for (std::int64_t i = 0; i < elements; ++i) {
            reads.elements.clear();
            operation.expected(inputs, size, output, i);
            for (const InputReads::Element& read : reads.elements) {
              ASSERT_TRUE(operation.starts_with_values(read.buffer)) << read.buffer;
              ASSERT_TRUE(read.index >= 0 && read.index < operation.elements(size, read.buffer)) << read.index;
            }
          }
        }
      }
    }
  }
}

TEST(Labs, EveryPartCanBeCalledHintedAndReadAbout) {
  for (const Lab& lab : tests::loaded_course().labs) {
    EXPECT_FALSE(lab.parts.empty()) << lab.name;
    EXPECT_TRUE(lab.rank() >= 1 && lab.rank() <= 3) << lab.name;
    for (const Part& part : lab.parts) {
      SCOPED_TRACE(part.id);
      for (const std::string_view text : {part.title, part.entry, part.read_on, part.slow_cause}) {
        EXPECT_FALSE(text.empty());
      }
      EXPECT_EQ(part.hints.size(), 3U) << "a question, a hint, the steps";
      EXPECT_NE(part.invoke, nullptr);
      EXPECT_GT(part.operation.bytes_moved({{3, 2, 1}}), 0);
      EXPECT_TRUE(part.read_on.starts_with("labs/" + std::string(lab.folder))) << part.read_on;
    }
  }
}

// What `./grade reset` takes.
TEST(Labs, EveryOriginalIsTheStub) {
  const std::filesystem::path root = COURSE_ROOT;
  for (const Lab& lab : tests::loaded_course().labs) {
    const std::filesystem::path folder = root / "labs" / lab.folder;
    EXPECT_EQ(contents(folder / "original" / lab.source), contents(folder / lab.source))
        << lab.name << ": copy the file to original/ when it is finished";
  }
}

TEST(Labs, EveryEntryIsDeclaredStubbedAndSolved) {
  const std::filesystem::path root = COURSE_ROOT;
  for (const Lab& lab : tests::loaded_course().labs) {
    const std::string stub = contents(root / "labs" / lab.folder / lab.source);
    const std::string solution = contents(root / "solutions" / lab.folder / lab.source);
    for (const Part& part : lab.parts) {
      const std::string definition = " " + std::string(part.entry) + "(";
      EXPECT_THAT(stub, testing::HasSubstr(definition));
      EXPECT_THAT(solution, testing::HasSubstr(definition));
    }
  }
}

// in = 3 wide, 2 high:  a b c      out = a d
//                       d e f            b e
//                                        c f
// A finding has to say which of several buffers it is about.
TEST(Labs, OfSeveralBuffersEachHasTheNameOfItsParameter) {
  const std::filesystem::path labs = std::filesystem::path(COURSE_ROOT) / "labs";
  for (const Lab& lab : tests::loaded_course().labs) {
    const std::string interface = contents(labs / lab.folder / (std::string(lab.source) + "h"));
    for (const Part& part : lab.parts) {
      const Operation& operation = part.operation;
      for (const std::string_view name : operation.names) {
        EXPECT_THAT(interface, testing::HasSubstr("* " + std::string(name))) << part.id;
      }
      std::set<std::string> names;
      for (int i = 0; i < operation.buffers(); ++i) names.insert(operation.name_of(i));
      if (operation.piece != nullptr) continue;  // its answer has parts of other names
      EXPECT_EQ(names.size(), static_cast<std::size_t>(operation.buffers())) << part.id;
      if (!operation.names.empty()) {
        EXPECT_EQ(operation.names.size(), static_cast<std::size_t>(operation.buffers())) << part.id;
      }
    }
  }
  EXPECT_EQ(tests::part("1.1").operation.name_of(1), "the input x");
  EXPECT_EQ(tests::part("0.4").operation.name_of(3), "the output z");
  EXPECT_EQ(tests::part("3.1").operation.name_of(1), "the output") << "there is but one";
}

TEST(Transpose, OfAMatrixThatIsNotSquare) {
  const Size size{{3, 2, 1}};
  const Inputs in{42};
  const int source_of[] = {0, 3, 1, 4, 2, 5};
  ASSERT_EQ(Transpose::elements(size, 0), 6);
  ASSERT_EQ(Transpose::elements(size, 1), 6);
  for (int i = 0; i < 6; ++i) {
    const Expected expected = Transpose::expected(in, size, 0, i);
    EXPECT_EQ(expected.value, in(0, source_of[i])) << i;
    EXPECT_EQ(expected.bound, 0.0);
  }
}

TEST(Transpose, MovesEveryElementInAndOut) {
  EXPECT_EQ(Transpose::bytes_moved({{16384, 16384, 1}}), 2'147'483'648);  // beyond 32 bits
  EXPECT_EQ(Transpose::bytes_moved({{3, 2, 1}}), 48);
}

TEST(Transpose, IsCalledWithWidthThenHeight) {
  static int seen[2];
  void (*const entry)(float*, const float*, int, int) = [](float* out, const float* in, int width, int height) {
    *out = *in;
    seen[0] = width;
    seen[1] = height;
  };
  const float in = 5;
  float out = 0;
  float* const outputs[] = {&out};
  const float* const inputs[] = {&in};
  tests::lab("lab3").parts[0].invoke(reinterpret_cast<void*>(entry), {{{7, 9, 1}}, outputs, inputs});
  EXPECT_EQ(out, 5);
  EXPECT_EQ(seen[0], 7);
  EXPECT_EQ(seen[1], 9);
}

TEST(InputValue, IsUniformFromMinusOneToOne) {
  double sum = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    const float value = input_value(1, 0, i, 24);
    ASSERT_GE(value, -1.0F);
    ASSERT_LT(value, 1.0F);
    sum += value;
  }
  // Five standard deviations of the mean of `count` uniform values.
  EXPECT_LT(std::abs(sum / count), 5 * std::sqrt(1.0 / 3 / count));
}

TEST(InputValue, DependsOnSeedBufferAndIndex) {
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    same += input_value(1, 0, i, 24) == input_value(2, 0, i, 24) ? 1 : 0;
    same += input_value(1, 0, i, 24) == input_value(1, 1, i, 24) ? 1 : 0;
    same += input_value(1, 0, i, 24) == input_value(1, 0, i + 1, 24) ? 1 : 0;
    same += input_value(1, 0, i, 24) == input_value(2, 0, i + 1, 24) ? 1 : 0;
  }
  EXPECT_LE(same, 2);
  EXPECT_EQ(input_value(7, 1, 1LL << 40, 24), input_value(7, 1, 1LL << 40, 24));
}

TEST(InputValue, PackedCharactersHaveSevenBitsEachAndAreNumbers) {
  std::uint32_t seen = 0;
  for (std::int64_t i = 0; i < 10000; ++i) {
    const float element = input_value(1, 0, i, packed_characters);
    const auto bits = std::bit_cast<std::uint32_t>(element);
    seen |= bits;
    ASSERT_EQ(bits & 0x80808080U, 0U);
    ASSERT_TRUE(std::isfinite(element));
  }
  EXPECT_EQ(seen, 0x7f7f7f7fU);
}

TEST(InputValue, PackedBytesHaveAllBitsAndAreNumbers) {
  std::uint32_t seen = 0;
  for (std::int64_t i = 0; i < 10000; ++i) {
    const float element = input_value(1, 0, i, packed_bytes);
    seen |= std::bit_cast<std::uint32_t>(element);
    ASSERT_TRUE(std::isfinite(element));
  }
  EXPECT_EQ(seen, 0xffffffffU);
}

TEST(Poison, IsANaNThatArithmeticDoesNotMake) {
  const float poison = std::bit_cast<float>(poison_bits);
  EXPECT_TRUE(std::isnan(poison));
  EXPECT_NE(std::bit_cast<std::uint32_t>(std::nanf("")), poison_bits);
}

}  // namespace
}  // namespace course
