// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/collate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/temporary_directory.h"
#include "model/counter_metrics.h"
#include "report/cubex.h"
#include "trace/eventlog/log_builder.h"
#include "trace/summary/made_up_summaries.h"
#include "trace/summary/summary_file.h"

namespace tarry::trace::summary {
namespace {

model::SeverityCube collated(std::vector<ProcessSummary> all, std::uint64_t memory) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
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

model::Counter counter(const std::string& name, const std::string& unit, int exponent,
                       model::CounterMode mode = model::CounterMode::AccumulatedStart) {
  model::Counter out;
  out.name = name;
  out.unit = unit;
  out.exponent = exponent;
  out.mode = mode;
  return out;
}

// Returns a summary with one call path and the counts of each of the counters there.
ProcessSummary counted(std::uint32_t rank,
                       const std::vector<std::optional<model::Counter>>& counters,
                       const std::vector<std::uint64_t>& values) {
  ProcessSummary out;
  out.rank = rank;
  out.host = "node";
  out.threads = {0};
  out.counters = counters;
  PathUnion paths;
  paths.child(kNoPath, function_key(1));
  out.tree = paths.canonical();
  out.cells = {{{0, 0, 1}}};  // one visit
  for (std::size_t c = 0; c < values.size(); ++c)
    out.cells[0].push_back({0, static_cast<std::uint16_t>(kColumns + c), values[c]});
  return out;
}

TEST(Collate, CountersAreMetricsWhateverNumbersTheyHaveInAProcess) {
  const model::Counter faults = counter("faults", "#", 0), clock = counter("clock", "s", -9);
  const model::Counter level = counter("level", "", 0, model::CounterMode::AbsolutePoint);
  const model::SeverityCube cube =
      collated({counted(0, {faults, clock}, {7, 2'000'000'000}), counted(1, {}, {}),
                counted(2, {level, std::nullopt, clock, faults}, {5, 1, 500'000'000, 8})},
               1);
  EXPECT_EQ(values_of(cube, "faults"), (Values{{{"f1/", 0, 0}, 7}, {{"f1/", 2, 0}, 8}}));
  EXPECT_EQ(values_of(cube, "clock"), (Values{{{"f1/", 0, 0}, 2.0}, {{"f1/", 2, 0}, 0.5}}));
  EXPECT_EQ(cube.metrics[cube.find("clock").index()].unit, model::Unit::Seconds);
  EXPECT_FALSE(cube.find("level").valid());
  EXPECT_EQ(cube.experiment.warnings,
            std::vector<std::string>{std::string(model::kCountersLeftOut) + ": 1"});
  const std::vector<model::CounterRead> read = model::counters_read(cube);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].metric, cube.find("clock"));
  EXPECT_EQ(read[0].one, 1e-9);
  EXPECT_EQ(read[1].metric, cube.find("faults"));
}

// f1 calls MPI at 2 and 3, which are one line, and at 4. In rank 1 something is called from 3, so
// that 3 stays separate.
TEST(Collate, CallSitesOfOneLineAreOneCallPath) {
  const auto regions = [](const std::vector<std::string>& keys) {
    std::vector<model::Region> out = regions_of_made_up(keys);
    for (model::Region& region : out)
      if (region.name == "f2" || region.name == "f3" || region.name == "f4") {
        region.call_site = region.name == "f4" ? "a.c:2" : "a.c:1";
        region.name = "MPI_Recv";
        region.paradigm = model::Paradigm::Mpi;
      }
    return out;
  };
  const auto visited = [](std::uint32_t rank, bool calls_more) {
    ProcessSummary out;
    out.rank = rank;
    out.host = "node";
    out.threads = {0};
    PathUnion paths;
    const std::uint32_t caller = paths.child(kNoPath, function_key(1));
    for (std::uint64_t i = 2; i <= 4; ++i) {
      const std::uint32_t call = paths.child(caller, function_key(i));
      if (calls_more && i == 3) paths.child(call, function_key(5));
    }
    out.tree = paths.canonical();
    for (std::uint64_t i = 0; i < out.tree.paths.size(); ++i)
      out.cells.push_back({{0, 0, std::uint64_t{1} << i}});
    return out;
  };
  for (const std::uint64_t memory : {1u, 1u << 20}) {
    const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
    const std::string file = (directory.path() / "summary.cubex").string();
    const auto of = [&](bool calls_more) {
      MemorySource source({visited(0, false), visited(1, calls_more)});
      EXPECT_TRUE(collate(source, {1.0, memory, regions}, {}, file).ok());
      return *report::read_cubex(file);
    };
    const model::SeverityCube cube = of(false);
    ASSERT_EQ(cube.callpaths.size(), 3u);
    EXPECT_EQ(cube.callpaths[1].shown_name(), "MPI_Recv@a.c:1");
    EXPECT_EQ(cube.callpaths[2].shown_name(), "MPI_Recv@a.c:2");
    const model::MetricId visits = cube.find("visits");
    EXPECT_EQ(cube.row(visits, model::CallPathId{1}), (std::vector<double>{2 + 4, 2 + 4}));
    EXPECT_EQ(cube.row(visits, model::CallPathId{2}), (std::vector<double>{8, 8}));
    const model::SeverityCube more = of(true);
    ASSERT_EQ(more.callpaths.size(), 5u);
    EXPECT_EQ(more.row(visits, model::CallPathId{2}), (std::vector<double>{4, 4}));
    EXPECT_EQ(more.row(visits, model::CallPathId{3}), (std::vector<double>{0, 8}));
  }
}

TEST(PathUnion, AnyOrderAndAnyShapeGiveTheSameTree) {
  std::mt19937 random(2);
  std::vector<PathTree> trees;
  for (std::uint32_t i = 0; i < 13; ++i) trees.push_back(random_summary(i, random).tree);
  BinomialUnion in_order;
  for (const PathTree& tree : trees) in_order.add(tree);
  EXPECT_LE(in_order.most_waiting(), 5u);  // log2(13), and the new one
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
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / "0.bin").string();
  std::mt19937 random(3);
  ProcessSummary written = random_summary(5, random);
  written.counters = {counter("faults", "#", 0), std::nullopt, counter("a\tb", "s", -9)};
  written.cells.back().push_back({0, kColumns + 1, 77});
  ASSERT_TRUE(write_summary_file(written, file).ok());
  const auto head = read_summary_head(file);
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->rank, 5u);
  EXPECT_EQ(head->tree, written.tree);
  EXPECT_EQ(head->counters, written.counters);
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
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / "0.bin").string();
  std::mt19937 random(4);
  ProcessSummary written = random_summary(5, random);
  written.counters = {counter("faults", "#", 0)};
  ASSERT_TRUE(write_summary_file(written, file).ok());
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
}  // namespace tarry::trace::summary
