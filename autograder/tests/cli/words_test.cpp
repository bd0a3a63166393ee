#include "cli/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using testing::ElementsAre;

std::vector<std::string> full(const std::vector<std::string>& arguments) {
  return in_full(arguments, tests::loaded_course(), {"--only", "--json"});
}

TEST(InFull, APartMeansItsLab) {
  EXPECT_THAT(full({"3.1"}), ElementsAre("lab3", "--only", "3.1"));
  EXPECT_THAT(full({"3.1", "3.2"}), ElementsAre("lab3", "--only", "3.1", "--only", "3.2"));
}

TEST(InFull, ALabHasSeveralNames) {
  for (const char* name : {"lab3", "LAB3", "3", "lab3_transpose", "labs/lab3_transpose", "./labs/lab3_transpose/"}) {
    EXPECT_THAT(full({name}), ElementsAre("lab3")) << name;
  }
  EXPECT_THAT(full({"lab", "3"}), ElementsAre("lab3"));
  EXPECT_THAT(full({"build", "Lab3"}), ElementsAre("build", "lab3"));
}

TEST(InFull, TheLabComesFirstAndValuesStayWithTheirOptions) {
  EXPECT_THAT(full({"--json", "lab2", "--only=3.1", "lab3"}), ElementsAre("lab3", "--json", "lab2", "--only=3.1"));
  EXPECT_THAT(full({"--json", "x"}), ElementsAre("--json", "x"));
}

TEST(InFull, AFolderOfSubmissionsMayBeCalledLikeALab) {
  EXPECT_THAT(full({"batch", "in/lab3_transpose", "--json", "x"}),
              ElementsAre("batch", "--folder", "in/lab3_transpose", "--json", "x"));
  EXPECT_THAT(full({"batch", "lab3"}), ElementsAre("batch", "--folder", "lab3"));
  EXPECT_THAT(full({"batch"}), ElementsAre("batch"));
}

TEST(InFull, OtherWordsStay) {
  EXPECT_THAT(full({"lab33", "x"}), ElementsAre("lab33", "x"));
  EXPECT_THAT(full({"hint", "3.1"}), ElementsAre("hint", "3.1"));
  EXPECT_THAT(full({"batch", "class/lab3_transpose"}), ElementsAre("batch", "--folder", "class/lab3_transpose"));
  EXPECT_THAT(full({"lab3", "extra"}), ElementsAre("lab3", "extra"));
  EXPECT_THAT(full({"lab"}), ElementsAre("lab"));
}

TEST(DidYouMean, NamesWhatIsNearOrNothing) {
  const std::vector<std::string> choices{"lab3", "doctor", "--json"};
  EXPECT_EQ(did_you_mean("lba3", choices), " (did you mean lab3?)");
  EXPECT_EQ(did_you_mean("Docter", choices), " (did you mean doctor?)");
  EXPECT_EQ(did_you_mean("--jsn", choices), " (did you mean --json?)");
  EXPECT_EQ(did_you_mean("transpose", choices), "");
  EXPECT_EQ(did_you_mean("x", choices), "");
  EXPECT_EQ(did_you_mean("lab3", {}), "");
}

}  // namespace
}  // namespace cli
