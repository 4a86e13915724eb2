// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/plugin_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/format/parser.h"
#include "compressed/format/writer.h"

namespace tarry::compressed {
namespace {

// Counts the calls that it sees between its start and its end, and takes sends only.
class Bytes : public Stat {
 public:
  void start(const StatisticsCall&) override {}
  double end(const StatisticsCall& call) override {
    if (std::strcmp(call.function, "MPI_Send") != 0) return std::nan("");
    return static_cast<double>(call.bytes_sent) + 0.4;
  }
};

class Between : public Stat {
 public:
  void start(const StatisticsCall& call) override { at_start_ = call.bytes_sent; }
  double end(const StatisticsCall&) override { return static_cast<double>(at_start_); }

 private:
  std::uint64_t at_start_ = 0;
};

const tarry_statistic kBytes = TARRY_STATISTIC(Bytes, "bytes", "bytes", TARRY_IN_CALLS);
const tarry_statistic kBetween = TARRY_STATISTIC(Between, "before", "bytes", TARRY_BETWEEN_CALLS);
const tarry_statistic* const kBoth[] = {&kBytes, &kBetween, nullptr};

tarry_statistics_call call_named(const char* function, std::uint64_t bytes) {
  return {function, -1, bytes, 0};
}

TEST(PluginStatistics, AreCalledAroundCallsAndBetweenThem) {
  PluginStatistics plugins;
  ASSERT_TRUE(plugins.add(kBoth, "here").ok());
  ThreadStatistics thread(plugins);
  const auto values = [&](const char* function, std::uint64_t bytes) {
    const auto before = thread.enter(call_named(function, 0));
    std::vector<StatisticValue> out(before.begin(), before.end());
    const auto inside = thread.leave(call_named(function, bytes));
    out.insert(out.end(), inside.begin(), inside.end());
    thread.go_on(call_named(function, bytes + 1));
    thread.go_on(call_named(function, bytes));
    return out;
  };
  using Values = std::vector<StatisticValue>;
  EXPECT_EQ(values("MPI_Send", 7), (Values{{0, 7}}));  // no call before it
  EXPECT_EQ(values("MPI_Recv", 5), (Values{{1, 7}}));  // the first statistic does not count it
  EXPECT_EQ(values("MPI_Send", 9), (Values{{1, 5}, {0, 9}}));
}

// A jump out of a call leaves it open, and an exception leaves it twice: neither yields a value.
TEST(PluginStatistics, WhatHasNoBeginHasNoValue) {
  PluginStatistics plugins;
  ASSERT_TRUE(plugins.add(kBoth, "here").ok());
  ThreadStatistics thread(plugins);
  EXPECT_TRUE(thread.leave(call_named("MPI_Send", 7)).empty());
  thread.go_on(call_named("MPI_Send", 7));
  EXPECT_EQ(thread.enter(call_named("MPI_Send", 7)).size(), 1u);
  EXPECT_TRUE(thread.enter(call_named("MPI_Send", 7)).empty());
}

TEST(PluginStatistics, OnlyWholeNumbersAreCounted) {
  std::uint64_t whole = 0;
  EXPECT_TRUE(whole_number(2.5, whole));
  EXPECT_EQ(whole, 3u);
  EXPECT_TRUE(whole_number(0, whole));
  EXPECT_EQ(whole, 0u);
  for (const double none : {-1.0, std::nan(""), 1e300, static_cast<double>(INFINITY)})
    EXPECT_FALSE(whole_number(none, whole)) << none;
}

TEST(PluginStatistics, WhatDoesNotFitIsRefused) {
  PluginStatistics plugins;
  EXPECT_EQ(plugins.load("/nowhere/at-all.so").error().code, base::ErrorCode::NotFound);
  tarry_statistic other = kBytes;
  other.version = 99;
  const tarry_statistic* const of_other[] = {&other, nullptr};
  EXPECT_EQ(plugins.add(of_other, "here").error().code, base::ErrorCode::Unsupported);
  tarry_statistic nameless = kBytes;
  nameless.unit = nullptr;
  const tarry_statistic* const of_nameless[] = {&nameless, nullptr};
  EXPECT_FALSE(plugins.add(of_nameless, "here").ok());
  for (std::size_t i = 0; i < PluginStatistics::kMost / 2; ++i)
    EXPECT_TRUE(plugins.add(kBoth, "here").ok());
  EXPECT_EQ(plugins.add(kBoth, "here").error().code, base::ErrorCode::Usage);
  EXPECT_EQ(plugins.all().size(), PluginStatistics::kMost);
}

// A program would load the example in the same way.
TEST(PluginStatistics, TheExampleIsLoaded) {
  PluginStatistics plugins;
  const base::Status loaded = plugins.load(TARRY_STATISTICS_EXAMPLE);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message();
  EXPECT_EQ(plugins.statistics(), (std::vector<Statistic>{{"page faults", "faults"},
                                                          {"involuntary switches", "switches"},
                                                          {"processor time in waits", "us"}}));
  ThreadStatistics thread(plugins);
  thread.enter(call_named("MPI_Wait", 0));
  EXPECT_EQ(thread.leave(call_named("MPI_Wait", 0)).size(), 1u);
  thread.go_on(call_named("MPI_Wait", 0));
  constexpr std::size_t kPages = 200;
  std::vector<char> touched(kPages * 4096, 1);
  const auto values = thread.enter(call_named("MPI_Send", 0));
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].statistic, 0u);
  EXPECT_GE(values[0].value + static_cast<std::uint64_t>(touched[77]), 1u);
}

