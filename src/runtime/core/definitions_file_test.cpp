// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/definitions_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"

namespace tarry::runtime::core {
namespace {

class DefinitionsFileTest : public testing::Test {
 protected:
  DefinitionsFileTest() {
    char pattern[] = "/tmp/tarry-definitions-XXXXXX";
    directory_ = mkdtemp(pattern);
  }
  ~DefinitionsFileTest() override { std::filesystem::remove_all(directory_); }

  void add(const std::string& line) {
    file_.add(directory_.c_str(), line.c_str(), line.size());
    expected_ += line;
  }
  [[nodiscard]] std::string content() const {
    return *base::read_file(directory_ + "/definitions.tsv");
  }
  // Returns the content up to the zeros.
  [[nodiscard]] std::string lines() const { return content().c_str(); }

  std::string directory_;
  std::string expected_;
  DefinitionsFile file_;
};

TEST_F(DefinitionsFileTest, LinesAreInTheFileAtOnceAndNothingElseAtTheEnd) {
  add("first\n");
  add("second\n");
  EXPECT_EQ(lines(), expected_);
  file_.trim(directory_.c_str());
  EXPECT_EQ(content(), expected_);
}

TEST_F(DefinitionsFileTest, ManyWindows) {
  for (int i = 0; i < 30'000; ++i) add("line " + std::to_string(i) + "\n");
  add(std::string(200'000, 'x') + "\n");
  add("last\n");
  EXPECT_EQ(lines(), expected_);
  file_.trim(directory_.c_str());
  EXPECT_EQ(content(), expected_);
}

TEST_F(DefinitionsFileTest, LinesMayFollowTheTrimming) {
  add("before\n");
  file_.trim(directory_.c_str());
  add("after\n");
  EXPECT_EQ(lines(), expected_);
}

TEST_F(DefinitionsFileTest, WithoutRoomALineIsLost) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  add(std::string(50'000, 'x') + "\n");
  file_.add(directory_.c_str(), std::string(50'000, 'y').c_str(), 50'000);
  add("fits\n");
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(lines(), expected_);
}

}  // namespace
}  // namespace tarry::runtime::core
