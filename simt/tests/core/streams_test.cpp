// The model of virtual time alone: operations in, intervals out.
#include "simt/core/streams/streams.hpp"

#include <gtest/gtest.h>

namespace simt::core {
namespace {

constexpr double us = 1e-6;

/// Round numbers: a megabyte takes 100 µs pinned, 400 µs pageable, and a kernel 10 µs to move it; issuing takes 1 µs,
/// and a million multiply-adds 1 µs.
memory::Device device() {
  memory::Device device;
  device.multiprocessors = 100;
  device.copy_bytes_per_second = 1e11;
  device.pinned_bytes_per_second = 1e10;
  device.pageable_bytes_per_second = 2.5e9;
  device.launch_seconds = 1 * us;
  device.multiprocessors = 100;
  device.multiply_adds_per_cycle = 100;
  device.clock_hz = 1e8;
  return device;
}

constexpr std::int64_t mb = 1'000'000;

class StreamsTest : public testing::Test {
 protected:
  Streams::Issued ask(OperationKind kind, StreamNumber stream, std::int64_t bytes, double share = 1) {
    Operation operation;
    operation.kind = kind;
    operation.stream = stream;
    (kind == OperationKind::kernel ? operation.work.device_bytes : operation.bytes) = bytes;
    operation.share = share;
    operation.pc = ++pc;
    return streams.issue(operation);
  }
  Streams::Issued to_device(StreamNumber stream, std::int64_t bytes = mb) {
    return ask(OperationKind::copy_to_device, stream, bytes);
  }
  Streams::Issued to_host(StreamNumber stream, std::int64_t bytes = mb) {
    return ask(OperationKind::copy_to_host, stream, bytes);
  }
  Streams::Issued kernel(StreamNumber stream, std::int64_t bytes = mb, double share = 1) {
    return ask(OperationKind::kernel, stream, bytes, share);
  }
  Streams::Issued kernel(StreamNumber stream, const Work& work, double share) {
    Operation operation;
    operation.stream = stream;
    operation.work = work;
    operation.share = share;
    operation.pc = ++pc;
    return streams.issue(operation);
  }
  Streams::Issued held(OperationKind kind, bool is_pageable, bool is_async) {
    Operation operation;
    operation.kind = kind;
    operation.bytes = mb;
    operation.is_pageable = is_pageable;
    operation.holds_host = !is_async;
    operation.pc = ++pc;
    return streams.issue(operation);
  }

  const OperationRecord& last() const { return streams.operations().back(); }
  void expect_last(double start_us, double end_us, Wait wait, std::uint64_t wait_pc = 0) const {
    EXPECT_NEAR(last().start, start_us * us, 1e-9);
    EXPECT_NEAR(last().end, end_us * us, 1e-9);
    EXPECT_EQ(last().wait, wait);
    EXPECT_EQ(last().wait_pc, wait_pc);
  }

