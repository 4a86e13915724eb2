// SPDX-License-Identifier: BSD-3-Clause
#include "profile/collate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "profile/made_up_summaries.h"
#include "profile/summary_file.h"
#include "report/cubex.h"
#include "trace/recording/log_builder.h"

namespace tarry::profile {
namespace {

using trace::recording::TemporaryDirectory;

model::SeverityCube collated(std::vector<ProcessSummary> all, std::uint64_t memory) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "summary.cubex").string();
  MemorySource source(std::move(all));
  const auto made = collate(source, {1.0, memory, regions_of_made_up}, {}, file);
  EXPECT_TRUE(made.ok());
  auto cube = report::read_cubex(file);
  EXPECT_TRUE(cube.ok());
  return std::move(*cube);
}

TEST(Collate, AgreesWithANaiveCollationHoweverLittleIsGatheredAtATime) {
  std::mt19937 random(1);
  for (int run = 0; run < 20; ++run) {
    std::vector<ProcessSummary> all;
    const auto processes = static_cast<std::uint32_t>(1 + random() % 9);
    for (std::uint32_t rank = 0; rank < processes; ++rank)
      all.push_back(random_summary(rank, random));
    for (const std::uint64_t memory : {1u, 20'000u, 64u << 20}) {
      const model::SeverityCube cube = collated(all, memory);
      EXPECT_EQ(values_of(cube, "visits"), naive(all, Column::Visits));
      EXPECT_EQ(values_of(cube, "comp"), naive(all, Column::Time));
      EXPECT_EQ(values_of(cube, "time"), naive(all, Column::Time));
    }
  }
}

TEST(Collate, MoreLocationsThanAreWrittenUncompressed) {
  std::mt19937 random(7);
  std::vector<ProcessSummary> all;
  for (std::uint32_t rank = 0; rank < 80; ++rank) all.push_back(random_summary(rank, random));
  EXPECT_EQ(values_of(collated(all, 1 << 20), "visits"), naive(all, Column::Visits));
}

TEST(PathUnion, AnyOrderAndAnyShapeGiveTheSameTree) {
  std::mt19937 random(2);
  std::vector<PathTree> trees;
  for (std::uint32_t i = 0; i < 13; ++i) trees.push_back(random_summary(i, random).tree);
  BinomialUnion in_order;
  for (const PathTree& tree : trees) in_order.add(tree);
  EXPECT_LE(in_order.most_waiting(), 5u);  // log2(13), and the one that comes
  const PathTree expected = in_order.take();
  for (int run = 0; run < 10; ++run) {
    std::vector<PathTree> left = trees;
    while (left.size() > 1) {
      std::shuffle(left.begin(), left.end(), random);
      const PathTree last = std::move(left.back());
      left.pop_back();
      left.back() = unite(left.back(), last);
    }
    EXPECT_EQ(left.front(), expected);
  }
}

TEST(SummaryFile, ComesBackAsItWas) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "0.bin").string();
  std::mt19937 random(3);
  const ProcessSummary written = random_summary(5, random);
  ASSERT_TRUE(write_summary_file(written, file).ok());
  const auto head = read_summary_head(file);
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->rank, 5u);
  EXPECT_EQ(head->tree, written.tree);
  auto rows = SummaryRows::open(file, kFirstRow);
  ASSERT_TRUE(rows.ok());
  std::vector<Cell> cells;
  for (const std::vector<Cell>& expected : written.cells) {
    ASSERT_TRUE(rows->next(cells).ok());
    EXPECT_EQ(cells, expected);
  }
  EXPECT_FALSE(rows->next(cells).ok());
}

TEST(SummaryFile, DamageIsAnErrorAndNoCrash) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "0.bin").string();
  std::mt19937 random(4);
  ASSERT_TRUE(write_summary_file(random_summary(5, random), file).ok());
  std::ifstream in(file, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  const auto head = read_summary_head(file);
  for (int run = 0; run < 300; ++run) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    if (run % 3 == 0) damaged.resize(random() % damaged.size());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << damaged;
    const auto read = read_summary_head(file);
    if (!read.ok()) continue;
    EXPECT_EQ(read->tree, head->tree);  // the damage is in the values
    auto rows = SummaryRows::open(file, kFirstRow);
    if (!rows.ok()) continue;
    std::vector<Cell> cells;
    while (rows->next(cells).ok()) {
    }
  }
}

}  // namespace
}  // namespace tarry::profile
