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

// What stands before a place counts in units of its own in each of the columns.
TEST(Source, ColumnsBehindMarksAndSequences) {
  struct Case {
    const char* before;
    uint32_t bytes, utf16, display;
  };
  const Case cases[] = {
      {"", 0, 0, 0},
      {"e\u0301", 3, 2, 1},                        // a letter and the accent on it
      {"o\u0302\u0323", 5, 3, 1},                  // two marks
      {"\U0001F600", 4, 2, 2},                     // outside of the basic plane
      {"\u754C\uFF21", 6, 2, 4},                   // wide characters
      {"\u200E", 3, 1, 1},                          // one that turns the direction: something stands for it
      {"\t", 1, 1, 4},
      {"abc\t\t", 5, 5, 8},
      {"\u0430\u0431", 4, 2, 2},                   // Cyrillic
  };
  for (const Case& c : cases) {
    Source s("a", std::string("1\n2\n") + c.before + "x");
    Position p = s.position(static_cast<uint32_t>(s.text().size() - 1));
    EXPECT_EQ(p.line, 3u) << c.before;
    EXPECT_EQ(p.column_bytes, 1 + c.bytes) << c.before;
    EXPECT_EQ(p.column_utf16, 1 + c.utf16) << c.before;
    EXPECT_EQ(p.column_display, 1 + c.display) << c.before;
  }
}

}  // namespace
}  // namespace vitrine::diag
