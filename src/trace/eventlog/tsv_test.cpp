// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/tsv.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/temporary_directory.h"

namespace tarry::trace::eventlog {
namespace {

namespace fs = std::filesystem;

class WrittenText : public testing::Test {
 protected:
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  fs::path file = directory.path() / "file";
};

TEST_F(WrittenText, TakesThePlaceOfWhatWasThere) {
  ASSERT_TRUE(write_text(file, "one").ok());
  ASSERT_TRUE(write_text(file, "two").ok());
  EXPECT_EQ(*read_text(file), "two");
}

TEST_F(WrittenText, MayBeReadByWhoTheUserLets) {
  const mode_t before = ::umask(0002);
  const base::Status written = write_text(file, "one");
  ::umask(before);
  ASSERT_TRUE(written.ok()) << written.error().message();
  EXPECT_EQ(fs::status(file).permissions(), fs::perms{0664});
}

TEST_F(WrittenText, LeavesNothingBehindIfItCannotBe) {
  fs::create_directories(file / "full");
  const base::Status written = write_text(file, "one");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().where, file.string());
  EXPECT_TRUE(fs::is_directory(file));
  EXPECT_FALSE(fs::exists(file.string() + ".part"));
}

}  // namespace
}  // namespace tarry::trace::eventlog
