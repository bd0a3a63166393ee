// Every lab on every device of compute capability 7.5 and later that is described: its solution has all points, so
// neither sizes nor thresholds fit one device only. A part that a chip cannot do costs no points.
#include "grading.hpp"
#include "simt/devices.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

constexpr int oldest_capability = 75;

std::filesystem::path devices() { return root() / "simt/devices"; }

std::vector<std::string> device_names() {
  std::vector<std::string> names = simt::device_names(devices());
  std::erase_if(names, [](const std::string& name) {
    return simt::load_device(devices(), name).compute_capability < oldest_capability;
  });
  return names;
}

struct Row {
  const course::Lab* lab;
  std::string device;
  std::size_t number;  // of the device
};

/// Answers at all sizes are checked on the device that the course names (EveryLabSimt). Here each device has every
/// third size, and devices that follow each other have all of them.
constexpr std::size_t thirds = 3;

std::vector<Row> rows() {
  std::vector<Row> all;
  const std::vector<std::string> devices = device_names();
  for (const course::Lab& lab : tests::loaded_course().labs) {
    std::size_t number = 0;
    for (const std::string& device : devices) all.push_back({&lab, device, number++});
  }
  return all;
}

GradeResult grade_on(const Row& row, const std::string& folder) {
  GradeRequest request;
  request.root = root();
  request.lab = row.lab;
  request.submission = root() / folder / row.lab->folder;
  request.device = row.device;
  course::Rules rules = testing_support::rules();
  std::vector<course::Size>& sizes = rules.labs.at(row.lab->name).check_sizes;
  std::vector<course::Size> own;
  for (std::size_t i = row.number % thirds; i < sizes.size(); i += thirds) own.push_back(sizes[i]);
  sizes = own;
  return grade(rules, request);
}

bool is_lacking(const Row& row, const std::string& part) {
  const bool needs_persistence = course::find_part(*row.lab, part)->needs_sm >= 80;
  return needs_persistence && simt::load_device(devices(), row.device).most_persisting_bytes == 0;
}

TEST(Devices, ThereAreTenToGoThrough) { EXPECT_GE(device_names().size(), 10U); }

class EveryLabOnDevices : public ::testing::TestWithParam<Row> {};

TEST_P(EveryLabOnDevices, TheSolutionIsWorthAll) {
  const Row& row = GetParam();
  const GradeResult solved = grade_on(row, "solutions");
  EXPECT_EQ(solved.score, solved.max_score);
  for (const PartResult& part : solved.parts) {
    SCOPED_TRACE(row.lab->name + " on a " + row.device + ", part " + part.id + ": " + said_about(solved, part));
    if (is_lacking(row, part.id)) {
      EXPECT_EQ(part.verdict, Verdict::not_on_this_device);
      EXPECT_EQ(part.max_points + part.points_elsewhere, 0);
      ASSERT_EQ(part.reasons.size(), 1U);
      EXPECT_THAT(part.reasons.front().text, ::testing::HasSubstr("not on this device"));
    } else {
      EXPECT_EQ(part.verdict, Verdict::passed);
      EXPECT_GT(part.max_points, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryLabOnDevices, ::testing::ValuesIn(rows()),
                         [](const auto& info) { return info.param.lab->name + "_" + info.param.device; });

}  // namespace
}  // namespace grader
