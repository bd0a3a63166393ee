#include "report/timeline_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/text.hpp"

namespace report {
namespace {

using grader::OperationKind;
using grader::TimelineOperation;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TimelineOperation operation(OperationKind kind, int stream, double start_us, double end_us) {
  return {kind, stream, "", 1, 1024, false, start_us * 1e-6, end_us * 1e-6};
}

/// Two chunks in two streams: copy, kernel, copy.
std::vector<TimelineOperation> pipeline() {
  std::vector<TimelineOperation> operations;
  for (const int stream : {1, 2}) {
    const double start = 5 + 20 * (stream - 1);
    operations.push_back(operation(OperationKind::copy_to_device, stream, start, start + 20));
    operations.push_back(operation(OperationKind::kernel, stream, start + 20, start + 30));
    operations.push_back(operation(OperationKind::copy_to_host, stream, start + 30, start + 50));
  }
  return operations;
}

TEST(TimelinePicture, StreamsAboveHardwareBelow) {
  EXPECT_THAT(timeline_picture(pipeline(), 83),
              ElementsAre("stream 1    │>>>>>>>>>>>>>>>>>>>>##########<<<<<<<<<<<<<<<<<<<<",
                          "stream 2    │                    >>>>>>>>>>>>>>>>>>>>##########<<<<<<<<<<<<<<<<<<<<", "",
                          "to device   │1111111111111111111122222222222222222222",
                          "device      │                    1111111111          2222222222",
                          "to host     │                              11111111111111111111"
                          "22222222222222222222",
                          "", "> to the device   # kernel   < to the host   digits: the stream",
                          "70.0 µs in all, 70.0 µs of it busy; one after the other: 100.0 µs"));
}

TEST(TimelinePicture, WhatIsShortIsSeenAllTheSame) {
  auto operations = pipeline();
  operations.push_back(operation(OperationKind::fill, 0, 75, 75));
  EXPECT_THAT(timeline_picture(operations, 80), Contains(testing::MatchesRegex("default     │ +:")));
}

TEST(TimelinePicture, ManyStreamsAreCutShort) {
  std::vector<TimelineOperation> operations;
  for (int stream = 1; stream <= 11; ++stream) {
    operations.push_back(operation(OperationKind::kernel, stream, stream, stream + 1));
  }
  const auto lines = timeline_picture(operations, 80);
  EXPECT_THAT(lines, Contains(HasSubstr("stream 8 ")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("stream 9 "))));
  EXPECT_THAT(lines, Contains("… and 3 more streams"));
}

TEST(TimelinePicture, KeepsToTheWidth) {
  auto operations = pipeline();
  for (const auto kind : {OperationKind::copy_on_device, OperationKind::fill, OperationKind::host_function}) {
    operations.push_back(operation(kind, 1234, 55, 65));
  }
  for (const int width : {78, 100, 140}) {
    for (const std::string& line : timeline_picture(operations, width)) EXPECT_LE(display_width(line), width) << line;
  }
  EXPECT_FALSE(timeline_picture(pipeline(), 0).empty());
}

TEST(TimelinePicture, NothingThatTookTimeIsNoPicture) {
  EXPECT_THAT(timeline_picture({}, 80), IsEmpty());
  EXPECT_THAT(timeline_picture({operation(OperationKind::kernel, 1, 3, 3)}, 80), IsEmpty());
}

}  // namespace
}  // namespace report
