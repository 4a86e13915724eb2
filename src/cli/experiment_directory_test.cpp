// SPDX-License-Identifier: BSD-3-Clause
#include "cli/experiment_directory.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "base/temporary_directory.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class ExperimentDirectory : public testing::Test {
 protected:
  void put(const fs::path& path) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << "x";
  }
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const fs::path root = directory.path();
};

TEST_F(ExperimentDirectory, NameSaysWhatRan) {
  ::setenv("TZ", "UTC", 1);
  EXPECT_EQ(default_experiment_name("./bin/heat", 8, 2, 0), "tarry-heat-8x2-19700101-000000");
  EXPECT_EQ(default_experiment_name("heat", std::nullopt, 1, 0), "tarry-heat-nx1-19700101-000000");
}

TEST_F(ExperimentDirectory, IsMadeOnce) {
  EXPECT_EQ(*make_experiment_directory(root / "e", false), root / "e");
  const auto again = make_experiment_directory(root / "e", false);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, base::ErrorCode::Exists);
  EXPECT_NE(again.error().message().find("--force"), std::string::npos);
}

TEST_F(ExperimentDirectory, TakesTheNextNameThatNothingHas) {
  put("e-2");
  EXPECT_EQ(*make_unused_directory(root / "e"), root / "e");
  EXPECT_EQ(*make_unused_directory(root / "e"), root / "e-3");
  EXPECT_EQ(make_unused_directory(root / "a/b").error().code, base::ErrorCode::Io);
}

TEST_F(ExperimentDirectory, ForceReplacesExperimentsOnly) {
  put("e/experiment.json");
  put("e/traces/0.evt");
  ASSERT_TRUE(make_experiment_directory(root / "e", true).ok());
  EXPECT_TRUE(fs::is_empty(root / "e"));
  EXPECT_TRUE(make_experiment_directory(root / "e", true).ok());  // an empty one, too

  put("precious/thesis.tex");
  EXPECT_FALSE(make_experiment_directory(root / "precious", true).ok());
  EXPECT_TRUE(fs::exists(root / "precious/thesis.tex"));
  put("file");
  EXPECT_FALSE(make_experiment_directory(root / "file", true).ok());
  EXPECT_TRUE(fs::exists(root / "file"));
}

TEST_F(ExperimentDirectory, IsCheckedWithoutAChange) {
  put("e/experiment.json");
  EXPECT_EQ(check_experiment_directory(root / "e", false).error().code, base::ErrorCode::Exists);
  EXPECT_TRUE(check_experiment_directory(root / "e", true).ok());
  EXPECT_TRUE(fs::exists(root / "e/experiment.json"));
  EXPECT_TRUE(check_experiment_directory(root / "none", false).ok());
  EXPECT_FALSE(fs::exists(root / "none"));
  EXPECT_FALSE(check_experiment_directory(root / "none/e", false).ok());
}

TEST_F(ExperimentDirectory, ForceDoesNotFollowLinks) {
  put("e/experiment.json");
  fs::create_directory_symlink(root / "e", root / "link");
  EXPECT_FALSE(make_experiment_directory(root / "link", true).ok());
  EXPECT_TRUE(fs::exists(root / "e/experiment.json"));
}

TEST_F(ExperimentDirectory, ParentMustExistAndBeWritable) {
  const auto orphan = make_experiment_directory(root / "a/b", false);
  ASSERT_FALSE(orphan.ok());
  EXPECT_NE(orphan.error().message().find("parent"), std::string::npos);
  EXPECT_FALSE(make_experiment_directory("/proc/e", false).ok());
}

}  // namespace
}  // namespace tarry::cli
