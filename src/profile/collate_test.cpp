// SPDX-License-Identifier: BSD-3-Clause
#include "profile/collate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "model/counter_metrics.h"
#include "profile/region_key.h"
#include "profile/summary_file.h"
#include "report/cubex.h"
#include "trace/recording/log_builder.h"

namespace tarry::profile {
namespace {

using trace::recording::TemporaryDirectory;

std::string function_key(std::uint64_t number) {
  return region_key(trace::recording::FunctionKey{"app", number});
}

std::vector<model::Region> regions(const std::vector<std::string>& keys) {
  std::vector<model::Region> out;
  for (const std::string& key : keys) {
    const auto decoded = region_of_key(key);
    model::Region region;
    region.name = "f" + std::to_string(std::get<trace::recording::FunctionKey>(*decoded).offset);
    out.push_back(std::move(region));
  }
  return out;
}

ProcessSummary random_summary(std::uint32_t rank, std::mt19937& random) {
  ProcessSummary out;
  out.rank = rank;
  out.host = "node";
  const auto threads = static_cast<std::uint32_t>(1 + random() % 3);
  for (std::uint32_t t = 0; t < threads; ++t) out.threads.push_back(t);
  PathUnion paths;
  std::vector<std::uint32_t> made = {kNoPath};
  for (int i = 0; i < 40; ++i)
    made.push_back(paths.child(made[random() % made.size()], function_key(random() % 6)));
  out.tree = paths.canonical();
  for (std::size_t p = 0; p < out.tree.paths.size(); ++p) {
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint64_t> cells;
    for (int i = 0; i < 4; ++i)
      cells[{static_cast<std::uint16_t>(random() % threads),
             static_cast<std::uint16_t>(random() % 2)}] = 1 + random() % 1000;
    out.cells.emplace_back();
    for (const auto& [at, value] : cells) out.cells.back().push_back({at.first, at.second, value});
  }
  return out;
}

class MemorySource final : public SummarySource {
 public:
  explicit MemorySource(std::vector<ProcessSummary> all) : all_(std::move(all)) {}
  [[nodiscard]] std::size_t processes() const override { return all_.size(); }
  base::Result<ProcessSummary> head(std::size_t p) override { return all_[p]; }
  base::Status rows(std::size_t p, std::uint64_t& position, std::size_t count,
                    const Visit& visit) override {
    for (; count > 0; --count) visit(all_[p].cells[position++]);
    return base::kOk;
  }
  std::vector<ProcessSummary> all_;
};

std::string path_name(const model::SeverityCube& cube, model::CallPathId path) {
  std::string out;
  for (; path.valid(); path = cube.callpaths[path.index()].parent)
    out = cube.callpaths[path.index()].region + "/" + out;
  return out;
}

std::string path_name(const ProcessSummary& summary, std::uint32_t path) {
  std::string out;
  for (; path != kNoPath; path = summary.tree.paths[path].parent)
    out = regions({summary.tree.keys[summary.tree.paths[path].key]})[0].name + "/" + out;
  return out;
}

using Values = std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, double>;

Values values_of(const model::SeverityCube& cube, const char* id) {
  Values out;
  for (const model::CallPathId path : cube.callpaths_with_values(cube.find(id)))
    for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
      if (const double value = cube.value(cube.find(id), path, model::LocationIndex{l}); value != 0)
        out[{path_name(cube, path), cube.locations[l].rank.value, cube.locations[l].thread}] =
            value;
  return out;
}

Values naive(const std::vector<ProcessSummary>& all, Column column) {
  Values out;
  for (const ProcessSummary& summary : all)
    for (std::uint32_t p = 0; p < summary.cells.size(); ++p)
      for (const Cell& cell : summary.cells[p])
        if (cell.column == static_cast<std::uint16_t>(column))
          out[{path_name(summary, p), summary.rank, summary.threads[cell.thread]}] +=
              static_cast<double>(cell.value);
  return out;
}

model::SeverityCube collated(std::vector<ProcessSummary> all, std::uint64_t memory) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "summary.cubex").string();
  MemorySource source(std::move(all));
  const auto made = collate(source, {1.0, memory, regions}, {}, file);
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

// With one call path, and what each of the counters has counted there.
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
  out.cells = {{{0, 0, 1}}};  // a visit
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
  const TemporaryDirectory directory;
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
}  // namespace tarry::profile
