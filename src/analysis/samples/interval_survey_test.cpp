// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/interval_survey.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using model::RegionId;

constexpr RegionId kMain{0}, kSend{1}, kReceive{2}, kStep{3}, kTransfer{4};

model::Region region(const std::string& name, model::Paradigm paradigm, bool is_inlined) {
  model::Region out;
  out.name = out.canonical = name;
  out.role = model::RegionRole::Function;
  out.paradigm = paradigm;
  out.is_inlined = is_inlined;
  return out;
}

// A location that sends and receives in turn, in functions that are inlined or none.
LocationIntervals survey_of(const RegionTable& regions, const model::LocationSamples& samples,
                            const std::vector<RegionId>& inlined) {
  IntervalSurvey survey(regions, samples);
  survey.enter(Ticks{0}, kMain);
  std::int64_t now = 0;
  for (int i = 0; i < 6; ++i) {
    const RegionId call = i % 2 == 0 ? kSend : kReceive;
    now += 100;
    for (const RegionId each : inlined) survey.enter(Ticks{now}, each);
    survey.enter(Ticks{now}, call);
    now += 10;
    survey.leave(Ticks{now}, call);
    for (auto each = inlined.rbegin(); each != inlined.rend(); ++each)
      survey.leave(Ticks{now}, *each);
  }
  survey.leave(Ticks{now + 100}, kMain);
  return survey.finish();
}

TEST(IntervalSurvey, InlinedFunctionsAroundCallsChangeNothing) {
  model::Definitions definitions;
  definitions.regions = {region("main", model::Paradigm::Compiler, false),
                         region("MPI_Send", model::Paradigm::Mpi, false),
                         region("MPI_Recv", model::Paradigm::Mpi, false),
                         region("step", model::Paradigm::Compiler, true),
                         region("transfer", model::Paradigm::Compiler, true)};
  const RegionTable regions(definitions, nullptr);
  const model::LocationSamples samples;
  const LocationIntervals plain = survey_of(regions, samples, {});
  const LocationIntervals found = survey_of(regions, samples, {kStep, kTransfer});
  EXPECT_EQ(plain.kinds.size(), 4u);  // the first and the last one, and those of both calls
  EXPECT_EQ(found.kinds, plain.kinds);
  ASSERT_EQ(found.intervals.size(), plain.intervals.size());
  for (std::size_t i = 0; i < plain.intervals.size(); ++i) {
    EXPECT_EQ(found.intervals[i].begin, plain.intervals[i].begin);
    EXPECT_EQ(found.intervals[i].end, plain.intervals[i].end);
    EXPECT_EQ(found.intervals[i].kind, plain.intervals[i].kind);
  }
}

}  // namespace
}  // namespace tarry::analysis
