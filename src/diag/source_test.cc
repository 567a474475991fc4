#include "diag/source.h"

#include <gtest/gtest.h>

namespace vitrine::diag {
namespace {

TEST(Source, EveryLineBreakOfWgslEndsALine) {
  Source s("a", "0\n1\v2\f3\r4\r\n5\u00856\u20287\u20298");
  ASSERT_EQ(s.line_count(), 9u);
  for (uint32_t i = 1; i <= 9; ++i) EXPECT_EQ(s.line(i), std::to_string(i - 1)) << i;
  EXPECT_EQ(s.line(10), "");
  Source cr("a", "x\r\ny\n\rz\n");
  ASSERT_EQ(cr.line_count(), 5u);
  EXPECT_EQ(cr.line(1), "x");
  EXPECT_EQ(cr.line(2), "y");
  EXPECT_EQ(cr.line(3), "");
  EXPECT_EQ(cr.line(4), "z");
  EXPECT_EQ(cr.line(5), "");
}

TEST(Source, CountsInEveryUnit) {
  Source s("a", "é\n\tа😀界x");  // tab, a two-byte letter, a surrogate pair of two cells, a wide character, x
  Position p = s.position(static_cast<uint32_t>(s.text().find('x')));
  EXPECT_EQ(p.line, 2u);
  EXPECT_EQ(p.column_bytes, 1u + 1 + 2 + 4 + 3);
  EXPECT_EQ(p.column_utf16, 1u + 1 + 1 + 2 + 1);
  EXPECT_EQ(p.column_display, 1u + 4 + 1 + 2 + 2);
  EXPECT_EQ(p.offset_bytes, 13u);
  EXPECT_EQ(p.offset_utf16, 7u);
}

TEST(Source, OffsetsPastTheEndAndBrokenUtf8AreHarmless) {
  Source s("a", "a\xFF\xE2\x80");
  Position p = s.position(1000);
  EXPECT_EQ(p.offset_bytes, 4u);
  EXPECT_EQ(p.column_utf16, 5u);
  Source empty("a", "");
  EXPECT_EQ(empty.position(0).line, 1u);
  EXPECT_EQ(empty.line(1), "");
  EXPECT_EQ(empty.line(0), "");
}

TEST(Source, WidthOfTabsDependsOnWhereTheyStand) {
  EXPECT_EQ(display_width("\t"), 4u);
  EXPECT_EQ(display_width("ab\t"), 4u);
  EXPECT_EQ(display_width("\t", 3), 1u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("\x1b[31m"), 5u);  // an escape sequence is shown, not obeyed
}

}  // namespace
}  // namespace vitrine::diag