// Returns the trace as another process would read it.
Trace through_text(const Trace& trace) {
  auto read = parse_text(write_text(trace), "written");
  EXPECT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(*read, trace);
  return *std::move(read);
}

Trace of_rank(std::uint32_t rank, std::uint64_t value, const std::vector<Statistic>& statistics) {
  Folder folder;
  for (std::uint32_t i = 0; i < 10; ++i) {
    Call call;
    call.site = SiteId{i % 2};
    if (i % 2 == 1)
      for (std::uint32_t s = 0; s < statistics.size(); ++s)
        call.statistics.push_back({s, value + s * 1000 + i / 2});
    folder.add(call);
  }
  Trace trace;
  trace.ranks = 3;
  trace.sites = {{"MPI_Recv", {}}, {"MPI_Send", {}}};
  trace.statistics = statistics;
  trace.events = folder.finish(rank);
  canonicalise(trace);
  return through_text(trace);
}

// Values are combined exactly over iterations and ranks, by name whatever their numbers; ranks that
// differ stay apart.
TEST(PluginStatistics, AreFoldedAndMerged) {
  const Statistic a{"a", "us"};
  const Statistic b{"b", "faults"};
  const Trace merged =
      merge_all({of_rank(0, 100, {a, b}), of_rank(1, 101, {b, a}), of_rank(2, 5000, {a})});
  ASSERT_EQ(merged.events.size(), 2u);
  through_text(merged);
  EXPECT_EQ(merged.statistics, (std::vector<Statistic>{a, b}));
  EXPECT_TRUE(merged.events[0].statistics.empty());
  std::uint64_t sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  for (const EventStatistic& each : merged.events[1].statistics) {
    EXPECT_EQ(each.predecessor, SiteId{0});
    sums[each.statistic] += each.values.sum();
    counts[each.statistic] += each.values.count();
    if (each.ranks.contains(2)) {
      EXPECT_EQ(each.ranks, RankSet(2));
      EXPECT_EQ(each.values.smallest(), 5000u);
      EXPECT_EQ(each.values.largest(), 5004u);
    }
  }
  EXPECT_EQ(counts[0], 15u);
  EXPECT_EQ(counts[1], 10u);
  EXPECT_EQ(sums[0], 5u * 100 + 10 + 5 * 1101 + 10 + 5 * 5000 + 10);
  EXPECT_EQ(sums[1], 5u * 1100 + 10 + 5 * 101 + 10);
}

}  // namespace
}  // namespace tarry::compressed
