// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/lost_cores.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_directory.h"

namespace tarry::trace::eventlog {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kBase = 1000;

class LostCoresTest : public testing::Test {
 protected:
  // Each test runs as a process of its own, beside others.
  const base::TemporaryDirectory folder_ = base::TemporaryDirectory::make().value();
  const fs::path log_ = folder_.path() / "thread-3.log";

  LostCores read(const std::vector<LostCore>& entries, const std::string& behind = "") {
    std::ofstream file(switches_beside(log_), std::ios::binary);
    file.write(reinterpret_cast<const char*>(entries.data()),
               static_cast<std::streamsize>(entries.size() * sizeof(LostCore)));
    file << behind;
    file.close();
    return LostCores::beside(log_, kBase).value();
  }
};

TEST_F(LostCoresTest, ALogWithoutAFileHasNone) {
  EXPECT_FALSE(LostCores::beside(log_, kBase).has_value());
  EXPECT_EQ(LostCores::most_event_file_bytes(log_), 0u);
}

TEST_F(LostCoresTest, TheFirstReadingBeginsTheCount) {
  LostCores lost = read({{100, 50, 40}});
  EXPECT_TRUE(lost.take(kBase + 10, false));
  EXPECT_EQ(lost.lost_ns(), 0u);
  EXPECT_FALSE(lost.take(kBase + 100, false));
  EXPECT_TRUE(lost.take(kBase + 200, false));
  EXPECT_EQ(lost.lost_ns(), 40u);
  EXPECT_EQ(lost.last(), kBase + 150);
  EXPECT_FALSE(lost.take(kBase + 300, false));
}

TEST_F(LostCoresTest, AnEventWithinJoinedTimesDividesThem) {
  LostCores lost = read({{100, 50, 40}});
  EXPECT_TRUE(lost.take(kBase + 125, false));
  EXPECT_EQ(lost.lost_ns(), 20u);
  EXPECT_EQ(lost.last(), kBase + 125);
  EXPECT_TRUE(lost.take(kBase + 150, false));
  EXPECT_EQ(lost.lost_ns(), 40u);
}

TEST_F(LostCoresTest, WhatTheSystemCountsIsNeverLess) {
  LostCores lost = read({{100, 50, 40},
                         number_entry(SwitchEntry::RunDelay, 160, 70),
                         number_entry(SwitchEntry::Unplaced, 160, 5),
                         {200, 50, 50}});
  EXPECT_TRUE(lost.take(kBase + 170, false));
  EXPECT_EQ(lost.counted_ns(), 70u);
  EXPECT_TRUE(lost.take(kBase + 300, false));
  EXPECT_EQ(lost.lost_ns(), 90u);
  EXPECT_EQ(lost.counted_ns(), 90u);
}

TEST_F(LostCoresTest, WhatIsIgnoredCountsForNothing) {
  LostCores lost =
      read({{100, 50, 40}, {200, 50, 30}, number_entry(SwitchEntry::RunDelay, 260, 90)});
  lost.take(kBase, false);
  EXPECT_FALSE(lost.take(kBase + 190, true));
  EXPECT_TRUE(lost.take(kBase + 300, false));
  EXPECT_EQ(lost.lost_ns(), 30u);
  EXPECT_EQ(lost.counted_ns(), 50u);
}

TEST_F(LostCoresTest, AnEntryCutOffIsNone) {
  LostCores lost = read({{100, 50, 40}}, "cut off");
  EXPECT_TRUE(lost.take(kBase + 1000, false));
  EXPECT_EQ(lost.lost_ns(), 40u);
}

}  // namespace
}  // namespace tarry::trace::eventlog
