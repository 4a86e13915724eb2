// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/diagnosis_cube.h"

#include <gtest/gtest.h>

#include "diagnosis/report/case_diagnosis.h"
#include "report/efficiency.h"

namespace tarry::diagnosis {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::SeverityCube;

SeverityCube cube_of(const std::string& text) {
  return diagnosis_cube(diagnosis_of(text, {.severities = true}), "wave");
}

CallPathId callpath(const SeverityCube& cube, const std::string& region) {
  for (std::uint32_t at = 0; at < cube.callpaths.size(); ++at)
    if (cube.callpaths[at].region == region) return CallPathId{at};
  ADD_FAILURE() << "no call path to " << region;
  return CallPathId{};
}

// Returns values by location.
std::vector<double> row(const SeverityCube& cube, const char* metric, const std::string& region) {
  EXPECT_TRUE(cube.find(metric).valid()) << metric;
  std::vector<double> values;
  for (std::uint32_t at = 0; at < cube.locations.size(); ++at)
    values.push_back(cube.value(cube.find(metric), callpath(cube, region), LocationIndex{at}));
  return values;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t at = 0; at < found.size(); ++at)
    EXPECT_NEAR(found[at], expected[at], 1e-9) << "location " << at;
}

// Work of 4, 6, 8 and 8 s before a barrier that ends at 10 s: the severity is 3.5 - 2 s,
// the cause 8 - 6.5 s.
constexpr const char* kFourRanks =
    "period 4\n"
    "end 20000\n"
    "P0 t=2..3998 main > loop@a.c:3 > work@a.c:5\n"
    "P0 t=4002..9998 main > MPI_Barrier@a.c:6\n"
    "P1 t=2..5998 main > loop@a.c:3 > work@a.c:5\n"
    "P1 t=6002..9998 main > MPI_Barrier@a.c:6\n"
    "P2-3 t=2..7998 main > loop@a.c:3 > work@a.c:5\n"
    "P2-3 t=8002..9998 main > MPI_Barrier@a.c:6\n"
    "P0-3 t=10002..19998 main > rest@a.c:7\n";

TEST(DiagnosisCube, HasTheSampledTimeOfEachCallPath) {
  const SeverityCube cube = cube_of(kFourRanks);
  expect_near(row(cube, "time", "work"), {4, 6, 8, 8});
  expect_near(row(cube, "time", "MPI_Barrier"), {6, 4, 2, 2});
  expect_near(row(cube, "time", "main"), {0, 0, 0, 0});
  EXPECT_NEAR(cube.total(cube.find("time")), 80, 1e-9);
  const model::CubeCallPath& loop = cube.callpaths[callpath(cube, "loop at a.c:3").index()];
  EXPECT_EQ(loop.role, "loop");
  EXPECT_EQ(loop.line, 3U);
  EXPECT_EQ(cube.callpaths[callpath(cube, "work").index()].parent, callpath(cube, "loop at a.c:3"));
  EXPECT_EQ(cube.experiment.ranks, 4U);
  EXPECT_EQ(cube.experiment.threads, 1U);
}

// Metrics are those of reports of traces, so that efficiencies are known: useful computation of 14,
// 16, 18 and 18 s of 20 s.
TEST(DiagnosisCube, TellsTimeOfMpiFromComputation) {
  const SeverityCube cube = cube_of(kFourRanks);
  expect_near(row(cube, "mpi_sync_collective", "MPI_Barrier"), {6, 4, 2, 2});
  expect_near(row(cube, "mpi", "MPI_Barrier"), {6, 4, 2, 2});
  expect_near(row(cube, "comp", "work"), {4, 6, 8, 8});
  EXPECT_NEAR(cube.total(cube.find("comp")), 66, 1e-9);
  EXPECT_NEAR(cube.total(cube.find("execution")), 80, 1e-9);
  EXPECT_FALSE(cube.find("mpi_point2point").valid()) << "no time, no metric";
  const report::Efficiency efficiency = report::efficiencies({cube}).front();
  EXPECT_NEAR(efficiency.load_balance, 16.5 / 18, 1e-9);
  EXPECT_NEAR(efficiency.communication, 18.0 / 20, 1e-9);
}

TEST(DiagnosisCube, TheOutermostCallDecidesWhatTimeIs) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0 t=2..3998 main > MPI_Isend@5 > pthread_mutex_lock@1\n"
      "P0 t=4002..9998 main > ___pthread_mutex_lock@6 > wait@1\n"
      "P0 t=10002..19998 main > (parallel_region)@7 > (end_of_region)@7\n");
  expect_near(row(cube, "mpi_point2point", "pthread_mutex_lock"), {4});
  expect_near(row(cube, "pthread_lock_api", "wait"), {6});
  expect_near(row(cube, "omp_ibarrier", "(end_of_region)"), {10});
  EXPECT_NEAR(cube.total(cube.find("comp")), 0, 1e-9);
}

