// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/partition.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

model::Definitions with_events(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& made) {
  model::Definitions definitions;
  for (const auto& [rank, events] : made) {
    model::Location location;
    location.rank = model::Rank{rank};
    location.event_count = events;
    definitions.locations.push_back(location);
  }
  return definitions;
}

TEST(Partition, CoversEveryProcessOnceForAnyNumberOfWorkers) {
  const auto definitions = with_events({{0, 10}, {0, 5}, {1, 100}, {2, 0}, {5, 7}, {5, 7}, {6, 1}});
  for (std::size_t workers = 1; workers <= 9; ++workers) {
    const Partition partition(definitions, workers);
    ASSERT_EQ(partition.processes().size(), 5u);
    EXPECT_EQ(partition.begin(0), 0u);
    EXPECT_EQ(partition.begin(workers), 5u);
    for (std::size_t w = 0; w < workers; ++w) {
      EXPECT_LE(partition.begin(w), partition.begin(w + 1));
      for (std::size_t p = partition.begin(w); p < partition.begin(w + 1); ++p)
        EXPECT_EQ(partition.worker_of(partition.processes()[p].rank), w);
    }
  }
}

TEST(Partition, ThreadsOfAProcessStayTogether) {
  const Partition partition(with_events({{0, 1}, {0, 1}, {0, 1}, {1, 1}}), 2);
  EXPECT_EQ(partition.processes()[0].locations, 3u);
  EXPECT_EQ(partition.processes()[1].first_location, 3u);
}

TEST(Partition, BalancesByEvents) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> made{{0, 1000}};
  for (std::uint32_t rank = 1; rank <= 10; ++rank) made.push_back({rank, 100});
  const Partition partition(with_events(made), 2);
  EXPECT_EQ(partition.begin(1), 1u) << "the heavy process alone, all light ones together";
}

TEST(Partition, UnknownRankBelongsToNobody) {
  const Partition partition(with_events({{0, 1}, {4, 1}}), 2);
  EXPECT_EQ(partition.worker_of(model::Rank{1}), Partition::kNobody);
  EXPECT_EQ(partition.worker_of(model::Rank{9}), Partition::kNobody);
}

}  // namespace
}  // namespace tarry::analysis
