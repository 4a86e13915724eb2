// SPDX-License-Identifier: BSD-3-Clause
// Reads profiles that Score-P wrote beside its traces; writing and reading them again must not
// change them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "algebra/standard_tree.h"
#include "reference/real_traces.h"
#include "report/cubex.h"
#include "support/cube_comparison.h"
#include "support/read_on_demand.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

struct Profile {
  const char* folder;
  std::size_t locations, callpaths;
  double visits, bytes_sent;
  double time;  // the inclusive times of the root in the file, added up
};

class ScorePProfile : public ::testing::TestWithParam<Profile> {
 protected:
  ScorePProfile() { fs::create_directories(scratch_); }
  ~ScorePProfile() override { fs::remove_all(scratch_); }
  const fs::path scratch_ = fs::path(::testing::TempDir()) /
                            ("tarry-profiles" + std::to_string(getpid())) / GetParam().folder;
};

TEST_P(ScorePProfile, IsReadAndWritten) {
  const Profile& expected = GetParam();
  const fs::path file = reference::real_traces() / expected.folder / "profile.cubex";
  if (!fs::exists(file)) GTEST_SKIP() << reference::no_real_traces();
  const base::Result<model::SeverityCube> cube = report::read_cubex(file.string());
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  EXPECT_EQ(cube->experiment.program, expected.folder);
  EXPECT_EQ(cube->locations.size(), expected.locations);
  EXPECT_EQ(cube->callpaths.size(), expected.callpaths);
  EXPECT_EQ(cube->total(cube->find("visits")), expected.visits);
  EXPECT_NEAR(cube->total(cube->find("time")), expected.time, 1e-9);
  const model::MetricId sent = cube->find("bytes_sent");
  EXPECT_EQ(sent.valid() ? cube->total(sent) : 0.0, expected.bytes_sent);
  for (const model::CallPathId callpath : cube->callpaths_with_values(cube->find("time")))
    for (const double value : cube->row(cube->find("time"), callpath)) EXPECT_GE(value, 0.0);

  const std::string copy = (scratch_ / "copy.cubex").string();
  ASSERT_TRUE(report::write_cubex(*cube, copy).ok());
  const base::Result<model::SeverityCube> again = report::read_cubex(copy);
  ASSERT_TRUE(again.ok()) << again.error().message();
  for (const std::string& difference : differences(*cube, *again)) ADD_FAILURE() << difference;
  EXPECT_EQ(differences_on_demand(file.string()), std::vector<std::string>{});
  EXPECT_EQ(differences_when_written(*cube, copy), std::vector<std::string>{});
}

// The profile and the trace are of one run, whose times the reference analyser took from the trace.
TEST_P(ScorePProfile, IsDividedAsTheReferenceAnalyserDoes) {
  const fs::path folder = reference::real_traces() / GetParam().folder;
  std::ifstream file(folder / "reference.json");
  if (!file) GTEST_SKIP() << "the reference analyser's numbers are not known for this trace";
  const base::Result<model::SeverityCube> cube =
      report::read_cubex((folder / "profile.cubex").string());
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  const base::Result<model::SeverityCube> tree = algebra::with_standard_tree(*cube);
  ASSERT_TRUE(tree.ok()) << tree.error().message();
  const nlohmann::json metrics = nlohmann::json::parse(file).at("metrics");
  for (const char* id : {"time", "execution", "comp", "mpi", "mpi_management", "mpi_init_exit",
                         "mpi_communication"}) {
    ASSERT_TRUE(tree->find(id).valid()) << id;
    const double expected = metrics.at(id).at("total");
    EXPECT_NEAR(tree->total(tree->find(id)), expected, 1e-3 * expected) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    ScoreP, ScorePProfile,
    ::testing::Values(Profile{"mpi_allreduce", 8, 12, 96, 128, 18.125392743334814},
                      Profile{"mpi_bsend", 2, 10, 16, 4, 4.582066136312797},
                      Profile{"mpi_gather", 4, 7, 28, 16, 9.237820609863892},
                      Profile{"mpi_pthread_hello_world", 12, 10, 56, 0, 3.1253403250000003},
                      Profile{"mpi_ssend_irecv", 2, 9, 15, 4, 0.6586677966759998}),
    [](const ::testing::TestParamInfo<Profile>& profile) {
      return std::string(profile.param.folder);
    });

}  // namespace
}  // namespace tarry::testing
