// SPDX-License-Identifier: BSD-3-Clause
#include "samples/ranked_processes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

class RankedProcessesTest : public testing::Test {
 protected:
  void add(const std::string& program, std::size_t bytes, int rank = -1) {
    SampledProcess process;
    process.pid = static_cast<std::uint32_t>(all.size());
    process.folder = folder / std::to_string(process.pid);
    process.program = "/bin/" + program;
    process.has_rank = rank >= 0;
    process.rank = rank >= 0 ? static_cast<std::uint32_t>(rank) : process.pid;
    process.threads = {0};
    fs::create_directories(process.folder);
    std::ofstream(files_of_thread(process, 0).records) << std::string(bytes, 'x');
    all.push_back(process);
  }
  // Returns process ids by rank; ranks have no gaps.
  std::vector<std::uint32_t> kept() {
    made = ranked_processes(all);
    std::vector<std::uint32_t> pids;
    for (const SampledProcess& process : made.processes) {
      EXPECT_EQ(process.rank, pids.size());
      pids.push_back(process.pid);
    }
    return pids;
  }

  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const fs::path folder = directory.path();
  std::vector<SampledProcess> all;
  RankedProcesses made;
};

using Pids = std::vector<std::uint32_t>;

TEST_F(RankedProcessesTest, RanksOfOneLaunchAreAllKept) {
  add("ocean", 10, 0);
  add("ice", 1000, 1);
  EXPECT_EQ(kept(), (Pids{0, 1}));
  EXPECT_TRUE(made.warnings.empty());
}

TEST_F(RankedProcessesTest, OtherProgramsAreNoRanks) {
  add("sed", 10);
  add("python3", 500);
  add("cut", 10);
  EXPECT_EQ(kept(), Pids{1});
  ASSERT_EQ(made.warnings.size(), 1u);
  EXPECT_NE(made.warnings[0].find("3 processes of 3 programs"), std::string::npos)
      << made.warnings[0];
  EXPECT_NE(made.warnings[0].find("1 process of python3"), std::string::npos);
}

TEST_F(RankedProcessesTest, ProcessesOfAProgramAreTakenForRanks) {
  add("app", 100);
  add("sed", 10);
  add("app", 100);
  EXPECT_EQ(kept(), (Pids{0, 2}));
  ASSERT_EQ(made.warnings.size(), 2u);
  EXPECT_NE(made.warnings[1].find("2 processes of app"), std::string::npos) << made.warnings[1];
}

TEST_F(RankedProcessesTest, WhatHasNoRankIsLeftOutWhereOthersHave) {
  add("app", 10, 0);
  add("app", 10, 1);
  add("python3", 1000);
  EXPECT_EQ(kept(), (Pids{0, 1}));
  EXPECT_EQ(made.warnings.size(), 1u);
}

TEST_F(RankedProcessesTest, OfSeveralLaunchesTheLargestIsKept) {
  add("app", 10, 0);
  add("app", 500, 0);
  add("prepare", 400, 0);
  add("app", 20, 1);
  add("app", 500, 1);
  add("prepare", 400, 1);
  EXPECT_EQ(kept(), (Pids{1, 4}));
  EXPECT_EQ(made.warnings.size(), 1u);
}

TEST_F(RankedProcessesTest, WhatOneRankStartsDoesNotTakeAwayTheOthers) {
  add("ocean", 500, 0);
  add("gzip", 10, 0);
  add("ice", 400, 1);
  EXPECT_EQ(kept(), (Pids{0, 2}));
}

TEST_F(RankedProcessesTest, LaunchesOfAnotherSizeAreNotMixedIn) {
  for (const int rank : {0, 1}) add("app", 500, rank);
  for (const int rank : {0, 1, 2}) {
    add("prepare", 10, rank);
    all.back().size = 3;
  }
  EXPECT_EQ(kept(), (Pids{0, 1}));
}

TEST_F(RankedProcessesTest, HostsWithFewerCoresThanRanksAreNamed) {
  for (const int rank : {0, 1, 2, 3}) {
    add("app", 10, rank);
    all.back().host = rank == 0 ? "n0" : "n1";
    all.back().cores = 2;
  }
  const std::vector<std::string> said = hosts_with_few_cores(all);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].find("On n1, 3 ranks share 2 cores"), 0u) << said[0];
  for (SampledProcess& process : all) process.cores = 0;
  EXPECT_TRUE(hosts_with_few_cores(all).empty()) << "not known";
}

TEST_F(RankedProcessesTest, NoneAreNone) {
  EXPECT_TRUE(kept().empty());
  EXPECT_TRUE(made.warnings.empty());
}

}  // namespace
}  // namespace tarry::samples
