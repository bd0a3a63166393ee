#include "grader/words/unset_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simt/simt.hpp"

namespace grader {
namespace {

using testing::HasSubstr;

constexpr std::string_view messages =
    "a.cu:7: warning: variable 'i' is uninitialized when used here\n"
    "a.cu:20: note: in instantiation of function template specialization 'sum<4>' requested here\n"
    "a.cu:5: note: initialize the variable 'i' to silence this warning\n"
    "a.cu:9: warning: unused variable 'k'\n";

TEST(UnsetWords, AVariableWithoutAValueIsNamedWhereItIsDeclared) {
  const std::vector<simt::CompilerWarning> warnings = simt::warnings_in(messages, "a.cu");
  ASSERT_EQ(warnings.size(), 2U);
  const std::optional<Finding> found = unset_variable(warnings[0]);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 5) << "and not where the template is used";
  EXPECT_EQ(found->other_line, 7);
  EXPECT_THAT(found->text, HasSubstr("i has no first value: what it begins with is chance, and line 7 uses it"));
  EXPECT_FALSE(unset_variable(warnings[1]));
}

}  // namespace
}  // namespace grader
