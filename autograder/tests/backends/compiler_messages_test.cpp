#include "backends/simt/compiler_messages.hpp"

#include <gtest/gtest.h>

namespace backends {
namespace {

constexpr std::string_view source = "first line\nsecond<<<1, 2>>>();\n";

TEST(AboutTheSource, QuotesTheStudentsLineUnderAMessage) {
  EXPECT_EQ(about_the_source("a.cu:2: error: what\n", source, "a.cu"),
            "a.cu:2: error: what\n    second<<<1, 2>>>();\n");
}

TEST(AboutTheSource, LeavesOutTheEmulatorsOwnNotes) {
  EXPECT_EQ(about_the_source("/x/simt/include/simt/launch.h:71: note: here\n"
                             "a.cu:2: note: in instantiation of member function 'simt::run' requested here\n"
                             "1 error generated.\n",
                             source, "a.cu"),
            "1 error generated.\n");
}

TEST(AboutTheSource, LinesThatDoNotExistAreNotQuoted) {
  EXPECT_EQ(about_the_source("a.cu:99: error: what\na.cu:x\n", source, "a.cu"), "a.cu:99: error: what\na.cu:x\n");
}

}  // namespace
}  // namespace backends
