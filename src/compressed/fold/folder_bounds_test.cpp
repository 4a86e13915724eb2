// SPDX-License-Identifier: BSD-3-Clause
// Bounds of what folding costs: steps for each call, and memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "compressed/fold/folder.h"
#include "compressed/fold/letter_calls_fixture.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

using letter_calls::call_of;
using letter_calls::expanded;
using letter_calls::folded;
using letter_calls::notation;
using letter_calls::times;

std::string in_any_order(std::size_t calls, std::uint64_t sites) {
  std::mt19937_64 random(sites);
  std::string out;
  for (std::size_t i = 0; i < calls; ++i) out += static_cast<char>('A' + random() % sites);
  return out;
}

double steps_per_call(const std::string& letters, const FoldOptions& options) {
  Folder folder(options);
  for (const char letter : letters) folder.add(call_of(letter, 0));
  return static_cast<double>(folder.steps()) / static_cast<double>(letters.size());
}

// The program waits meanwhile, so the cost of a call must depend neither on the calls nor on how
// many there were.
TEST(Folder, CallsInAnyOrderCostNoMoreTheMoreThereAre) {
  for (const bool partial : {true, false})
    for (const std::uint64_t sites : {2, 5, 26}) {
      FoldOptions options;
      options.partial_iterations = partial;
      options.window = 1'000;
      const double few = steps_per_call(in_any_order(20'000, sites), options);
      const double many = steps_per_call(in_any_order(80'000, sites), options);
      EXPECT_LT(few, 1'000) << sites << " sites";
      EXPECT_LT(many, 1.1 * few) << sites << " sites";
    }
}

// Iterations that all differ are united only while the budget lasts.
TEST(Folder, IterationsThatDifferCostNoMoreTheMoreThereAre) {
  const auto steps = [](int iterations) {
    std::string out;
    std::mt19937_64 random(1);
    for (int i = 0; i < iterations; ++i) {
      out += 'A';
      for (int k = 0; k < 300; ++k)
        out += static_cast<char>(random() % 3 == 0 ? 'A' + random() % 26 : 'C' + k % 7);
      out += 'B';
    }
    return out;
  };
  const double few = steps_per_call(steps(70), {});
  EXPECT_LT(few, 1'500);
  EXPECT_LT(steps_per_call(steps(280), {}), 1.1 * few);
}

TEST(Folder, FindsALoopAfterCallsInAnyOrder) {
  const std::string calls = in_any_order(20'000, 5) + times("XYZ", 1'000);
  const Trace trace = folded(calls);
  EXPECT_EQ(expanded(trace), calls);
  EXPECT_TRUE(notation(trace).ends_with("X_(3,1000) Y Z"));
}

// Sizes that never repeat become a histogram when they take too much memory. Values that cannot be
// given up end the recording.
TEST(Folder, KeepsItsMemoryInBounds) {
  FoldOptions options;
  options.most_terms = 10000;
  for (const bool tags : {false, true}) {
    Folder folder(options);
    std::mt19937_64 random(9);
    constexpr std::uint64_t kCalls = 200000;
    for (std::uint64_t i = 0; i < kCalls; ++i) {
      Call call = call_of('A', tags ? static_cast<std::int64_t>(random() % 1000000) : 5);
      call.actions[0].bytes = static_cast<std::int64_t>(random() % 1000000);
      folder.add(call);
    }
    Trace trace;
    trace.ranks = 1;
    trace.sites.push_back({"MPI_Send", {}});
    trace.events = folder.finish(0);
    const auto& bytes = trace.events[0].of(Parameter::Bytes);
    const auto& histogram = std::get<ValueHistogram>(bytes.pairs()[0].values);
    EXPECT_LE(histogram.counts.size(), 1024u);
    std::uint64_t calls = 0;
    Cursor cursor(trace, 0);
    for (CursorCall call; cursor.next(call);) ++calls;
    EXPECT_EQ(cursor.error(), "");
    EXPECT_EQ(calls, folder.calls());
    EXPECT_EQ(histogram.size(), folder.calls());
    EXPECT_EQ(folder.notes().size(), tags ? 2u : 1u);
    EXPECT_EQ(folder.calls() == kCalls, !tags);
  }
}

// Calls that complete many requests fill the memory faster.
TEST(Folder, KeepsItsMemoryInBoundsWhateverACallDoes) {
  FoldOptions options;
  options.most_terms = 20000;
  for (const bool alike : {false, true}) {
    Folder folder(options);
    std::mt19937_64 random(10);
    std::size_t most = 0;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      Call call = call_of(alike ? 'A' : static_cast<char>('A' + random() % 20), 5);
      call.actions.resize(100, call.actions[0]);
      for (Action& action : call.actions) action.tag = static_cast<std::int64_t>(random());
      folder.add(call);
      most = std::max(most, folder.terms());
    }
    EXPECT_GT(most, options.most_terms * 3 / 4);
    EXPECT_LE(most, options.most_terms + options.most_terms / 16 + 100 * kParameters);
    EXPECT_LT(folder.calls(), 3000u);
  }
}

// Plain values count one by one: a loop that would fit easily in folded form is cut off.
TEST(Folder, KeepsPlainValuesInBounds) {
  FoldOptions options;
  options.vectors = VectorForm::Plain;
  options.most_terms = 10000;
  Folder folder(options);
  for (int i = 0; i < 20000; ++i) folder.add(call_of(i % 3 == 0 ? 'A' : 'B', 5));
  EXPECT_LT(folder.calls(), 10000u);
  EXPECT_LE(folder.terms(), options.most_terms + options.most_terms / 16 + 100);
  std::size_t values = 0;
  for (const Event& event : folder.finish(0))
    values += std::get<Sequence>(event.of(Parameter::Kind).pairs()[0].values).terms().size();
  EXPECT_EQ(values, folder.calls());
}

// Members of a collective operation must agree on its sizes.
TEST(Folder, SizesOfCollectiveOperationsAreNotGivenUp) {
  FoldOptions options;
  options.histogram_threshold = 1;
  for (const ActionKind kind : {ActionKind::Send, ActionKind::Collective}) {
    Folder folder(options);
    for (std::int64_t i = 0; i < 100; ++i) {
      Call call = call_of('A', 5);
      call.actions[0].kind = kind;
      call.actions[0].bytes = i * i;
      folder.add(call);
    }
    const std::vector<Event> events = folder.finish(0);
    ASSERT_EQ(events.size(), 1u);
    const auto& bytes = events[0].of(Parameter::Bytes);
    EXPECT_EQ(std::holds_alternative<ValueHistogram>(bytes.pairs()[0].values),
              kind == ActionKind::Send);
  }
}

}  // namespace
}  // namespace tarry::compressed
