// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tarry::launch {
namespace {

using testing::ElementsAre;

std::vector<std::string> split(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Returns the command line with @ in front of every program, or "error" if there is none.
std::string marked(const std::string& command) {
  const auto plan =
      plan_launch(split(command), [](const std::string& word) { return word.starts_with("./"); });
  if (!plan.ok()) return "error";
  std::string out;
  const std::vector<std::vector<std::string>> marks(plan->programs.size(), {"@"});
  for (const std::string& word : plan->with_prefixes(marks)) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::optional<std::uint32_t> ranks(const std::string& command) {
  return plan_launch(split(command), [](const std::string&) { return false; })->ranks();
}

TEST(LaunchPlan, WithoutLauncher) {
  EXPECT_EQ(marked("./app -n 4 : x"), "@ ./app -n 4 : x");
  EXPECT_EQ(marked("env A=1 B=2 ./app C=3"), "env A=1 B=2 @ ./app C=3");
  EXPECT_EQ(ranks("./app -n 4"), 1u);
}

TEST(LaunchPlan, Mpirun) {
  EXPECT_EQ(marked("mpirun -n 4 ./app 1"), "mpirun -n 4 @ ./app 1");
  EXPECT_EQ(marked("/opt/bin/mpirun.openmpi --oversubscribe -np 4 app"),
            "/opt/bin/mpirun.openmpi --oversubscribe -np 4 @ app");
  EXPECT_EQ(marked("mpirun --mca btl self,vader -x PATH -n 2 ./app --mca x"),
            "mpirun --mca btl self,vader -x PATH -n 2 @ ./app --mca x");
  EXPECT_EQ(marked("mpirun -n 2 -- ./app"), "mpirun -n 2 -- @ ./app");
  EXPECT_EQ(marked("mpirun --map-by ppr:1:node --bind-to core app"),
            "mpirun --map-by ppr:1:node --bind-to core @ app");
  EXPECT_EQ(marked("mpirun app -n 3"), "mpirun @ app -n 3");
}

TEST(LaunchPlan, Hydra) {
  EXPECT_EQ(marked("mpiexec.hydra -genv A 1 -env B 2 -genvall -ppn 2 -n 4 app"),
            "mpiexec.hydra -genv A 1 -env B 2 -genvall -ppn 2 -n 4 @ app");
  EXPECT_EQ(marked("mpiexec -f hosts -l -n 2 app"), "mpiexec -f hosts -l -n 2 @ app");
}

TEST(LaunchPlan, SeveralPrograms) {
  EXPECT_EQ(marked("mpirun -n 1 ./a 1 : -n 2 -x A ./b 2 : ./c"),
            "mpirun -n 1 @ ./a 1 : -n 2 -x A @ ./b 2 : @ ./c");
  EXPECT_EQ(ranks("mpirun -n 1 a : -n 2 b"), 3u);
  EXPECT_EQ(ranks("mpirun -n 1 a : b"), std::nullopt);
  EXPECT_EQ(marked("srun -n1 ./a : -n2 ./b"), "srun -n1 @ ./a : -n2 @ ./b");
  EXPECT_EQ(marked("mpirun -n 1 ./a :"), "error");
}

TEST(LaunchPlan, Srun) {
  EXPECT_EQ(marked("srun -n64 -N 2 --cpu-bind=cores -t 10 ./app"),
            "srun -n64 -N 2 --cpu-bind=cores -t 10 @ ./app");
  EXPECT_EQ(marked("srun --ntasks 4 --exclusive --mpi pmix -u app"),
            "srun --ntasks 4 --exclusive --mpi pmix -u @ app");
  EXPECT_EQ(ranks("srun -n64 app"), 64u);
  EXPECT_EQ(ranks("srun --ntasks=8 app"), 8u);
  EXPECT_EQ(ranks("srun --ntasks 8 app"), 8u);
  EXPECT_EQ(ranks("srun app"), std::nullopt);
}

TEST(LaunchPlan, OtherLaunchers) {
  EXPECT_EQ(marked("aprun -n 8 -N4 -d 2 app"), "aprun -n 8 -N4 -d 2 @ app");
  EXPECT_EQ(marked("jsrun -n 2 -a 4 -c 4 --bind rs app"), "jsrun -n 2 -a 4 -c 4 --bind rs @ app");
  EXPECT_EQ(marked("ibrun -n 4 -o 0 app"), "ibrun -n 4 -o 0 @ app");
}

TEST(LaunchPlan, WrappersInBetween) {
  EXPECT_EQ(marked("mpirun -n 2 env -u X OMP_NUM_THREADS=4 ./app"),
            "mpirun -n 2 env -u X OMP_NUM_THREADS=4 @ ./app");
  EXPECT_EQ(marked("mpirun -n 2 numactl -C 0-3 --membind=0 -l ./app"),
            "mpirun -n 2 numactl -C 0-3 --membind=0 -l @ ./app");
  EXPECT_EQ(marked("mpirun -n 2 taskset -c 0,1 ./app"), "mpirun -n 2 taskset -c 0,1 @ ./app");
  EXPECT_EQ(marked("taskset 0x3 ./app"), "taskset 0x3 @ ./app");
  EXPECT_EQ(marked("time -f %e -o out mpirun -n 2 nice -n 5 ./app"),
            "time -f %e -o out mpirun -n 2 nice -n 5 @ ./app");
  EXPECT_EQ(marked("timeout -k 5 60 mpirun ./app"), "timeout -k 5 60 mpirun @ ./app");
  EXPECT_EQ(marked("env A=1 env B=2 stdbuf -oL ./app"), "env A=1 env B=2 stdbuf -oL @ ./app");
}

TEST(LaunchPlan, UnknownOptionsTakeWhatIsNoProgram) {
  EXPECT_EQ(marked("mpirun --brand-new 17 ./app"), "mpirun --brand-new 17 @ ./app");
  EXPECT_EQ(marked("mpirun --brand-new ./app arg"), "mpirun --brand-new @ ./app arg");
  EXPECT_EQ(marked("mpirun --brand-new -n 2 ./app"), "mpirun --brand-new -n 2 @ ./app");
  EXPECT_EQ(marked("mpirun --brand-new app"), "mpirun --brand-new @ app");
}

TEST(LaunchPlan, DirectoryOfTheProgram) {
  const auto plan = plan_launch(split("mpirun -wdir /tmp/x -n 2 ./a : -n 1 ./b"),
                                [](const std::string&) { return true; });
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->programs.size(), 2u);
  EXPECT_EQ(plan->programs[0].directory, "/tmp/x");
  EXPECT_EQ(plan->programs[1].directory, "");
  EXPECT_EQ(plan->launcher, "mpirun");
}

TEST(LaunchPlan, NoProgram) {
  EXPECT_EQ(marked(""), "error");
  EXPECT_EQ(marked("mpirun"), "error");
  EXPECT_EQ(marked("mpirun -n 2"), "error");
  EXPECT_EQ(marked("mpirun -n"), "error");
  EXPECT_EQ(marked("env A=1"), "error");
  EXPECT_EQ(marked("taskset"), "error");
}

}  // namespace
}  // namespace tarry::launch
