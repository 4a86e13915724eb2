// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/phase_times.h"

#include <gtest/gtest.h>

#include "samples/sample_text.h"

namespace tarry::diagnosis {
namespace {

using std::chrono_literals::operator""ms;

// A border between two phases is known to one period only and may lie within a call. Then both
// phases have time of the call, but it is counted once, where it ends.
TEST(PhaseTimes, CallsAreCountedWhereTheyEnd) {
  const auto text = samples::parse_samples(
      "period 4\n"
      "end 16\n"
      "P0 t=2..10 main > MPI_Recv@5\n"
      "P0 t=14 main > work@6 lca=1\n",
      "f");
  ASSERT_TRUE(text.ok()) << text.error().message();
  const samples::SampleSet& samples = text->samples;
  const Activations activations(samples.tree, initial_labels(samples.tree, LabelTable::standard()),
                                samples.flows);
  const std::vector<Phase> phases{{0ms, 2ms, FrameId{}, FrameId{}, 0},
                                  {2ms, 16ms, FrameId{}, FrameId{}, 1}};
  std::vector<Time> times;
  std::vector<std::uint64_t> calls;
  for_each_phase(samples.tree, activations, samples.threads[0], phases,
                 [&](std::size_t, const std::vector<FrameTime>& found) {
                   for (const FrameTime& time : found) {
                     if (samples.tree[time.frame].name != "MPI_Recv") continue;
                     times.push_back(time.total);
                     calls.push_back(time.calls);
                   }
                 });
  EXPECT_EQ(times, (std::vector<Time>{2ms, 10ms}));
  EXPECT_EQ(calls, (std::vector<std::uint64_t>{0, 1}));
}

}  // namespace
}  // namespace tarry::diagnosis
