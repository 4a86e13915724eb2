// SPDX-License-Identifier: BSD-3-Clause
#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/temporary_directory.h"

namespace tarry::base {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  [[nodiscard]] long count() const {
    return std::distance(fs::directory_iterator(directory.path()), fs::directory_iterator());
  }

  TemporaryDirectory directory = *TemporaryDirectory::make();
  fs::path file = directory.path() / "file";
};

TEST_F(Files, AWrittenFileTakesThePlaceOfTheOneBefore) {
  ASSERT_TRUE(write_file(file, "one").ok());
  ASSERT_TRUE(write_file(file, "two").ok());
  EXPECT_EQ(*read_file(file), "two");
}

TEST_F(Files, PiecesFollowEachOtherHoweverLongTheyAre) {
  std::string whole;
  {
    Result<AtomicFile> written = AtomicFile::open(file);
    ASSERT_TRUE(written.ok());
    for (const std::size_t length : {1u, 40'000u, 40'000u, 200'000u, 0u, 3u}) {
      const std::string piece(length, static_cast<char>('a' + whole.size() % 26));
      ASSERT_TRUE(written->write(piece).ok());
      whole += piece;
    }
    ASSERT_TRUE(written->commit().ok());
  }
  EXPECT_EQ(*read_file(file), whole);
}

TEST_F(Files, WithoutCommitTheOldFileStays) {
  ASSERT_TRUE(write_file(file, "old").ok());
  {
    Result<AtomicFile> written = AtomicFile::open(file);
    ASSERT_TRUE(written.ok());
    ASSERT_TRUE(written->write("half of the new").ok());
  }
  EXPECT_EQ(*read_file(file), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, TheUmaskDecidesWhoMayReadANewFile) {
  const mode_t before = ::umask(0002);
  const Status written = write_file(file, "one");
  ::umask(before);
  ASSERT_TRUE(written.ok()) << written.error().message();
  EXPECT_EQ(fs::status(file).permissions(), fs::perms{0664});
}

TEST_F(Files, ADirectoryIsNotReplaced) {
  fs::create_directories(file / "full");
  const Status written = write_file(file, "one");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().where, file.string());
  EXPECT_TRUE(fs::is_directory(file));
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, WhatCannotBeReadIsAnError) {
  EXPECT_EQ(read_file(file).error().message(),
            "cannot open: No such file or directory: " + file.string());
  EXPECT_EQ(read_file(file).error().code, ErrorCode::NotFound);
  EXPECT_EQ(read_file(directory.path()).error().message(),
            "cannot read: Is a directory: " + directory.path().string());
}

}  // namespace
}  // namespace tarry::base
