// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/unrecorded_table.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarry::runtime::mpi {
namespace {

using trace::eventlog::Stream;
using trace::eventlog::StreamKind;

constexpr Stream kSends{StreamKind::Sends, 0, 1, 7};
constexpr Stream kOtherTag{StreamKind::Sends, 0, 1, 8};

class UnrecordedTableTest : public testing::Test {
 protected:
  ~UnrecordedTableTest() override { table_.release(); }

  // Returns {count, ticks} of the runs of a stream.
  std::vector<std::pair<std::int64_t, std::uint64_t>> runs(const Stream& stream) const {
    std::vector<std::pair<std::int64_t, std::uint64_t>> out;
    for (std::uint32_t i = 0; i < table_.runs().size(); ++i)
      if (const auto& run = table_.runs().data()[i]; run.stream == stream)
        out.emplace_back(run.count, run.ticks);
    return out;
  }
  UnrecordedTable table_;
};

using Runs = std::vector<std::pair<std::int64_t, std::uint64_t>>;

TEST_F(UnrecordedTableTest, NeighboursInAPauseShareARun) {
  table_.note_pause(1, 100);
  for (std::uint64_t ticks = 100; ticks < 200; ++ticks) EXPECT_TRUE(table_.add(kSends, ticks, 1));
  EXPECT_TRUE(table_.add(kOtherTag, 150, 1));
  EXPECT_EQ(runs(kSends), (Runs{{100, 100}}));
  EXPECT_EQ(runs(kOtherTag), (Runs{{1, 150}}));
}

TEST_F(UnrecordedTableTest, PausesAreApart) {
  table_.note_pause(1, 100);
  table_.add(kSends, 100, 1);
  table_.note_pause(2, 200);
  table_.add(kSends, 200, 1);
  table_.note_pause(2, 250);
  table_.add(kSends, 250, 1);
  EXPECT_EQ(runs(kSends), (Runs{{1, 100}, {2, 200}}));
}

// A receive is posted in the first pause and gets its message in the second.
TEST_F(UnrecordedTableTest, AnOperationBelongsToThePauseItBeganIn) {
  table_.note_pause(1, 100);
  table_.note_pause(2, 200);
  table_.add(kSends, 200, 1);
  table_.add(kSends, 110, 1);
  table_.add(kSends, 210, 1);
  EXPECT_EQ(runs(kSends), (Runs{{1, 200}, {1, 110}, {1, 210}}));
}

TEST_F(UnrecordedTableTest, ACancelledOneIsTakenBack) {
  table_.note_pause(1, 100);
  table_.add(kSends, 100, 1);
  table_.add(kSends, 120, 1);
  table_.add(kSends, 120, -1);
  EXPECT_EQ(runs(kSends), (Runs{{1, 100}}));
}

TEST_F(UnrecordedTableTest, LostRequestsStandWhereTheyBegan) {
  table_.add_lost(kSends, 100, 5);
  table_.add_lost(kSends, 300, 9);
  EXPECT_EQ(runs(kSends), (Runs{{1, 100}, {1, 300}}));
  ASSERT_EQ(table_.lost().size(), 2u);
  EXPECT_EQ(table_.lost().data()[1], 9u);
}

TEST_F(UnrecordedTableTest, EndsAtItsBound) {
  std::uint32_t pause = 1;
  for (; pause <= BoundedList<int>::kMost; ++pause) {
    table_.note_pause(pause, pause * 10);
    ASSERT_TRUE(table_.add(kSends, pause * 10, 1));
  }
  table_.note_pause(pause, pause * 10);
  EXPECT_FALSE(table_.add(kSends, pause * 10, 1));
  EXPECT_EQ(table_.runs().size(), BoundedList<int>::kMost);
}

}  // namespace
}  // namespace tarry::runtime::mpi
