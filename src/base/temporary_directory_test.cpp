// SPDX-License-Identifier: BSD-3-Clause
#include "base/temporary_directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace tarry::base {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryDirectoryTest, IsRemovedWithWhatIsInIt) {
  fs::path path;
  {
    const TemporaryDirectory directory = *TemporaryDirectory::make();
    path = directory.path();
    fs::create_directory(path / "deep");
    std::ofstream(path / "deep" / "file") << "x";
    EXPECT_TRUE(fs::exists(path / "deep" / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryDirectoryTest, MayLieInAnotherOne) {
  const TemporaryDirectory outer = *TemporaryDirectory::make();
  {
    const TemporaryDirectory inner = *TemporaryDirectory::make_in(outer.path());
    EXPECT_EQ(inner.path().parent_path(), outer.path());
    EXPECT_TRUE(fs::is_directory(inner.path()));
  }
  EXPECT_TRUE(fs::is_empty(outer.path()));
  const fs::path missing = outer.path() / "missing";
  const Result<TemporaryDirectory> refused = TemporaryDirectory::make_in(missing);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(), "cannot create a temporary directory in: " +
                                           missing.string() + " (No such file or directory)");
}

TEST(TemporaryDirectoryTest, EachIsAnother) {
  const TemporaryDirectory one = *TemporaryDirectory::make();
  const TemporaryDirectory other = *TemporaryDirectory::make();
  EXPECT_NE(one.path(), other.path());
}

TEST(TemporaryDirectoryTest, BelongsToWhomItWasGiven) {
  TemporaryDirectory given = *TemporaryDirectory::make();
  const fs::path path = given.path();
  const TemporaryDirectory taken = std::move(given);
  EXPECT_EQ(taken.path(), path);
  EXPECT_TRUE(fs::exists(path));
}

TEST(TemporaryDirectoryTest, NoPlaceForItIsAnError) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/no/such/place", 1);
  const auto made = TemporaryDirectory::make();
  if (before != nullptr)
    setenv("TMPDIR", kept.c_str(), 1);
  else
    unsetenv("TMPDIR");  // other tests of the process need the variable
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::Io);
}

}  // namespace
}  // namespace tarry::base
