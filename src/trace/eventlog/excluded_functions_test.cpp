// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/excluded_functions.h"

#include <gtest/gtest.h>

namespace tarry::trace::eventlog {
namespace {

TEST(ExcludedFunctions, AreReadAsTheyWereWritten) {
  const std::string text = excluded_as_text({{{1, 2, 3}, {0x10, 0xabc}}, {{4, 5, 6}, {}}});
  const auto read = excluded_from_text(text);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].module, (FileIdentity{1, 2, 3}));
  EXPECT_TRUE((*read)[0].contains(0xabc));
  EXPECT_FALSE((*read)[0].contains(0xabd));
  EXPECT_TRUE((*read)[1].offsets.empty());
}

TEST(ExcludedFunctions, OtherTextIsRefused) {
  for (const char* text : {"function\t10\n", "module\t1\t2\n", "module\t1\t2\tx\n", "x\n",
                           "module\t1\t2\t3\nfunction\tg\n"})
    EXPECT_FALSE(excluded_from_text(text).ok()) << text;
}

TEST(ExcludedFunctions, FilesHaveAnIdentity) {
  FileIdentity self, other;
  ASSERT_TRUE(identify_file("/proc/self/exe", self));
  ASSERT_TRUE(identify_file("/dev/null", other));
  EXPECT_NE(self, other);
  EXPECT_FALSE(identify_file("/no/such/file", other));
}

}  // namespace
}  // namespace tarry::trace::eventlog
