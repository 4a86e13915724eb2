// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/interval_survey.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using model::RegionId;

constexpr RegionId kMainRegion{0}, kSend{1}, kReceive{2}, kStep{3}, kTransfer{4};

model::Region region(const std::string& name, model::Paradigm paradigm, bool is_inlined) {
  model::Region out;
  out.name = out.canonical = name;
  out.role = model::RegionRole::Function;
  out.paradigm = paradigm;
  out.is_inlined = is_inlined;
  return out;
}

// A location that sends and receives in turn, inside of these inlined functions or of none.
LocationIntervals survey_of(const RegionTable& regions, const model::LocationSamples& samples,
                            const std::vector<RegionId>& inlined) {
  IntervalSurvey survey(regions, samples);
  survey.enter(Ticks{0}, kMainRegion);
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
  survey.leave(Ticks{now + 100}, kMainRegion);
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

constexpr RegionId kInlinedStep{1}, kSolve{2}, kBarrier{3}, kSolveElsewhere{4}, kRelaxRegion{5};

class Source final : public model::SampleSource {
 public:
  [[nodiscard]] const std::vector<Function>& functions() const override { return functions_; }
  [[nodiscard]] base::Result<model::LocationSamples> read(model::LocationIndex) const override {
    return model::LocationSamples{};
  }
  std::vector<Function> functions_;
};

// Returns one sample with these functions, which it adds to the source.
model::LocationSamples sample_of(const std::vector<std::string>& functions, Ticks time,
                                 Source& source) {
  model::LocationSamples samples;
  samples.samples.push_back({time, 0});
  samples.paths.emplace_back();
  for (const std::string& function : functions) {
    samples.paths[0].push_back(static_cast<std::uint32_t>(source.functions_.size()));
    source.functions_.push_back({function, ""});
  }
  return samples;
}

// Returns the place of a sample with these functions while `solve` is open in main and was called
// by the inlined `step`. `is_called_elsewhere`: it is also called outside of that function.
// `outermost`: the name of main.
SampledPath place_of(const std::vector<std::string>& functions, Ticks time = Ticks{50},
                     bool is_called_elsewhere = false, const std::string& outermost = "main") {
  model::Definitions definitions;
  definitions.regions = {region(outermost, model::Paradigm::Sampling, false),
                         region("step", model::Paradigm::Sampling, true),
                         region("solve", model::Paradigm::Sampling, false),
                         region("MPI_Barrier", model::Paradigm::Mpi, false),
                         region("solve", model::Paradigm::Sampling, false),
                         region("relax", model::Paradigm::Sampling, false)};
  definitions.regions[kSolve.index()].inlined_around = {kInlinedStep};
  Source source;
  const model::LocationSamples samples = sample_of(functions, time, source);
  const RegionTable regions(definitions, &source);
  IntervalSurvey survey(regions, samples);
  survey.enter(Ticks{0}, kMainRegion);
  if (is_called_elsewhere) {
    survey.enter(Ticks{1}, kSolveElsewhere);
    survey.leave(Ticks{2}, kSolveElsewhere);
  }
  survey.enter(Ticks{10}, kInlinedStep);
  survey.enter(Ticks{10}, kSolve);
  survey.enter(Ticks{20}, kBarrier);
  survey.leave(Ticks{30}, kBarrier);
  survey.enter(Ticks{80}, kBarrier);
  const LocationIntervals found = survey.finish();
  EXPECT_EQ(found.paths.size(), 1u);
  return found.paths.at(0);
}

// Returns the place of a sample with these functions while `outer` is open, and in it `inner` from
// 10 to 80.
SampledPath place_within(const model::Region& outer, const model::Region& inner,
                         const std::vector<std::string>& functions, Ticks time) {
  model::Definitions definitions;
  definitions.regions = {outer, inner};
  Source source;
  const model::LocationSamples samples = sample_of(functions, time, source);
  const RegionTable regions(definitions, &source);
  IntervalSurvey survey(regions, samples);
  survey.enter(Ticks{0}, RegionId{0});
  survey.enter(Ticks{10}, RegionId{1});
  survey.leave(Ticks{80}, RegionId{1});
  return survey.finish().paths.at(0);
}

// The inner region is a user region of this name in main.
SampledPath place_in_region(const std::string& name, const std::vector<std::string>& functions) {
  return place_within(region("main", model::Paradigm::Sampling, false),
                      region(name, model::Paradigm::User, false), functions, Ticks{50});
}

// Hooks have told that main is open, and `solve` from 10 to 80.
SampledPath place_between_hooks(const std::vector<std::string>& functions, Ticks time = Ticks{50}) {
  return place_within(region("main", model::Paradigm::Compiler, false),
                      region("solve", model::Paradigm::Compiler, false), functions, time);
}

// A compiler may have inlined a function with its hooks, so samples lack it.
TEST(IntervalSurvey, FunctionsWithHooksStayOpenUntilTheyReturn) {
  EXPECT_TRUE(place_between_hooks({"main"}).is_here());
  const SampledPath called = place_between_hooks({"main", "output"});
  EXPECT_EQ(called.left, 0u);
  EXPECT_EQ(called.entered.size(), 1u);
  EXPECT_TRUE(place_between_hooks({"main", "solve"}).is_here());
  EXPECT_EQ(place_between_hooks({"main", "solve", "output"}).entered.size(), 1u);
}

TEST(IntervalSurvey, FunctionsWithHooksBeginAndEndWithTheirRecords) {
  EXPECT_TRUE(place_between_hooks({"main", "solve"}, Ticks{5}).is_here());
  EXPECT_TRUE(place_between_hooks({"main", "solve", "output"}, Ticks{5}).is_here());
  EXPECT_EQ(place_between_hooks({"main", "output"}, Ticks{5}).entered.size(), 1u);
}

TEST(IntervalSurvey, FunctionsAreFoundBelowInlinedOnes) {
  EXPECT_EQ(place_of({"main", "solve"}).left, 0u);
  EXPECT_TRUE(place_of({"main", "solve"}).entered.empty());
  EXPECT_EQ(place_of({"main", "solve", "relax"}).left, 0u);
  EXPECT_EQ(place_of({"main", "solve", "relax"}).entered.size(), 1u);
}

TEST(IntervalSurvey, InlinedFunctionsAreLeftWithWhatTheyCall) {
  EXPECT_EQ(place_of({"main", "output"}).left, 2u);
  EXPECT_EQ(place_of({"main", "output"}).entered.size(), 1u);
  EXPECT_EQ(place_of({"main"}).left, 2u);
}

TEST(IntervalSurvey, FunctionsLieInTheInlinedOnesThatTheyAreAlwaysCalledIn) {
  constexpr Ticks kBeforeSolve{5};
  EXPECT_EQ(place_of({"main", "solve", "relax"}, kBeforeSolve).entered,
            (std::vector<RegionId>{kInlinedStep, kSolve, kRelaxRegion}));
  EXPECT_EQ(place_of({"main", "solve", "relax"}, kBeforeSolve, true).entered,
            (std::vector<RegionId>{kSolveElsewhere, kRelaxRegion}));
  EXPECT_EQ(place_of({"main", "relax", "solve"}, kBeforeSolve).entered,
            (std::vector<RegionId>{kRelaxRegion, kSolveElsewhere}));
}

// A path whose outer functions are unknown still tells the inner ones.
TEST(IntervalSurvey, FunctionsBelowUnknownCallersAreFound) {
  EXPECT_EQ(place_of({"(callers not known)", "solve", "relax"}).left, 0u);
  EXPECT_EQ(place_of({"(callers not known)", "solve", "relax"}).entered,
            (std::vector<RegionId>{kRelaxRegion}));
  EXPECT_EQ(place_of({"(frames left out)", "relax"}).left, 0u);
  EXPECT_EQ(place_of({"(frames left out)", "relax"}).entered.size(), 2u);
  EXPECT_EQ(place_of({"(frames left out)", "relax"}).entered.back(), kRelaxRegion);
  EXPECT_TRUE(place_of({"(callers not known)"}).is_here());
}

// A call stack whose outer functions are unknown is the surrounding of what samples find.
TEST(IntervalSurvey, UnknownCallersStayOpen) {
  EXPECT_EQ(
      place_of({"(callers not known)", "solve", "relax"}, Ticks{50}, false, "(callers not known)")
          .entered,
      (std::vector<RegionId>{kRelaxRegion}));
  const SampledPath returned =
      place_of({"(callers not known)", "output"}, Ticks{5}, false, "(callers not known)");
  EXPECT_EQ(returned.left, 0u);
  EXPECT_EQ(returned.entered.size(), 1u);
  const SampledPath whole = place_of({"start", "output"}, Ticks{5}, false, "(callers not known)");
  EXPECT_EQ(whole.left, 0u);
  EXPECT_EQ(whole.entered.size(), 2u);
}

TEST(IntervalSurvey, FunctionsLieInTheRegionThatStandsForTheirCaller) {
  EXPECT_EQ(place_in_region("solve", {"main", "ns::solve<int>", "relax"}).entered.size(), 1u);
  EXPECT_TRUE(place_in_region("solve", {"main", "ns::solve<int>"}).is_here());
  EXPECT_EQ(place_in_region("phase", {"main", "solve", "relax"}).entered.size(), 2u);
}

}  // namespace
}  // namespace tarry::analysis