TEST(DiagnosisCube, KnowsWaitsOfThreadsByTheNamesThatSamplesHave) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0 t=2..3998 main > __pthread_clockjoin_ex@5\n"
      "P0 t=4002..9998 main > ___pthread_barrier_wait@6 > futex_wait@1\n"
      "P0 t=10002..13998 main > pthread_cond_clockwait@7\n"
      "P0 t=14002..15998 main > ___pthread_rwlock_wrlock@8\n"
      "P0 t=16002..19998 main > pthread_self@9\n");
  expect_near(row(cube, "pthread_management", "__pthread_clockjoin_ex"), {4});
  expect_near(row(cube, "pthread_synchronization", "futex_wait"), {6});
  expect_near(row(cube, "pthread_conditional", "pthread_cond_clockwait"), {4});
  expect_near(row(cube, "pthread_synchronization", "___pthread_rwlock_wrlock"), {2});
  expect_near(row(cube, "comp", "pthread_self"), {4});
  EXPECT_NEAR(cube.total(cube.find("comp")), 4, 1e-9);
}

TEST(DiagnosisCube, OwnWorkIsOverhead) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0 t=2..3998 main > (tarry)@5\n"
      "P0 t=4002..5998 main > MPI_Init@6 > (tarry)@6\n"
      "P0 t=6002..19998 main > work@7\n");
  EXPECT_NEAR(cube.total(cube.find("overhead")), 6, 1e-9);
  EXPECT_NEAR(cube.total(cube.find("execution")), 14, 1e-9);
}

TEST(DiagnosisCube, OfOpenmpTheCodeOfTheProgramComputes) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0-1 t=2..9998 main > GOMP_parallel@5 > body@6\n"
      "P0-1 t=10002..19998 main > GOMP_parallel@5 > gomp_team_end@1 > pthread_cond_wait@1\n");
  expect_near(row(cube, "comp", "body"), {10, 10});
  expect_near(row(cube, "omp_time", "pthread_cond_wait"), {10, 10});
  EXPECT_FALSE(cube.find("pthread_time").valid());
}

// P0 waits for 2 s, the others for 6 s: 4 s more than P0, and 2 s like P0.
TEST(DiagnosisCube, LossesOfACallAreNotMoreThanTheRankIsInIt) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0 t=2..7998 main > work@5\n"
      "P0 t=8002..9998 main > MPI_Barrier@6 > opal_progress\n"
      "P1-3 t=2..3998 main > work@5\n"
      "P1-3 t=4002..9998 main > MPI_Barrier@6 > opal_progress\n"
      "P0-3 t=10002..19998 main > rest@10\n");
  expect_near(row(cube, "load_imbalance", "MPI_Barrier"), {0, 4, 4, 4});
  expect_near(row(cube, "wait_for_partner", "MPI_Barrier"), {2, 2, 2, 2});
}

TEST(DiagnosisCube, ImbalanceIsTheWaitOfEachRankAndWhatItsExcessCostsAll) {
  const SeverityCube cube = cube_of(kFourRanks);
  expect_near(row(cube, "load_imbalance", "MPI_Barrier"), {4, 2, 0, 0});
  expect_near(row(cube, "load_imbalance_cause", "work"), {0, 0, 3, 3});
  // The mean over ranks is the severity.
  EXPECT_NEAR(cube.total(cube.find("load_imbalance")), 4 * 1.5, 1e-9);
  EXPECT_NEAR(cube.total(cube.find("load_imbalance_cause")), 4 * 1.5, 1e-9);
  EXPECT_EQ(cube.total(cube.find("serialization")), 0);
}

TEST(DiagnosisCube, SerializationIsAPartOfLoadImbalance) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0-2 t=2..9998 main > MPI_Barrier@6\n"
      "P3 t=2..8998 main > work@5\n"
      "P3 t=9002..9998 main > MPI_Barrier@6\n"
      "P0-3 t=10002..19998 main > rest@7\n");
  for (const char* metric : {"serialization", "load_imbalance"})
    expect_near(row(cube, metric, "MPI_Barrier"), {9, 9, 9, 0});
  for (const char* metric : {"serialization_cause", "load_imbalance_cause"})
    expect_near(row(cube, metric, "work"), {0, 0, 0, 27});
}

// Returns this many calls of a period each, with as much time between them.
std::string calls(const std::string& ranks, int count, const std::string& path) {
  std::string text;
  for (int call = 0; call < count; ++call) {
    const std::string from = std::to_string(2 + 8 * call);
    const std::string then = std::to_string(6 + 8 * call);
    text += ranks + " t=" + from + ' ' + path + " > MPI_Send@5 lca=1\n";
    text += ranks + " t=" + then + ' ' + path + " > work@6 lca=1\n";
  }
  return text;
}

TEST(DiagnosisCube, OfNestedLoopsTheInnermostIsTheCause) {
  const SeverityCube cube =
      cube_of("period 4\nend 20000\n" + calls("P0-1", 125, "main > loop@3 > loop@4") +
              "P0-1 t=1002..19998 main > work@7\n");
  expect_near(row(cube, "frequent_communication", "MPI_Send"), {0.5, 0.5});
  expect_near(row(cube, "communication_ratio", "MPI_Send"), {0.5, 0.5});
  expect_near(row(cube, "frequent_communication_cause", "loop at line 4"), {0.5, 0.5});
  expect_near(row(cube, "frequent_communication_cause", "loop at line 3"), {0, 0});
}

