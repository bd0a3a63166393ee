#include "simt/memory/copies_in_flight.hpp"

#include <gtest/gtest.h>

namespace simt::memory {
namespace {

TEST(CopiesInFlight, ACopyIsFoundByEachOfItsBytesUntilItIsComplete) {
  CopiesInFlight copies;
  copies.begin({32, 16, 1, 2, 3});
  EXPECT_EQ(copies.find(28, 4), nullptr);
  EXPECT_EQ(copies.find(48, 4), nullptr);
  for (const std::uint64_t address : {32, 36, 47}) {
    ASSERT_NE(copies.find(address, 1), nullptr) << address;
    EXPECT_EQ(copies.find(address, 1)->thread, 2u);
  }
  EXPECT_NE(copies.find(24, 16), nullptr) << "an access that begins before the copy";
  copies.complete(32, 1, 2);
  EXPECT_TRUE(copies.is_empty());
}

TEST(CopiesInFlight, CopiesOfOneWordAreCompletedByTheirOwnThreads) {
  CopiesInFlight copies;
  copies.begin({32, 4, 0, 1});
  copies.begin({32, 4, 0, 2});
  copies.begin({32, 4, 1, 1});
  copies.complete(32, 0, 1);
  ASSERT_NE(copies.find(32, 4), nullptr);
  EXPECT_EQ(copies.find(32, 4)->thread, 2u);
  copies.complete(32, 0, 2);
  ASSERT_NE(copies.find(32, 4), nullptr);
  EXPECT_EQ(copies.find(32, 4)->block, 1u);
}

TEST(CopiesInFlight, WhatWasHandedOverIsCompleteWhenAPhaseOfItsBlockEnds) {
  CopiesInFlight copies;
  copies.begin({0, 4, 0, 0, 0, true});
  copies.begin({16, 4, 1, 0, 0, true});
  copies.begin({32, 4, 0, 0, 0, false});
  copies.complete_handed_over(0);
  EXPECT_EQ(copies.find(0, 4), nullptr);
  EXPECT_NE(copies.find(16, 4), nullptr) << "of another block";
  EXPECT_NE(copies.find(32, 4), nullptr) << "not handed over";
  copies.complete_handed_over(1);
  EXPECT_EQ(copies.find(16, 4), nullptr);
}

TEST(CopiesInFlight, CopiesEndWithTheirBlock) {
  CopiesInFlight copies;
  copies.begin({0, 4, 0, 0, 0, true});
  copies.begin({16, 4, 0, 0});
  copies.begin({32, 4, 1, 0});
  copies.forget(0);
  EXPECT_EQ(copies.find(0, 32), nullptr);
  EXPECT_NE(copies.find(32, 4), nullptr);
}

TEST(CopiesInFlight, ACopyOfZerosReadsNothing) {
  CopiesInFlight copies;
  copies.begin({0, 0, 0, 0});
  EXPECT_TRUE(copies.is_empty());
}

}  // namespace
}  // namespace simt::memory
