// Submissions that use what the emulator does not have: they may be right on a GPU, so they are not graded, and the
// reason names what is missing. Mistakes remain mistakes.
#include <fstream>

#include "grading.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

class GradeMissingFeatures : public testing::Test {
 protected:
  GradeMissingFeatures() { std::filesystem::create_directories(folder_); }
  ~GradeMissingFeatures() override { std::filesystem::remove_all(folder_); }

  /// The solution of a lab with `from` replaced by `to`.
  GradeResult graded(const std::string& lab, const std::string& from, const std::string& to,
                     const std::vector<std::string>& parts) {
    const course::Lab& described = tests::lab(lab);
    std::string source = files::read_file(root() / "solutions" / described.folder / described.source);
    const std::size_t at = source.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) source.replace(at, from.size(), to);
    const std::filesystem::path file = folder_ / described.source;
    files::write_atomically(file, source);
    return grade_file(rules(), file, "simt", parts, &described);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("missing_features_" + std::to_string(::getpid()));
};

TEST_F(GradeMissingFeatures, LinearFilteringAtThePixelsCentresIsRightOnAGpuSoItIsNotGraded) {
  const GradeResult result = graded("lab8", "cudaFilterModePoint", "cudaFilterModeLinear", {"8.3", "8.4"});
  ASSERT_EQ(result.parts.size(), 2U);
  EXPECT_EQ(result.parts[0].verdict, Verdict::passed) << said_about(result, result.parts[0]);
  EXPECT_EQ(result.parts[1].verdict, Verdict::could_not_be_graded) << said_about(result, result.parts[1]);
  ASSERT_EQ(result.parts[1].reasons.size(), 1U);
  EXPECT_THAT(result.parts[1].reasons[0].text, HasSubstr("this cannot be graded in the emulator: line "));
  EXPECT_THAT(result.parts[1].reasons[0].text, HasSubstr("it has no linear filtering"));
}

TEST_F(GradeMissingFeatures, AHeaderOfALibraryIsNamedAtItsLine) {
  const GradeResult result = graded("lab0", "#include", "#include <cublas_v2.h>\n#include", {"0.1", "0.2"});
  ASSERT_EQ(result.parts.size(), 2U);
  EXPECT_TRUE(result.compiler_output.empty()) << result.compiler_output;
  for (const PartResult& part : result.parts) {
    EXPECT_EQ(part.verdict, Verdict::could_not_be_graded) << part.id;
    EXPECT_EQ(part.points, 0);
    EXPECT_THAT(part.reasons.at(0).text, HasSubstr("it has no cuBLAS (cublas_v2.h)"));
  }
}

TEST_F(GradeMissingFeatures, AMisspelledNameIsTheStudentsMistake) {
  const GradeResult result = graded("lab0", "#include", "static auto copy_of = &cudaMemcopy;\n#include", {"0.1"});
  EXPECT_EQ(result.parts.at(0).verdict, Verdict::failed);
  EXPECT_THAT(result.compiler_output, HasSubstr("cudaMemcopy"));
}

TEST_F(GradeMissingFeatures, AMistakeThatOneSizeShowsBeforeIsTheVerdict) {
  const GradeResult result = graded(
      "lab8", "cudaFilterModePoint",
      "cudaFilterModePoint; if (width < 100) width = 0; else description.filterMode = cudaFilterModeLinear", {"8.4"});
  EXPECT_EQ(result.parts.at(0).verdict, Verdict::failed) << said_about(result, result.parts[0]);
}

}  // namespace
}  // namespace grader
