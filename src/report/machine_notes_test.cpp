// SPDX-License-Identifier: BSD-3-Clause
#include "report/machine_notes.h"

#include <gtest/gtest.h>

#include "model/lost_cores.h"

namespace tarry::report {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::SeverityCube;

SeverityCube noted_cube(const std::vector<std::pair<const char*, double>>& totals) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(2);
  cube.callpaths[0].region = "main";
  cube.callpaths[1].region = "!$omp parallel @a.c:7";
  cube.callpaths[1].parent = CallPathId{0};
  cube.locations.emplace_back();
  cube.experiment.ranks = 1;
  for (const auto& [metric, seconds] : totals)
    cube.set(cube.find(metric), CallPathId{1}, LocationIndex{0}, seconds);
  return cube;
}

TEST(MachineNotes, SaysFirstHowMuchTimeHasNoCoreIfMostOfItLiesInCalls) {
  SeverityCube cube =
      noted_cube({{"time", 4.0}, {"comp", 6.0}, {"lost_cores", 1.4}, {"lost_cores_comp", 0.25}});
  EXPECT_EQ(
      machine_notes(cube),
      std::vector<std::string>{
          "1 thread had to share cores: for 35.0 % of the time (1.400 s over all threads) a "
          "thread was ready to run and had no core. 250.0 ms of that is computation (4.2 % of all "
          "computation); the rest lies mostly in calls that wait. With a core for each thread, "
          "other waits would remain; the findings below cover them."});
  cube.locations.resize(16);
  cube.experiment.attributes[model::kCoresOfRun] = "2";
  ASSERT_EQ(machine_notes(cube).size(), 1u);
  EXPECT_TRUE(
      machine_notes(cube).front().starts_with("16 threads ran on 2 cores: for 35.0 % of the time"));
}

TEST(MachineNotes, HardlyAnythingIsNotTold) {
  EXPECT_TRUE(machine_notes(noted_cube({{"time", 4.0}, {"lost_cores", 0.39}})).empty());
  EXPECT_TRUE(machine_notes(noted_cube({{"time", 4.0}, {"delay_fork_and_join", 0.03}})).empty());
  EXPECT_TRUE(machine_notes(SeverityCube{}).empty());
}

TEST(MachineNotes, OneSentenceIsEnoughIfMostLiesInComputation) {
  const SeverityCube cube =
      noted_cube({{"time", 4.0}, {"comp", 4.0}, {"lost_cores", 1.4}, {"lost_cores_comp", 1.25}});
  ASSERT_EQ(machine_notes(cube).size(), 1u);
  EXPECT_TRUE(machine_notes(cube).front().starts_with("1 thread had to share cores"));
}

TEST(MachineNotes, SaysWhatThreadsCostThatStartLate) {
  const SeverityCube cube = noted_cube(
      {{"time", 4.0}, {"delay_fork_and_join", 0.5}, {"delay_fork_and_join__waitfirst", 0.25}});
  EXPECT_EQ(machine_notes(cube),
            std::vector<std::string>{"Threads that started late in OpenMP teams made others wait "
                                     "250.0 ms, most in main/!$omp parallel @a.c:7. The findings "
                                     "below cover the rest."});
}

}  // namespace
}  // namespace tarry::report
