// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/file_path.h"

#include <gtest/gtest.h>

namespace tarry::runtime::mpi {
namespace {

TEST(FilePath, LeavesOutTheKindOfTheFileSystem) {
  EXPECT_STREQ(path_in("ufs:/data/file"), "/data/file");
  EXPECT_STREQ(path_in("nfs:file:1"), "file:1");
  EXPECT_STREQ(path_in("file"), "file");
  EXPECT_STREQ(path_in(""), "");
}

TEST(FilePath, MayHaveColonsOfItsOwn) {
  EXPECT_STREQ(path_in("/data/a:b"), "/data/a:b");
  EXPECT_STREQ(path_in("./a:b"), "./a:b");
}

}  // namespace
}  // namespace tarry::runtime::mpi
