// SPDX-License-Identifier: BSD-3-Clause
#include "base/shell_line.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

TEST(ShellLine, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(shell_line({"tarry", "report", "run-1/a.cubex"}), "tarry report run-1/a.cubex");
  EXPECT_EQ(shell_line({"echo", "two words", "", "$HOME"}), "echo 'two words' '' '$HOME'");
  EXPECT_EQ(shell_line({"it's"}), "'it'\\''s'");
}

}  // namespace
}  // namespace tarry::base
