// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/clock_offsets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace tarry::trace::eventlog {
namespace {

using testing::ElementsAre;

// Returns the times that are left of offsets with these times and errors.
std::vector<std::uint64_t> chosen(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& all) {
  std::vector<otf2::ClockOffset> offsets;
  for (const auto& [ticks, error] : all) offsets.push_back({ticks, 7, error});
  choose_offsets(offsets);
  std::vector<std::uint64_t> out;
  for (const otf2::ClockOffset& offset : offsets) out.push_back(offset.ticks);
  return out;
}

TEST(ClockOffsets, HaveTimesThatAscend) {
  EXPECT_THAT(chosen({}), ElementsAre());
  EXPECT_THAT(chosen({{10, 1}}), ElementsAre(10));
  EXPECT_THAT(chosen({{30, 1}, {10, 1}, {30, 1}}), ElementsAre(10, 30));
}

TEST(ClockOffsets, WithLargeErrorsAreForTheEndsOnly) {
  EXPECT_THAT(chosen({{10, 900}, {20, 50}, {30, 51}, {40, 5}, {50, 900}}),
              ElementsAre(10, 20, 40, 50));
  EXPECT_THAT(chosen({{10, 0}, {20, 0}, {30, 0}}), ElementsAre(10, 20, 30));  // of rank 0
}

TEST(ClockOffsets, AreNotCloseBeforeTheLast) {
  EXPECT_THAT(chosen({{10, 1}, {110, 1}, {160, 1}}), ElementsAre(10, 110, 160));
  EXPECT_THAT(chosen({{10, 1}, {110, 1}, {159, 1}}), ElementsAre(10, 159));
  EXPECT_THAT(chosen({{10, 1}, {11, 1}}), ElementsAre(10, 11));
}

}  // namespace
}  // namespace tarry::trace::eventlog
