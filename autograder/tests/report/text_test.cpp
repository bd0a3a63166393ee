// Widths, wrapping, and what must never reach a terminal.
#include "report/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace report {
namespace {

using testing::ElementsAre;

TEST(Text, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(display_width("33 × 31 ✓"), 9);
  EXPECT_EQ(display_width("e\u0301"), 1);  // e and a combining accent
  EXPECT_EQ(display_width("転置"), 4);
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("\xff\xfe"), 2);
  EXPECT_EQ(display_width("\xe2\x82"), 2);  // cut off
}

TEST(Text, WrapsAtBlanksByColumns) {
  EXPECT_THAT(wrapped("× × × ×", 3), ElementsAre("× ×", "× ×"));
  EXPECT_THAT(wrapped("a longword b", 4), ElementsAre("a", "longword", "b"));
  EXPECT_THAT(wrapped("a\n\nb", 10), ElementsAre("a", "", "b"));
  EXPECT_THAT(wrapped("", 10), ElementsAre(""));
  EXPECT_THAT(wrapped("exactly ten", 11), ElementsAre("exactly ten"));
}

TEST(Text, CommandsToTheTerminalAreDefused) {
  EXPECT_EQ(printable("a\x1b[2Jb\rc"), "a\uFFFD[2Jb\uFFFDc");
  EXPECT_EQ(printable("\u009b31m"), "\uFFFD31m");  // the one-character form of ESC [
  EXPECT_EQ(printable("a\u202Eb"), "a\uFFFDb");    // reverses what follows
  for (const char* const unseen :
       {"a\u200bb", "a\u200eb", "a\u2028b", "a\ufeffb", "a\u00adb", "a\u200db", "a\U000e0041b", "a\u034fb", "a\u115fb",
        "a\u1160b", "a\ufe0fb", "a\u2800b", "a\U000e0100b"}) {
    EXPECT_EQ(printable(unseen), "a\uFFFDb");
  }
  for (const char* const no_character : {"a\uFFFEb", "a\uFFFFb", "a\uFDD0b", "a\U0001FFFEb"}) {
    EXPECT_EQ(printable(no_character), "a\uFFFDb");
  }
  EXPECT_EQ(printable("\u26a0\ufe0f"), "\u26a0\ufe0f");                          // in its form with colours
  EXPECT_EQ(printable("\u0645\u06cc\u200c\u062e"), "\u0645\u06cc\u200c\u062e");  // Persian needs it
  EXPECT_EQ(printable("\xc0\xaf \xed\xa0\x80 \xff"), "\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD");
  EXPECT_EQ(printable("line\r\n\tnext ✓ 転"), "line\n\tnext ✓ 転");
}

TEST(Text, SignsHaveAsciiForms) {
  EXPECT_EQ(in_ascii("✓ ✗ – 33 × 31 → … ██░"), "+ x - 33 x 31 > ... ##.");
  EXPECT_EQ(in_ascii("Müller"), "Müller");  // names stay as they are
}

TEST(Cut, KeepsToTheWidthAndSaysThatItCut) {
  EXPECT_EQ(cut("short", 5), "short");
  EXPECT_EQ(cut("longer", 5), "long…");
  EXPECT_EQ(cut("転置転置", 5), "転置…");
  EXPECT_EQ(cut("転置転置", 4), "転…");
  EXPECT_EQ(cut("", 0), "");
}

}  // namespace
}  // namespace report
