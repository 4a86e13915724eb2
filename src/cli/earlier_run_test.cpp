// SPDX-License-Identifier: BSD-3-Clause
#include "cli/earlier_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "base/temporary_directory.h"

namespace tarry::cli {
namespace {

using testing::ElementsAre;

class EarlierRunTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [name, value] : relevant_now()) unsetenv(name.c_str());
  }

  void write(const std::string& text) {
    ASSERT_TRUE(base::write_file((directory_.path() / "experiment.json").string(), text).ok());
  }

  static std::map<std::string, std::string> relevant_now() {
    std::map<std::string, std::string> out;
    for (const EnvironmentChange& change : environment_changes({})) out[change.name];
    return out;
  }

  const base::TemporaryDirectory directory_ = *base::TemporaryDirectory::make();
};

TEST_F(EarlierRunTest, IsReadFromTheManifest) {
  write(R"({"schema": "tarry-experiment/1", "command": ["mpirun", "-n", "2", "./a b"],
            "directory": "/home", "environment": {"OMP_NUM_THREADS": "2"}, "start_ns": 1700000000000000001,
            "run_s": 12.5, "exit_status": 3, "ranks": 2, "events": 7})");
  const auto run = read_earlier_run(experiment::Experiment(directory_.path()));
  ASSERT_TRUE(run.ok()) << run.error().message();
  EXPECT_THAT(run->command, ElementsAre("mpirun", "-n", "2", "./a b"));
  EXPECT_EQ(run->directory, "/home");
  EXPECT_EQ(run->environment.at("OMP_NUM_THREADS"), "2");
  EXPECT_EQ(run->start_ns, 1700000000000000001U);
  EXPECT_EQ(run->run_seconds, 12.5);
  EXPECT_EQ(run->exit_status, 3);
  EXPECT_EQ(run->ranks, 2U);
  EXPECT_EQ(run->events, 7U);
}

TEST_F(EarlierRunTest, MayLackWhatOlderVersionsDidNotWrite) {
  write(R"({"schema": "tarry-experiment/1", "command": ["./a"], "directory": "/home",
            "run_s": null, "exit_status": null})");
  const auto run = read_earlier_run(experiment::Experiment(directory_.path()));
  ASSERT_TRUE(run.ok()) << run.error().message();
  EXPECT_EQ(run->start_ns, 0U);
  EXPECT_FALSE(run->run_seconds || run->exit_status);
}

TEST_F(EarlierRunTest, IsNoMatterOfUsageIfDamaged) {
  write("{");
  EXPECT_EQ(read_earlier_run(experiment::Experiment(directory_.path())).error().code,
            base::ErrorCode::BadInput);
  EXPECT_FALSE(read_earlier_run(experiment::Experiment(directory_.path() / "gone")).ok());
}

TEST_F(EarlierRunTest, EnvironmentIsMadeWhatItWas) {
  setenv("OMP_NUM_THREADS", "7", 1);
  setenv("OMP_DYNAMIC", "true", 1);
  setenv("SLURM_JOB_ID", "12", 1);
  setenv("TARRY_SAMPLE", "4ms", 1);
  EarlierRun run;
  run.environment = {{"OMP_NUM_THREADS", "2"}, {"SLURM_JOB_ID", "11"}, {"TARRY_BUFFER", "1M"}};
  const auto changes = environment_changes(run);
  EXPECT_THAT(as_command(changes),
              ElementsAre("env", "-u", "OMP_DYNAMIC", "-u", "TARRY_SAMPLE", "OMP_NUM_THREADS=2"));
  change_environment(changes);
  EXPECT_STREQ(std::getenv("OMP_NUM_THREADS"), "2");
  EXPECT_EQ(std::getenv("OMP_DYNAMIC"), nullptr);
  EXPECT_STREQ(std::getenv("SLURM_JOB_ID"), "12");
  EXPECT_THAT(as_command(environment_changes(run)), ElementsAre());
}

}  // namespace
}  // namespace tarry::cli
