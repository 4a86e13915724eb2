// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "diagnosis/report/case_diagnosis.h"
#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/json_diagnosis.h"
#include "diagnosis/report/text_diagnosis.h"

namespace tarry::diagnosis {
namespace {

constexpr const char* kOneLate =
    "period 4\n"
    "end 20000\n"
    "P0 t=2..3998 main > loop@a.c:3 > work@a.c:5\n"
    "P0 t=4002..9998 main > MPI_Barrier@a.c:6\n"
    "P1 t=2..7998 main > loop@a.c:3 > work@a.c:5\n"
    "P1 t=8002..9998 main > MPI_Barrier@a.c:6\n"
    "P0-1 t=10002..18998 main > rest@a.c:7\n"
    "P0-1 t=19002..19998 main > MPI_Recv@a.c:8\n";

TEST(TextDiagnosis, ShowsSegmentsLossesAndLimits) {
  EXPECT_EQ(text_diagnosis(diagnosis_of(kOneLate), "wave"),
            R"(wave: 2 ranks, 20.00 s, samples every 4.000 ms

Inefficient execution segments:

Phase 0, 0 s to 10.00 s, up to main/MPI_Barrier@a.c:6
imbalance 10.0 %, communication 0.0 %, synchronization 20.0 % of the run

  main [computation]
*   MPI_Barrier@a.c:6 [synchronization] 2.000 s (10.0 %)
    loop@a.c:3 [computation]
*     work@a.c:5 [computation] 2.000 s (10.0 %)

Load imbalance: work@a.c:5 on rank 1 makes rank 0 wait, at most 2.000 s (10.0 %)
  cause: main/loop@a.c:3/work@a.c:5 (2.000 s) on rank 1
  The wait is in main/MPI_Barrier@a.c:6.
  What to do: distribute the work of the causes evenly.

Long communication whose purpose samples cannot tell:
  1.000 s (5.0 %) in main/MPI_Recv@a.c:8

What this diagnosis cannot know:
  - Samples do not show the sender and receiver of a message. The rank that stops working when a wait ends is taken for the late partner.
  - A severity is the most time that the run could save. Severities may overlap: do not add them.
  - Large device transfer is outside of this diagnosis: samples do not show devices.
  - Lock contention is outside of this diagnosis: samples do not show the state of locks.
  - Network congestion is outside of this diagnosis: samples do not show the state of the network.
  - Calls from the same place within one sampling period count as one call. Durations per call are upper bounds, and a synchronization of all ranks may be missed.
  - The control flow of some loops is unknown: their iterations were recognized by the lines of their calls.
)");
}

// Of all time, 60 ms are in short calls: each lasts two samples.
std::string with_short_calls(const std::string& call) {
  std::string samples = "period 4\nend 4000\nP0-3 t=2..1998 main > work@3\n";
  samples += "P0-3 t=2002 main > loop@5 > " + call + "@6\n";
  for (int time = 2006; time <= 2058; time += 4)
    samples += "P0-3 t=" + std::to_string(time) + " main > loop@5 > " + call + "@6 lca=2\n";
  return samples + "P0-3 t=2062..3998 main > work@9\n";
}

TEST(TextDiagnosis, AdvisesFewerCallsOnlyIfTheyDoMoreThanAsk) {
  const std::string sends = text_diagnosis(diagnosis_of(with_short_calls("MPI_Send")), "wave");
  EXPECT_NE(sends.find("What to do: make fewer calls"), std::string::npos) << sends;
  const std::string polls = text_diagnosis(diagnosis_of(with_short_calls("MPI_Iprobe")), "wave");
  EXPECT_EQ(polls.find("make fewer calls"), std::string::npos) << polls;
  EXPECT_NE(polls.find("What to do: these calls only ask whether something has come"),
            std::string::npos);
}

TEST(TextDiagnosis, NamesPhasesThatCanBeRead) {
  EXPECT_EQ(phases_text({3}), "Phase 3");
  EXPECT_EQ(phases_text({0, 1, 2, 4, 6, 8, 9}), "Phases 0-2,4,6,8-9");
  EXPECT_EQ(phases_text({1, 3, 5, 7, 9}), "5 phases from 1 to 9");
}

TEST(TextDiagnosis, BeginsAtMain) {
  const std::string start = "_start > __libc_start_main@libc.c:9 > ";
  std::string samples = kOneLate;
  for (std::size_t at = samples.find("main >"); at != std::string::npos;
       at = samples.find("main >", at + start.size() + 1))
    samples.insert(at, start);
  EXPECT_EQ(text_diagnosis(diagnosis_of(samples), "wave"),
            text_diagnosis(diagnosis_of(kOneLate), "wave"));
}

TEST(TextDiagnosis, LeavesOutFolders) {
  std::string samples = kOneLate;
  for (std::size_t at = samples.find("@a.c"); at != std::string::npos;
       at = samples.find("@a.c", at + 1))
    samples.insert(at + 1, "/home/us/");
  EXPECT_EQ(text_diagnosis(diagnosis_of(samples), "wave"),
            text_diagnosis(diagnosis_of(kOneLate), "wave"));
}

TEST(TextDiagnosis, NestedLoopsWithTheSameLossAreOneCause) {
  std::string samples = "period 4\nend 20000\n";
  for (int call = 0; call < 125; ++call) {
    const std::string path = "P0-1 t=" + std::to_string(2 + 8 * call) + " main > loop@3 > loop@4";
    const std::string then = "P0-1 t=" + std::to_string(6 + 8 * call) + " main > loop@3 > loop@4";
    samples += path + " > MPI_Send@5 lca=1\n" + then + " > work@6 lca=1\n";
  }
  samples += "P0-1 t=1002..19998 main > work@7\n";
  const std::string text = text_diagnosis(diagnosis_of(samples), "wave");
  EXPECT_NE(text.find("\n  cause: main/loop@3/loop@4 (500.0 ms) and 1 loop around it\n  "),
            std::string::npos)
      << text;
}

// Returns steps of 100 ms that end with a barrier. One of two ranks works for 80 ms, the other for
// 40 ms. `late`: the rank with more work, by step. Work is in the loop itself.
std::string steps_with_late(const std::string& late) {
  std::string text = "period 4\nend " + std::to_string(100 * late.size()) + '\n';
  for (std::size_t at = 0; at < late.size(); ++at)
    for (const char rank : {'0', '1'}) {
      const std::size_t begin = 100 * at;
      const std::size_t come = begin + (rank == late[at] ? 80 : 40);
      const std::string line = std::string("P") + rank + " t=";
      text += line + std::to_string(begin + 2) + ".." + std::to_string(come - 2) +
              " main > loop@3 lca=2\n" + line + std::to_string(come + 2) + ".." +
              std::to_string(begin + 98) + " main > loop@3 > MPI_Barrier@5 lca=2\n";
    }
  return text;
}

TEST(TextDiagnosis, NamesRanksOfTimeInTheLoopItself) {
  const std::string text = text_diagnosis(diagnosis_of(steps_with_late("11111111111")), "wave");
  EXPECT_NE(text.find("cause: main/loop@3 (200.0 ms) on rank 1\n"), std::string::npos) << text;
}

TEST(TextDiagnosis, NamesNoRanksThatChangeFromPhaseToPhase) {
  // Rank 0 is late a little more often than rank 1, which does not make the loss.
  const std::string text = text_diagnosis(diagnosis_of(steps_with_late("001010101010")), "wave");
  EXPECT_NE(text.find("cause: main/loop@3 (220.0 ms) on changing ranks\n"), std::string::npos)
      << text;
}

TEST(TextDiagnosis, SaysThatThereIsNoLoss) {
  const std::string text =
      text_diagnosis(diagnosis_of("period 4\nend 4000\nP0-1 t=2..3998 main > work@5\n"), "wave");
  EXPECT_NE(text.find("\nNo significant loss was found.\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("segments"), std::string::npos) << text;
}

TEST(TextDiagnosis, SaysOnHowFewSamplesALossRests) {
  const auto text_of = [](const char* wait) {
    return text_diagnosis(diagnosis_of(std::string("period 4\nend 400\nP0 t=2..398 main > work@5\n"
                                                   "P1 t=2..298 main > work@5\n") +
                                       wait),
                          "wave");
  };
  const std::string few = text_of(
      "P1 t=302..334 main > MPI_Recv@6 > opal_progress\nP1 t=338..398 main > work@5 lca=1\n");
  EXPECT_NE(
      few.find(
          "  Only 9 samples show this: run longer, or sample at a shorter period than 4.000 ms.\n"),
      std::string::npos)
      << few;
  const std::string enough = text_of(
      "P1 t=302..338 main > MPI_Recv@6 > opal_progress\nP1 t=342..398 main > work@5 lca=1\n");
  EXPECT_NE(enough.find("Wait for partner"), std::string::npos) << enough;
  EXPECT_EQ(enough.find("samples only"), std::string::npos) << enough;
}

TEST(TextDiagnosis, SaysNothingOfMpiWhereThereIsNone) {
  const Diagnosis one = diagnosis_of("period 4\nend 4000\nP0 t=2..3998 main > work@5\n");
  EXPECT_EQ(one.limits.size(), 2U);  // upper bounds, devices
  const Diagnosis mpi = diagnosis_of(
      "period 4\nend 4000\nP0 t=2..3994 main > work@5\nP0 t=3998 main > MPI_Send@6 lca=1\n");
  EXPECT_EQ(mpi.limits.size(), 6U);
}

bool says_that_threads_are_not_compared(const Diagnosis& made) {
  return std::any_of(made.limits.begin(), made.limits.end(), [](const std::string& limit) {
    return limit.find("Threads are compared only in parallel regions") != std::string::npos;
  });
}

TEST(TextDiagnosis, SaysThatThreadsOfTheProgramAreNotCompared) {
  EXPECT_TRUE(says_that_threads_are_not_compared(
      diagnosis_of("period 4\nend 400\nP0 t=2..398 main > __pthread_clockjoin_ex@5\n"
                   "P0.1 t=2..398 start_thread > ___pthread_barrier_wait\n")));
  EXPECT_FALSE(says_that_threads_are_not_compared(
      diagnosis_of("period 4\nend 400\nP0 t=2..398 main > GOMP_parallel > body > work\n"
                   "P0.1 t=2..398 start_thread > libgomp.so.1+0x1cc40 > body > work\n")));
  EXPECT_FALSE(says_that_threads_are_not_compared(
      diagnosis_of("period 4\nend 400\nP0 t=2..398 main > work\n")));
}

TEST(JsonDiagnosis, HasWhatTheInterfaceSays) {
  const auto made = nlohmann::json::parse(json_diagnosis(diagnosis_of(kOneLate), "wave"));
  EXPECT_EQ(made["schema"], "tarry-diagnosis/1");
  EXPECT_EQ(made["experiment"]["ranks"], 2);
  EXPECT_EQ(made["experiment"]["duration_s"], 20.0);
  ASSERT_EQ(made["phases"].size(), 2U);
  EXPECT_EQ(made["phases"][1],
            nlohmann::json::parse(R"({"id": 1, "begin_s": 10.0, "end_s": 20.0, "kind": "spmd"})"));
  ASSERT_EQ(made["findings"].size(), 1U);
  EXPECT_EQ(made["findings"][0], nlohmann::json::parse(R"({
      "type": "load_imbalance", "phase": 0, "phases": [0], "severity_s": 2.0,
      "severity_percent": 10.0,
      "symptom": {"callpath": ["main", "MPI_Barrier"], "sites": ["", "a.c:6"]},
      "causes": [{"callpath": ["main", "loop at a.c:3", "work"], "sites": ["", "a.c:3", "a.c:5"],
                  "severity_s": 2.0, "ranks": [1]}],
      "ranks": [1], "waiting_ranks": [0], "samples": 2000, "evened_out": false, "across_groups": false, "in_one_group": false,
      "advice": "distribute the work of the causes evenly"})"));
  EXPECT_EQ(made["unresolved"][0]["severity_s"], 1.0);
  EXPECT_EQ(made["clock_offsets_s"], nlohmann::json::parse("[0.0, 0.0]"));
  EXPECT_EQ(made["clusters"][0]["members"], 1);
  EXPECT_EQ(made["limits"].size(), 7U);
}

}  // namespace
}  // namespace tarry::diagnosis