  Streams streams{device()};
  std::uint64_t pc = 0;  // of the operation asked for last
};

TEST_F(StreamsTest, OneStreamGoesInOrder) {
  const StreamNumber a = streams.create(true);
  to_device(a);
  expect_last(1, 101, Wait::nothing);
  kernel(a);
  expect_last(101, 111, Wait::own_stream, 1);
  to_host(a);
  expect_last(111, 211, Wait::own_stream, 2);
}

TEST_F(StreamsTest, ACopyOverlapsAKernelOfAnotherStream) {
  const StreamNumber a = streams.create(true), b = streams.create(true);
  kernel(a, 100 * mb);
  expect_last(1, 1001, Wait::nothing);
  to_device(b);
  expect_last(2, 102, Wait::nothing);
  to_host(a);
  expect_last(1001, 1101, Wait::own_stream, 1);
}

TEST_F(StreamsTest, CopiesOfOneDirectionShareAnEngine) {
  const StreamNumber a = streams.create(true), b = streams.create(true);
  to_device(a);
  to_device(b);
  expect_last(101, 201, Wait::hardware, 1);
  to_host(b);
  expect_last(201, 301, Wait::own_stream, 2);
}

TEST_F(StreamsTest, BothWaysAtATimeTakesTwoEngines) {
  for (const int engines : {1, 2}) {
    memory::Device changed = device();
    changed.copy_engines = engines;
    streams = Streams(changed);
    pc = 0;
    const StreamNumber a = streams.create(true), b = streams.create(true);
    to_device(a);
    to_host(b);
    if (engines == 2) expect_last(2, 102, Wait::nothing);
    if (engines == 1) expect_last(101, 201, Wait::hardware, 1);
  }
}

// With one engine, a copy back that waits for its kernel keeps the next chunk's copy from beginning.
TEST_F(StreamsTest, OneEngineTakesCopiesAsTheyWereAskedFor) {
  memory::Device changed = device();
  changed.copy_engines = 1;
  streams = Streams(changed);
  const StreamNumber a = streams.create(true), b = streams.create(true);
  to_device(a);
  kernel(a, 10 * mb);
  to_host(a);
  expect_last(201, 301, Wait::own_stream, 2);
  to_device(b);
  expect_last(301, 401, Wait::hardware, 3);
}

TEST_F(StreamsTest, AGapOnAnEngineIsFilled) {
  const StreamNumber a = streams.create(true), b = streams.create(true);
  kernel(a, 100 * mb);
  to_host(a);
  expect_last(1001, 1101, Wait::own_stream, 1);
  to_host(b);
  expect_last(3, 103, Wait::nothing);
  to_host(b, 9 * mb);  // longer than what is left of the gap
  expect_last(1101, 2001, Wait::hardware, 2);
}

TEST_F(StreamsTest, KernelsShareTheDeviceWhenTheyFit) {
  const StreamNumber a = streams.create(true), b = streams.create(true), c = streams.create(true);
  kernel(a, mb, 0.5);
  expect_last(1, 21, Wait::nothing);  // half the device, half the bandwidth
  kernel(b, mb, 0.5);
  expect_last(2, 22, Wait::nothing);
  kernel(c, mb, 0.5);
  expect_last(21, 41, Wait::hardware, 1);
}

// A kernel computes and moves data at the same time. Its accesses to host memory cross the link, however few
// multiprocessors make them.
TEST_F(StreamsTest, AKernelTakesAsLongAsTheSlowestOfWhatItDoes) {
  const auto seconds = [&](const Work& work, double share) {
    streams = Streams(device());
    kernel(streams.create(true), work, share);
    return last().end - last().start;
  };
  EXPECT_NEAR(seconds({.device_bytes = mb, .multiply_adds = 9e6}, 1), 10 * us, 1e-12);
  EXPECT_NEAR(seconds({.device_bytes = mb, .multiply_adds = 50e6}, 1), 50 * us, 1e-12);
  EXPECT_NEAR(seconds({.device_bytes = mb, .multiply_adds = 50e6}, 0.5), 100 * us, 1e-12);
  EXPECT_NEAR(seconds({.from_host = mb, .to_host = mb / 2, .multiply_adds = 50e6}, 1), 100 * us, 1e-12);
  EXPECT_NEAR(seconds({.from_host = mb / 2, .to_host = mb}, 0.01), 100 * us, 1e-12);
}

TEST_F(StreamsTest, AKernelsWorkIsWhatAllMultiprocessorsWouldNeed) {
  const StreamNumber a = streams.create(true);
  kernel(a, {.device_bytes = mb, .multiply_adds = 50e6}, 0.5);
  EXPECT_NEAR(last().work, 50 * us, 1e-12);
  EXPECT_EQ(last().bytes, mb);
  kernel(a, {.device_bytes = mb, .from_host = mb, .to_host = mb}, 1);
  EXPECT_NEAR(last().work, 10 * us, 1e-12);
  EXPECT_EQ(last().bytes, 3 * mb);
  to_device(a);
  EXPECT_EQ(last().work, 0);
}

TEST_F(StreamsTest, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  const StreamNumber a = streams.create(true), b = streams.create(true);
  to_device(a);
  kernel(default_stream);
  expect_last(101, 111, Wait::default_stream, 1);
  to_host(b);
  expect_last(111, 211, Wait::default_stream, 2);
}

TEST_F(StreamsTest, ANonBlockingStreamAndTheDefaultStreamIgnoreEachOther) {
  const StreamNumber a = streams.create(false);
  to_device(a);
  const auto in_default = kernel(default_stream, 100 * mb);
  expect_last(2, 1002, Wait::nothing);
  EXPECT_FALSE((Ticket{a, 1}.is_over_at(in_default.before)));
  to_host(a);
  expect_last(101, 201, Wait::own_stream, 1);
}

TEST_F(StreamsTest, PageableMemoryHoldsTheHost) {
  held(OperationKind::copy_to_device, /*is_pageable=*/true, /*is_async=*/true);
  expect_last(1, 401, Wait::nothing);
  const StreamNumber b = streams.create(false);
  to_host(b);
  expect_last(402, 502, Wait::pageable_copy, 1);
  to_device(b);
  expect_last(502, 602, Wait::own_stream, 2);
}

TEST_F(StreamsTest, WhatTheHostWasHeldByIsNamed) {
  for (const bool is_pageable : {true, false}) {
    streams = Streams(device());
    pc = 0;
    const StreamNumber b = streams.create(false);
    kernel(b);
    held(OperationKind::copy_to_device, is_pageable, /*is_async=*/false);
    kernel(b);
    EXPECT_EQ(last().wait, is_pageable ? Wait::pageable_copy : Wait::blocking_copy);
    EXPECT_EQ(last().wait_pc, 2u);
    EXPECT_NEAR(last().idle, (is_pageable ? 403 - 11 : 103 - 11) * us, 1e-9);
  }
}

TEST_F(StreamsTest, WaitingForAStreamHoldsTheHost) {
  const StreamNumber a = streams.create(true), b = streams.create(true);
  kernel(a);
  to_device(a);
  streams.synchronize(a, 77);
  EXPECT_NEAR(streams.host().time, 111 * us, 1e-9);
  kernel(b);
  expect_last(112, 122, Wait::synchronized, 77);
}

TEST_F(StreamsTest, AnEventOrdersTwoStreams) {
  const StreamNumber a = streams.create(false), b = streams.create(false);
  const Ticket copied = to_device(a).ticket;
  EXPECT_FALSE(copied.is_over_at(kernel(b).before));
  const Moment event = streams.record(a);
  streams.wait(b, event, 55);
  const auto after = kernel(b);
  expect_last(101, 111, Wait::event, 55);
  EXPECT_TRUE(copied.is_over_at(after.before));
  EXPECT_FALSE(copied.is_over_at(streams.host()));
}

// An event does not wait for operations that are issued after it was recorded.
TEST_F(StreamsTest, AnEventKnowsNothingOfWhatCameLater) {
  const StreamNumber a = streams.create(false), b = streams.create(false);
  const Moment event = streams.record(a);
  const Ticket later = to_device(a).ticket;
  streams.wait(b, event, 55);
  EXPECT_FALSE(later.is_over_at(kernel(b).before));
}

TEST_F(StreamsTest, RepeatedQueriesReachTheEnd) {
  const StreamNumber a = streams.create(true);
  to_device(a);
  int asked = 0;
  while (!streams.is_over(a) && asked < 1000) ++asked;
  EXPECT_NEAR(asked, 100, 1);
  EXPECT_TRUE((Ticket{a, 1}.is_over_at(streams.host())));
}

TEST_F(StreamsTest, TheTimesOfTheHostsMemoryAreTheDevicesOwn) {
  memory::Device changed = device();
  changed.copy_bytes_per_second = 0;  // not known: then what it is on paper
  changed.dram_bytes_per_second = 2e11;
  streams = Streams(changed);
  kernel(default_stream, 100 * mb);
  expect_last(1, 501, Wait::nothing);
  ask(OperationKind::copy_on_device, default_stream, 100 * mb);
  expect_last(501, 1501, Wait::own_stream, 1);  // read and written
  ask(OperationKind::fill, default_stream, 100 * mb);
  expect_last(1501, 2001, Wait::own_stream, 2);
}

TEST_F(StreamsTest, ManyOperationsAreNotKeptButTimed) {
  const StreamNumber a = streams.create(true);
  for (std::size_t i = 0; i < 2 * most_operations; ++i) to_device(a, mb);
  EXPECT_EQ(streams.operations().size(), most_operations);
  streams.synchronize_all(1);
  EXPECT_NEAR(streams.host().time, (1 + 2.0 * most_operations * 100) * us, 1e-6);
}

}  // namespace
}  // namespace simt::core
