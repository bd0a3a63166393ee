#include "support/markup.hpp"

#include <gtest/gtest.h>

namespace markup {
namespace {

TEST(Markup, WhatWouldBeReadAsATagStaysText) {
  EXPECT_EQ(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(escaped("einmal 'so'\n"), "einmal 'so'\n");
}

TEST(Markup, LinesEndAsTheFormatWants) { EXPECT_EQ(escaped("1\n2", "<br>"), "1<br>2"); }

}  // namespace
}  // namespace markup
