// SPDX-License-Identifier: BSD-3-Clause
#include "hosts/host_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/temporary_directory.h"

namespace tarry::hosts {
namespace {

namespace fs = std::filesystem;

class HostFolder : public testing::Test {
 protected:
  base::TemporaryDirectory scratch_ = *base::TemporaryDirectory::make();
};

TEST_F(HostFolder, AnExperimentIsSeenByItsManifest) {
  const fs::path manifest = scratch_.path() / base::kManifestFile;
  EXPECT_FALSE(sees_experiment(scratch_.path(), "1700000000000000001"));
  ASSERT_TRUE(base::write_file(manifest, R"({"start_ns": 1700000000000000001})").ok());
  EXPECT_TRUE(sees_experiment(scratch_.path(), "1700000000000000001"));
  EXPECT_FALSE(sees_experiment(scratch_.path(), "1700000000000000002"))
      << "another recording in a directory of that name";
}

TEST_F(HostFolder, IsForThisUserAlone) {
  const fs::path folder = scratch_.path() / "tarry-1";
  ASSERT_TRUE(make_host_folder(folder));
  struct stat made {};
  ASSERT_EQ(stat(folder.c_str(), &made), 0);
  EXPECT_EQ(made.st_mode & 0777, 0700u);
  EXPECT_TRUE(make_host_folder(folder)) << "by another process of the host";
}

TEST_F(HostFolder, IsNoLink) {
  fs::create_directory_symlink(scratch_.path(), scratch_.path() / "link");
  EXPECT_FALSE(make_host_folder(scratch_.path() / "link"));
}

TEST_F(HostFolder, IsOneForEachRecording) {
  EXPECT_EQ(host_folder("1"), host_folder("1"));
  EXPECT_NE(host_folder("1"), host_folder("2"));
}

}  // namespace
}  // namespace tarry::hosts
