#include "backends/possible.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace backends {
namespace {

runner::Record record_of(runner::RecordKind kind) {
  runner::Record record;
  record.kind = kind;
  return record;
}

TEST(Possible, WhatSaysNothingIs) {
  EXPECT_TRUE(is_possible(runner::Reply{}));
  for (const auto kind : {runner::RecordKind::traffic, runner::RecordKind::finding, runner::RecordKind::operation,
                          runner::RecordKind::history}) {
    EXPECT_TRUE(is_possible(record_of(kind)));
  }
}

TEST(Possible, NoRecordIsOfAnUnknownKind) { EXPECT_FALSE(is_possible(record_of(runner::RecordKind{4}))); }

TEST(Possible, CountsAreNeitherNegativeNorWithoutEnd) {
  for (const std::int64_t count : {std::int64_t{-1}, most_counted + 1, std::numeric_limits<std::int64_t>::max()}) {
    runner::Record record = record_of(runner::RecordKind::traffic);
    record.traffic.sectors = count;
    EXPECT_FALSE(is_possible(record)) << count;
    runner::Reply reply;
    reply.local_bytes = count;
    EXPECT_FALSE(is_possible(reply)) << count;
  }
}

// A sum of all records, in bytes of 32 banks, stays a number.
TEST(Possible, SumsOfCountsDoNotOverflow) {
  constexpr std::int64_t bytes_of_a_wavefront = 128;
  EXPECT_LE(most_counted, std::numeric_limits<std::int64_t>::max() / runner::max_records / bytes_of_a_wavefront);
}

TEST(Possible, NoMoreConflictsThanWavefronts) {
  runner::Record record = record_of(runner::RecordKind::traffic);
  record.traffic.conflicts = 1;
  EXPECT_FALSE(is_possible(record));
  record.traffic.wavefronts = 1;
  EXPECT_TRUE(is_possible(record));
}

TEST(Possible, NumbersInFloatingPointAreFinite) {
  for (const double number : {std::nan(""), HUGE_VAL, -1.0}) {
    runner::Record record = record_of(runner::RecordKind::operation);
    record.operation.work = number;
    EXPECT_FALSE(is_possible(record)) << number;
    runner::Reply reply;
    reply.busiest_arithmetic[1].lanes = number;
    EXPECT_FALSE(is_possible(reply)) << number;
  }
}

TEST(Possible, EnumeratorsExist) {
  runner::Record record = record_of(runner::RecordKind::finding);
  record.finding.detail = static_cast<simt::Detail>(static_cast<int>(simt::Detail::stores_undefined) + 1);
  EXPECT_FALSE(is_possible(record));
  record = record_of(runner::RecordKind::history);
  record.history.loaded[7].memory = static_cast<simt::Memory>(200);
  EXPECT_FALSE(is_possible(record));
  runner::Reply reply;
  reply.left = 16;
  EXPECT_FALSE(is_possible(reply));
}

TEST(Possible, ABoolIsZeroOrOne) {
  runner::Record record = record_of(runner::RecordKind::finding);
  const unsigned char two = 2;
  std::memcpy(&record.finding.other_stores, &two, 1);
  EXPECT_FALSE(is_possible(record));
}

TEST(Possible, NoMoreLoadsThanARecordHolds) {
  runner::Record record = record_of(runner::RecordKind::history);
  record.history.loads = 9;
  EXPECT_FALSE(is_possible(record));
}

}  // namespace
}  // namespace backends
