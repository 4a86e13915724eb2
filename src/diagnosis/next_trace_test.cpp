// SPDX-License-Identifier: BSD-3-Clause
// Tests windows and functions of the trace that follows a diagnosis. Samples lie in the middle of
// their periods of 4 ms, so times come out exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diagnosis/traced_functions.h"
#include "samples/sample_text.h"
#include "workers/team_transport.h"

namespace tarry::diagnosis {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

struct Diagnosed {
  Diagnosis diagnosis;
  std::vector<samples::ThreadSamples> threads;

  [[nodiscard]] const Finding& first() const { return diagnosis.findings.front(); }
  [[nodiscard]] TraceWindow window(Time length) const {
    return trace_window(diagnosis, threads, first(), length);
  }
  [[nodiscard]] TracedFunctions functions(Time length) const {
    return traced_functions(diagnosis, threads, first(), window(length));
  }
};

Diagnosed diagnosed(const std::string& text) {
  auto samples = samples::parse_samples(text, "f");
  EXPECT_TRUE(samples.ok()) << samples.error().message();
  samples::SampleSet kept = samples->samples;
  workers::SoleProcess transport;
  auto made = diagnose(std::move(samples->samples), LabelTable::standard(), transport);
  EXPECT_TRUE(made.ok()) << made.error().message();
  EXPECT_FALSE(made->findings.empty());
  auto threads = samples_again(std::move(kept), *made);
  EXPECT_TRUE(threads.ok()) << threads.error().message();
  return {*std::move(made), *std::move(threads)};
}

// A phase of 10 s in whose last 2 s P0 waits, and one of 10 s without a loss.
const char* const kOneImbalance =
    "period 4\n"
    "end 20000\n"
    "P0 t=2..7998 main > work@5\n"
    "P0 t=8002..9998 main > MPI_Barrier@6\n"
    "P1 t=2..9994 main > work@5\n"
    "P1 t=9998 main > MPI_Barrier@6\n"
    "P0-1 t=10002..19998 main > rest@7\n";

TEST(TraceWindow, HasTheWholeWaitOfALongPhase) {
  const TraceWindow window = diagnosed(kOneImbalance).window(4s);
  EXPECT_EQ(window.begin, 7s);  // 8 s to 10 s, in the middle
  EXPECT_EQ(window.end, 11s);
  EXPECT_DOUBLE_EQ(window.seconds, 0.998);  // (2 + 0.004) / 2 - 0.004
  EXPECT_FALSE(window.is_longer);
  EXPECT_EQ(window.left_out, 7s);
}

TEST(TraceWindow, IsLongerForAWaitThatDoesNotFit) {
  const TraceWindow window = diagnosed(kOneImbalance).window(800ms);
  EXPECT_EQ(window.begin, 7s);  // twice as long as the wait
  EXPECT_EQ(window.end, 11s);
  EXPECT_TRUE(window.is_longer);
}

TEST(TraceWindow, LiesWithinTheRun) {
  const TraceWindow window = diagnosed(kOneImbalance).window(60s);
  EXPECT_EQ(window.begin, 0s);
  EXPECT_EQ(window.end, 20s);
  EXPECT_EQ(window.left_out, 0s);
}

// Returns phases of 1 s in which P0 waits so many milliseconds and P1 for one sample.
std::string steps(const std::vector<int>& waits) {
  std::string text = "period 4\nend " + std::to_string(waits.size() * 1000) + "\n";
  int begin = 0;
  for (const int wait : waits) {
    const auto sample = [&](const char* rank, int from, int to, const char* path) {
      text += std::string(rank) + " t=" + std::to_string(begin + from + 2) + ".." +
              std::to_string(begin + to - 2) + " main > " + path + " lca=1\n";
    };
    sample("P0", 0, 1000 - wait, "work@5");
    sample("P0", 1000 - wait, 1000, "MPI_Barrier@6");
    sample("P1", 0, 996, "work@5");
    sample("P1", 996, 1000, "MPI_Barrier@6");
    begin += 1000;
  }
  return text;
}

TEST(TraceWindow, HasThePhasesThatLoseMost) {
  const Diagnosed run = diagnosed(steps({4, 104, 4, 504, 404, 4, 504, 4}));
  const TraceWindow window = run.window(4s);
  // Phases 3 to 5 lose 450 ms of an average rank, and so do 4 to 6; the first of the two counts.
  // Phase 5 has no loss and is therefore no part.
  EXPECT_DOUBLE_EQ(window.seconds, 0.45);
  EXPECT_EQ(window.begin, 2s);
  EXPECT_EQ(window.end, 6s);
}

// Returns phases of 1 s with one barrier each, in which P0 waits for 504 ms and P1 for 104 ms. P1
// makes every other one from a function of its own.
std::string alternating_barriers() {
  std::string text = "period 4\nend 4000\n";
  for (int begin = 0; begin < 4000; begin += 1000) {
    const auto stay = [&](const char* rank, int wait, const char* barrier) {
      const auto line = [&](int from, int to, const std::string& path, const char* counts) {
        text += std::string(rank) + " t=" + std::to_string(begin + from + 2) + ".." +
                std::to_string(begin + to - 2) + " main > " + path + " lca=1 " + counts + "\n";
      };
      line(0, 1000 - wait, "work@5", "calls=0 synchronisations=0");
      line(1000 - wait, 1000, barrier, "calls=1 synchronisations=1");
    };
    stay("P0", 504, "even@6 > MPI_Barrier@2");
    stay("P1", 104, begin % 2000 == 0 ? "even@6 > MPI_Barrier@2" : "odd@7 > MPI_Barrier@3");
  }
  return text;
}

TEST(TraceWindow, KnowsTheClosingCallOnAllItsPaths) {
  const Diagnosed run = diagnosed(alternating_barriers());
  ASSERT_EQ(run.first().issue, Issue::LoadImbalance);
  EXPECT_NEAR(run.first().seconds, 0.6, 1e-9);      // after the first barrier
  EXPECT_NEAR(run.window(20s).seconds, 0.6, 1e-9);  // 200 ms in each of three phases
}

TEST(TracedFunctions, AreThoseAroundTheClosingCallOnAllItsPaths) {
  EXPECT_THAT(diagnosed(alternating_barriers()).functions(20s).kept,
              UnorderedElementsAre("main", "even", "odd", "work"));
}

TEST(TraceWindow, SaysWhatIsLostInItsFreeHalfToo) {
  const Diagnosed run = diagnosed(steps({4, 104, 504, 504, 204, 4}));
  const TraceWindow window = run.window(4s);
  EXPECT_EQ(window.begin, 1s);  // the two worst phases are in the middle
  EXPECT_EQ(window.end, 5s);
  EXPECT_DOUBLE_EQ(window.seconds, 0.65);  // the phases beside them lose 50 and 100 ms
}

// Returns 2 s of MPI_Init, 2 s of work and 2 s of MPI_Finalize. P0 waits for the last 500 ms of the
// first second of work, and the other second has no loss.
std::string between_init_and_finalize(const std::string& init) {
  return "period 4\n"
         "end 6000\n"
         "P0-1 t=2..1998 main > " +
         init +
         "@3 > MPIDI_CH3I_Progress@1\n"
         "P0 t=2002..2498 main > work@5 lca=1\n"
         "P0 t=2502..2998 main > MPI_Barrier@6 lca=1\n"
         "P1 t=2002..2994 main > work@5 lca=1\n"
         "P1 t=2998 main > MPI_Barrier@6 lca=1\n"
         "P0-1 t=3002..3994 main > rest@7 lca=1\n"
         "P0-1 t=3998 main > MPI_Barrier@8 lca=1\n"
         "P0-1 t=4002..5998 main > MPI_Finalize@9 > MPIDI_CH3I_Progress@1 lca=1\n";
}

TEST(TraceWindow, IsNotInInitAndFinalize) {
  for (const char* init : {"MPI_Init", "PMPI_Init_thread"}) {
    const Diagnosed run = diagnosed(between_init_and_finalize(init));
    const auto found =
        std::find_if(run.diagnosis.findings.begin(), run.diagnosis.findings.end(),
                     [](const Finding& finding) { return finding.issue == Issue::LoadImbalance; });
    ASSERT_NE(found, run.diagnosis.findings.end());
    const TraceWindow window = trace_window(run.diagnosis, run.threads, *found, 20s);
    EXPECT_EQ(window.begin, 2s) << init;
    EXPECT_EQ(window.end, 4s) << init;
    EXPECT_NEAR(window.seconds, 0.25, 0.004);
    // The window has all of the phase except MPI_Init.
    EXPECT_EQ(window.left_out, 0s) << init;
    // A loss in MPI_Init has no other time.
    const auto start =
        std::find_if(run.diagnosis.findings.begin(), run.diagnosis.findings.end(),
                     [](const Finding& finding) { return finding.issue != Issue::LoadImbalance; });
    ASSERT_NE(start, run.diagnosis.findings.end());
    EXPECT_EQ(trace_window(run.diagnosis, run.threads, *start, 20s).begin, 0s) << init;
  }
}

TEST(SamplesAgain, AreThoseOfTheDiagnosis) {
  const Diagnosed run = diagnosed(kOneImbalance);
  auto others = samples::parse_samples("period 4\nend 100\nP0 t=2..98 main > other@5\n", "f");
  ASSERT_TRUE(others.ok());
  EXPECT_FALSE(samples_again(std::move(others->samples), run.diagnosis).ok());
  EXPECT_FALSE(samples_again({}, run.diagnosis).ok());
  std::string text = kOneImbalance;
  const auto with = [&](const std::string& line, const std::string& other) {
    auto changed = text;
    changed.replace(changed.find(line), line.size(), other);
    return samples_again(samples::parse_samples(changed, "f")->samples, run.diagnosis).ok();
  };
  EXPECT_TRUE(with("P0-1", "P0-1"));
  EXPECT_FALSE(with("end 20000", "end 20001"));
  EXPECT_FALSE(with("P0 t=2..7998", "P0 t=6..7998")) << "one sample less on the same path";
  EXPECT_FALSE(with("P0-1 t=10002", "P0-2 t=10002")) << "a rank more";
}

TEST(TraceWindow, IsByTheClockOfTheFirstRank) {
  std::string text = steps({4, 104, 4, 504, 404, 4, 4, 4});
  text.insert(text.find("P0"), "clock P1 250\n");
  const Diagnosed run = diagnosed(text);
  ASSERT_TRUE(run.diagnosis.clocks[1].offset.is_known);
  const TraceWindow window = run.window(4s);
  EXPECT_NEAR(window.seconds, 0.45, 0.004);
  EXPECT_NEAR(std::chrono::duration<double>(window.begin).count(), 2, 0.004);
}

// P1 comes late with two messages: P0 waits from 4 s to 4.6 s and from 8 s to 8.2 s.
const char* const kLateMessages =
    "period 4\n"
    "end 10000\n"
    "P0 t=2..3998 main > step@4 > work@9\n"
    "P0 t=4002..4598 main > MPI_Recv@5 > MPIDI_CH3I_Progress@1 lca=1\n"
    "P0 t=4602..7998 main > step@4 > work@9 lca=1\n"
    "P0 t=8002..8198 main > MPI_Recv@5 > MPIDI_CH3I_Progress@1 lca=1\n"
    "P0 t=8202..9998 main > step@4 > work@9 lca=1\n"
    "P1 t=2..3998 main > step@4 > work@9\n"
    "P1 t=4002..4598 main > step@4 > rebuild@7 lca=2\n"
    "P1 t=4602..9998 main > step@4 > work@9 lca=2\n";

TEST(TraceWindow, HasTheLongestCalls) {
  const Diagnosed run = diagnosed(kLateMessages);
  ASSERT_EQ(run.first().issue, Issue::WaitForPartner);
  const TraceWindow window = run.window(2s);
  EXPECT_DOUBLE_EQ(window.seconds, 0.3);
  EXPECT_EQ(window.begin, 3300ms);
  EXPECT_EQ(window.end, 5300ms);
}

TEST(TracedFunctions, WithoutKnownCauseAreThoseThatAnyRankIsIn) {
  EXPECT_THAT(diagnosed(kLateMessages).functions(2s).kept,
              ElementsAre("main", "step", "work", "rebuild"));
}

TEST(TracedFunctions, AreThoseOfSymptomAndCauses) {
  const TracedFunctions functions = diagnosed(kOneImbalance).functions(4s);
  EXPECT_THAT(functions.kept, ElementsAre("main", "work"));
  EXPECT_THAT(functions.too_often, IsEmpty());
}

// P1 alone rebuilds. P0 packs for a shorter time, in a function of its own, and waits.
TEST(TracedFunctions, OfRanksThatDoDifferentThingsAreThoseThatAnyIsIn) {
  const Diagnosed run = diagnosed(
      "period 4\n"
      "end 10000\n"
      "P0 t=2..3998 main > work@4\n"
      "P0 t=4002..4298 main > exchange@5 > pack@8 lca=1\n"
      "P0 t=4302..5998 main > MPI_Barrier@7 lca=1\n"
      "P1 t=2..3998 main > work@4\n"
      "P1 t=4002..5994 main > rebuild@6 lca=1\n"
      "P1 t=5998 main > MPI_Barrier@7 lca=1\n"
      "P0-1 t=6002..9998 main > work@4 lca=1\n");
  ASSERT_TRUE(run.first().across_groups);
  EXPECT_THAT(run.functions(2s).kept,
              UnorderedElementsAre("main", "rebuild", "work", "exchange", "pack"));
}

TEST(TracedFunctions, LeaveOutThoseWhoseHooksTakeTime) {
  std::string text = kLateMessages;
  const std::string work = "P1 t=2..3998 main > step@4 > work@9\n";
  text.replace(text.find(work), work.size(),
               "P1 t=2..3994 main > step@4 > work@9\n"
               "P1 t=3998 main > step@4 > work@9 > __cyg_profile_func_exit@1\n");
  const TracedFunctions functions = diagnosed(text).functions(2s);
  EXPECT_THAT(functions.kept, ElementsAre("main", "step", "work", "rebuild"));
  text.replace(text.find("P1 t=2..3994"), 12, "P1 t=2..3958");
  text.replace(text.find("P1 t=3998"), 9, "P1 t=3962..3998");
  const TracedFunctions busy = diagnosed(text).functions(2s);
  EXPECT_THAT(busy.kept, ElementsAre("main", "step", "rebuild"));
  EXPECT_THAT(busy.too_often, ElementsAre("work"));
}

}  // namespace
}  // namespace tarry::diagnosis