TEST(DiagnosisCube, ALossOfOneGroupIsDealtOutWithinIt) {
  // 2.5 s on two of four ranks are 1.25 s of an average rank.
  const Diagnosis made =
      diagnosis_of("period 4\nend 20000\n" + calls("P0-1", 625, "main > X@2 > loop@3") +
                       "P2-3 t=2..4998 main > Y@7\n"
                       "P0-3 t=5002..5998 main > MPI_Barrier@9\n"
                       "P0-3 t=6002..19998 main > rest@10\n",
                   {.severities = true});
  ASSERT_EQ(made.findings.size(), 1U);
  EXPECT_TRUE(made.findings[0].in_one_group);
  EXPECT_NEAR(made.findings[0].seconds, 1.25, 1e-9);
  const SeverityCube cube = diagnosis_cube(made, "wave");
  expect_near(row(cube, "frequent_communication", "MPI_Send"), {2.5, 2.5, 0, 0});
  expect_near(row(cube, "frequent_communication_cause", "loop at line 3"), {2.5, 2.5, 0, 0});
}

// Two ranks do different things. One waits for 4 s in a call. The other spends 4 s in another call
// and waits for 2 s of them; the rest is unknown.
TEST(DiagnosisCube, OfALossOfAllGroupsEachPartIsOfItsOwnCall) {
  const Diagnosis made = diagnosis_of(
      "period 4\nend 20000\n"
      "P0 t=2..3998 main > X@2 > MPI_Sendrecv@3 > opal_progress\n"
      "P0 t=4002..4998 main > X@2 > pack@4\n"
      "P1 t=2..1998 main > Y@6 > MPI_Recv@7 > opal_progress\n"
      "P1 t=2002..3998 main > Y@6 > MPI_Recv@7 lca=3\n"
      "P1 t=4002..4998 main > Y@6 > pack@8\n"
      "P0-1 t=5002..5998 main > MPI_Barrier@9\n"
      "P0-1 t=6002..19998 main > rest@10\n",
      {.severities = true});
  ASSERT_EQ(made.findings.size(), 1U);
  const Finding& finding = made.findings[0];
  EXPECT_FALSE(finding.in_one_group);
  EXPECT_NEAR(finding.seconds, 3, 1e-9);  // (4 + 2) / 2
  EXPECT_EQ(finding.samples, 1500U);
  EXPECT_NEAR(finding.breakdown[static_cast<std::size_t>(Label::WaitPartner)], 3, 1e-9);
  EXPECT_NEAR(finding.breakdown[static_cast<std::size_t>(Label::Communication)], 1, 1e-9);
  EXPECT_NEAR(finding.seconds_per_call, 4, 1e-9);
  const SeverityCube cube = diagnosis_cube(made, "wave");
  expect_near(row(cube, "wait_for_partner", "MPI_Sendrecv"), {4, 0});
  expect_near(row(cube, "wait_for_partner", "MPI_Recv"), {0, 2});
}

TEST(DiagnosisCube, LongCommunicationIsTheTimeOfEachRank) {
  const SeverityCube cube = cube_of(
      "period 4\nend 20000\n"
      "P0 t=2..1998 main > MPI_Recv@5 > MPIDI_CH3I_Progress@1\n"
      "P0 t=2002..19998 main > work@6\n"
      "P1 t=2..3998 main > MPI_Recv@5 > MPIDI_CH3I_Progress@1\n"
      "P1 t=4002..19998 main > work@6\n");
  expect_near(row(cube, "wait_for_partner", "MPI_Recv"), {2, 4});
  expect_near(row(cube, "long_communication", "MPI_Recv"), {2, 4});
  expect_near(row(cube, "time", "MPIDI_CH3I_Progress"), {2, 4});
}

TEST(DiagnosisCube, AllThreadsHaveTimeButOnlyTheFirstOfARankLosses) {
  std::string text = kFourRanks;
  text.insert(text.find("P0 t="), "P0.1 t=2..19998 helper@9\n");
  const SeverityCube cube = cube_of(text);
  EXPECT_EQ(cube.experiment.threads, 2U);
  ASSERT_EQ(cube.locations.size(), 5U);
  expect_near(row(cube, "time", "helper"), {0, 20, 0, 0, 0});
  expect_near(row(cube, "load_imbalance", "MPI_Barrier"), {4, 0, 2, 0, 0});
}

TEST(DiagnosisCube, SaysWhatIsNotKnownAndWhatIsWorst) {
  const SeverityCube cube = cube_of(kFourRanks);
  EXPECT_FALSE(cube.experiment.warnings.empty());
  EXPECT_EQ(
      cube.experiment.attributes.at("tarry.headline"),
      "Load imbalance: work@a.c:5 on ranks 2-3 makes ranks 0-1 wait, at most 1.500 s (7.5 %)");
  EXPECT_EQ(cube.experiment.attributes.at("tarry.sections"), "load_imbalance load_imbalance_cause");
}

}  // namespace
}  // namespace tarry::diagnosis
