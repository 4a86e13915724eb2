// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/activity_log.h"

#include <gtest/gtest.h>

#include <map>

namespace tarry::analysis {
namespace {

using Section = std::map<std::uint32_t, std::int64_t>;  // time by call path

constexpr CallPathId kMain{0}, kMpi{1}, kWork{2};

std::vector<Section> sections(ActivityLog& log) {
  const workers::Bytes stream = log.finish();
  std::vector<Section> out(1);
  CallPathTime time;
  for (TimeReader reader(stream); reader.position() < stream.size();) {
    if (reader.next(time))
      out.back()[time.callpath.value] += time.time.count;
    else
      out.emplace_back();
  }
  return out;
}

TEST(ActivityLog, AKeptCutDivides) {
  ActivityLog log;
  log.add(kMain, Ticks{10});
  const std::uint32_t cut = log.begin_call();
  log.add(kMpi, Ticks{5});
  log.keep();
  log.add(kMpi, Ticks{2});
  log.end_call(cut);
  log.add(kMain, Ticks{3});
  EXPECT_EQ(cut, 1u);
  EXPECT_EQ(sections(log), (std::vector<Section>{{{0, 10}}, {{0, 3}, {1, 7}}}));
}

TEST(ActivityLog, ACallWithoutARecordLeavesNoCut) {
  ActivityLog log;
  log.add(kMain, Ticks{10});
  log.end_call(log.begin_call());
  log.add(kMain, Ticks{1});
  const std::uint32_t cut = log.begin_call();
  log.add(kMpi, Ticks{5});
  log.end_call(cut);
  log.add(kMain, Ticks{4});
  EXPECT_EQ(sections(log), (std::vector<Section>{{{0, 15}, {1, 5}}}));
}

TEST(ActivityLog, NoMoreThanThereIsSinceTheCutMoves) {
  ActivityLog log;
  log.add(kMain, Ticks{10});
  const std::uint32_t cut = log.begin_call();
  log.keep();
  log.end_call(cut);
  log.add(kMain, Ticks{3});
  log.move(kMain, kWork, Ticks{2});
  log.move(kMain, kWork, Ticks{5});
  EXPECT_EQ(sections(log), (std::vector<Section>{{{0, 10}}, {{2, 3}}}));
}

TEST(ActivityLog, NumbersOfCutsCountTheMarksBeforeThem) {
  ActivityLog log;
  const std::uint32_t dropped = log.begin_call();
  log.end_call(dropped);
  const std::uint32_t first = log.begin_call();
  log.keep();
  log.end_call(first);
  log.add(kWork, Ticks{8});
  const std::uint32_t second = log.begin_call();
  log.keep();
  log.end_call(second);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 2u);
  EXPECT_EQ(sections(log), (std::vector<Section>{{}, {{2, 8}}, {}}));
}

TEST(ActivityLog, ACallInACallMakesTheOuterCutGood) {
  ActivityLog log;
  log.add(kMain, Ticks{1});
  const std::uint32_t outer = log.begin_call();
  log.add(kMpi, Ticks{2});
  const std::uint32_t inner = log.begin_call();
  log.add(kWork, Ticks{3});
  log.end_call(inner);  // it held nothing
  log.add(kMpi, Ticks{4});
  log.end_call(outer);
  EXPECT_EQ(outer, 1u);
  EXPECT_EQ(sections(log), (std::vector<Section>{{{0, 1}}, {{1, 6}, {2, 3}}}));
}

}  // namespace
}  // namespace tarry::analysis
