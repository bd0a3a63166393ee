// What nvcc 13.0 makes of neighbouring accesses, as its SASS for sm_90 shows it.
#include "simt/instrument/vector_pieces.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace simt::instrument {
namespace {

constexpr KnownAddress unknown{};
constexpr KnownAddress aligned{0, 16};

/// Elements of `bytes` bytes at these offsets, in a structure that is aligned to `alignment`.
std::vector<Neighbour> elements(std::uint64_t bytes, std::uint64_t alignment,
                                const std::vector<std::int64_t>& offsets) {
  std::vector<Neighbour> result;
  const KnownAddress base{0, alignment};
  for (const std::int64_t offset : offsets) {
    result.push_back({offset, bytes, std::max(bytes, base.alignment_at(offset)), result.size()});
  }
  return result;
}

std::vector<Neighbour> operator+(std::vector<Neighbour> some, const std::vector<Neighbour>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

/// "8@0 4@8": bytes and offsets.
std::string loads(const std::vector<Neighbour>& neighbours, const KnownAddress& placed = unknown,
                  bool are_loads = true) {
  std::string text;
  for (const Piece& piece : pieces_of(neighbours, placed, are_loads)) {
    text += (text.empty() ? "" : " ") + std::to_string(piece.bytes) + "@" + std::to_string(piece.offset);
  }
  return text;
}
std::string stores(const std::vector<Neighbour>& neighbours, const KnownAddress& placed = unknown) {
  return loads(neighbours, placed, false);
}

TEST(VectorPieces, MembersOfAnAlignedStructureAreOneVector) {
  EXPECT_EQ(loads(elements(4, 16, {0, 4, 8, 12})), "16@0");
  EXPECT_EQ(loads(elements(4, 16, {12, 8, 4, 0})), "16@0");
  EXPECT_EQ(loads(elements(4, 8, {0, 4})), "8@0");
  EXPECT_EQ(loads(elements(8, 16, {0, 8})), "16@0");
  EXPECT_EQ(loads(elements(1, 4, {0, 1, 2, 3})), "4@0");
  EXPECT_EQ(loads(elements(2, 8, {0, 2, 4, 6})), "8@0");
  EXPECT_EQ(stores(elements(4, 16, {0, 4, 8, 12})), "16@0");
  EXPECT_EQ(loads(elements(4, 16, {0, 4, 8, 12, 16, 20, 24, 28})), "16@0 16@16");
}

TEST(VectorPieces, AVectorIsNoWiderThanItsAlignment) {
  EXPECT_EQ(loads(elements(4, 4, {0, 4, 8, 12})), "4@0 4@4 4@8 4@12");
  EXPECT_EQ(loads(elements(4, 8, {0, 4, 8, 12})), "8@0 8@8");
  EXPECT_EQ(loads(elements(4, 16, {4, 8})), "4@4 4@8");
  EXPECT_EQ(loads(elements(4, 16, {4, 8, 12})), "4@4 8@8");
}

TEST(VectorPieces, ThreeOfFourElementsAreReadWithTheFourth) {
  EXPECT_EQ(loads(elements(4, 16, {0, 4, 8})), "16@0");
  EXPECT_EQ(loads(elements(4, 16, {0, 4, 12})), "16@0");
  EXPECT_EQ(loads(elements(1, 4, {0, 1, 2})), "4@0");
  EXPECT_EQ(loads(elements(4, 16, {0, 12})), "4@0 4@12");
  EXPECT_EQ(loads(elements(4, 16, {0, 8})), "4@0 4@8");
  EXPECT_EQ(stores(elements(4, 16, {0, 4, 8})), "8@0 4@8");
  EXPECT_FALSE(pieces_of(elements(4, 16, {0, 4, 8}), unknown, true).front().is_whole());
  EXPECT_TRUE(pieces_of(elements(4, 16, {0, 4}), unknown, true).front().is_whole());
}

// struct alignas(16) { float a; int b; short c, d; int e; } and struct alignas(16) { char a, b, c, d; float e, f, g; }
TEST(VectorPieces, PairsOfWordsAreJoinedWhereAnotherVectorShowsTheAlignment) {
  EXPECT_EQ(loads(elements(4, 16, {0, 4, 12}) + elements(2, 8, {8, 10})), "8@0 8@8");
  EXPECT_EQ(loads(elements(1, 16, {0, 1, 2, 3}) + elements(4, 4, {4, 12}) + elements(4, 8, {8})), "8@0 8@8");
}

TEST(VectorPieces, WordsOfSharedMemoryAreJoinedByWhereTheyArePlaced) {
  EXPECT_EQ(loads(elements(4, 4, {0, 4, 8, 12}), aligned), "16@0");
  EXPECT_EQ(stores(elements(4, 4, {0, 4}), aligned), "8@0");
  EXPECT_EQ(loads(elements(4, 4, {0, 4}), {4, 16}), "4@0 4@4");
  EXPECT_EQ(loads(elements(8, 8, {0, 8}), aligned), "16@0");
  EXPECT_EQ(loads(elements(4, 4, {4, 8, 12, 16}), aligned), "16@0 4@16");
  EXPECT_EQ(loads(elements(4, 4, {4, 8}), aligned), "4@4 4@8");
  EXPECT_EQ(stores(elements(4, 4, {4, 8, 12}), aligned), "4@4 8@8");
}

TEST(VectorPieces, BytesOfSharedMemoryStayApart) {
  EXPECT_EQ(loads(elements(1, 1, {0, 1, 2, 3}), aligned), "1@0 1@1 1@2 1@3");
  EXPECT_EQ(loads(elements(2, 2, {0, 2}), aligned), "2@0 2@2");
  EXPECT_EQ(loads(elements(8, 16, {0}) + elements(4, 8, {8, 12}), aligned), "8@0 8@8");
}

TEST(VectorPieces, HalfWordsStoredOneBehindTheOtherAreWords) {
  EXPECT_EQ(stores(elements(2, 2, {0, 2, 4, 6, 8, 10}), aligned), "8@0 4@8");
  EXPECT_EQ(stores(elements(2, 2, {2, 4, 6}), aligned), "2@2 4@4") << "only where the word is aligned";
  EXPECT_EQ(stores(elements(2, 2, {0, 2})), "2@0 2@2") << "and known to be";
  EXPECT_EQ(loads(elements(2, 2, {0, 2}), aligned), "2@0 2@2");
  EXPECT_EQ(stores(elements(1, 1, {0, 1, 2, 3}), aligned), "1@0 1@1 1@2 1@3");
  std::vector<Neighbour> apart = elements(2, 2, {0, 2, 4, 6});
  apart[0].run = 1;
  apart[1].run = apart[2].run = apart[3].run = 2;
  EXPECT_EQ(stores(apart, aligned), "2@0 2@2 4@4") << "what is read between two keeps them apart";
}

}  // namespace
}  // namespace simt::instrument
