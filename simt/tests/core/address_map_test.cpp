#include "simt/core/access/address_map.hpp"

#include <gtest/gtest.h>

namespace simt::core {
namespace {

Segment segment(std::uintptr_t base, std::size_t bytes, Owner owner, std::string name) {
  return {base, bytes, Kind::global, true, owner, std::move(name)};
}

std::string name_at(const AddressMap& map, std::uintptr_t address, std::size_t bytes) {
  const Segment* const found = map.find(address, bytes);
  return found == nullptr ? "" : found->name;
}

TEST(AddressMap, FindsTheSegmentThatHoldsAllBytes) {
  AddressMap map;
  map.add(segment(300, 10, Owner::student, "later"));
  map.add(segment(100, 10, Owner::student, "first"));
  map.add(segment(110, 10, Owner::grader, "next"));
  EXPECT_EQ(name_at(map, 100, 10), "first");
  EXPECT_EQ(name_at(map, 109, 1), "first");
  EXPECT_EQ(name_at(map, 110, 1), "next");
  EXPECT_EQ(name_at(map, 309, 1), "later");
  for (const std::uintptr_t outside : {0, 99, 120, 299, 310}) EXPECT_EQ(name_at(map, outside, 1), "") << outside;
  EXPECT_EQ(name_at(map, 109, 2), "") << "of two segments";
}

// As the dynamic shared memory of a launch that asks for none.
TEST(AddressMap, AnEmptySegmentHidesNoOther) {
  AddressMap map;
  map.add(segment(100, 10, Owner::student, "first"));
  Segment& growing = map.add(segment(105, 0, Owner::emulator, "empty"));
  map.add(segment(100, 0, Owner::emulator, "empty, too"));
  EXPECT_EQ(name_at(map, 107, 1), "first");
  EXPECT_EQ(name_at(map, 100, 1), "first");
  map.remove(100, Owner::student);
  growing.bytes = 4;
  EXPECT_EQ(name_at(map, 107, 1), "empty");
}

TEST(AddressMap, RemovesTheSegmentsOfOneOwner) {
  AddressMap map;
  map.add(segment(100, 10, Owner::student, "first"));
  map.add(segment(100, 0, Owner::emulator, "empty"));
  EXPECT_NE(map.find_start(100, Owner::emulator), nullptr);
  map.remove(100, Owner::emulator);
  EXPECT_EQ(map.find_start(100, Owner::emulator), nullptr);
  EXPECT_EQ(name_at(map, 100, 1), "first");
  map.remove(100, Owner::student);
  EXPECT_EQ(name_at(map, 100, 1), "");
  EXPECT_TRUE(map.all().empty());
}

TEST(AddressMap, EachSegmentWithinARangeIsVisitedByAddress) {
  AddressMap map;
  map.add(segment(300, 100, Owner::student, "third"));
  map.add(segment(100, 100, Owner::student, "first"));
  map.add(segment(150, 0, Owner::student, "empty"));
  map.add(segment(200, 100, Owner::student, "second"));
  const auto names_within = [&](std::uintptr_t begin, std::uintptr_t end) {
    std::string names;
    map.each_within(begin, end, [&](const Segment& segment) { names += segment.name + " "; });
    return names;
  };
  EXPECT_EQ(names_within(0, 1000), "first empty second third ");
  EXPECT_EQ(names_within(160, 210), "first second ") << "an empty one lies before the range";
  EXPECT_EQ(names_within(200, 300), "second ") << "ends do not belong to it";
  EXPECT_EQ(names_within(400, 500), "");
  EXPECT_EQ(names_within(0, 100), "");
}

}  // namespace
}  // namespace simt::core
