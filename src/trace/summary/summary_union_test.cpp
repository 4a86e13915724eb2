// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/summary_union.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "base/experiment_files.h"
#include "base/temporary_directory.h"
#include "report/cubex.h"
#include "trace/eventlog/log_builder.h"
#include "trace/summary/made_up_summaries.h"

namespace tarry::trace::summary {
namespace {

constexpr std::uint64_t kId = 4711;
constexpr UnionLimits kSmall = {200, 100'000, 1'000'000, 1'000'000};

std::vector<SummaryUnion> parts_of(const std::vector<ProcessSummary>& given,
                                   const UnionLimits& limits = kSmall) {
  std::vector<SummaryUnion> out;
  for (const ProcessSummary& summary : given) out.emplace_back(summary, summary.rank, kId, limits);
  return out;
}

// Does the same as runtime/mpi/text_reduction.h.
template <class Write, class Merge>
bool reduce(std::vector<SummaryUnion>& parts, Write write, Merge merge) {
  for (std::size_t step = 1; step < parts.size(); step *= 2)
    for (std::size_t rank = 0; rank + step < parts.size(); rank += 2 * step)
      if (!merge(parts[rank], write(parts[rank + step]))) return false;
  return true;
}

// Returns the number of batches; nothing if a step failed.
std::optional<std::size_t> unite(std::vector<SummaryUnion>& parts, const std::string& file) {
  bool good = reduce(
      parts, [](auto& part) { return *part.paths(); },
      [](auto& part, const std::string& text) { return part.merge_paths(text); });
  const std::string all = *parts[0].paths();
  for (SummaryUnion& part : parts) good &= part.adopt_paths(all);
  good &= reduce(
      parts, [](auto& part) { return part.sizes(); },
      [](auto& part, const std::string& text) { return part.merge_sizes(text); });
  auto written = begin_united_file(parts[0].head(), file);
  if (!good || !written.ok()) return std::nullopt;
  std::size_t batches = 0;
  for (std::uint32_t first = 0;; ++batches) {
    const auto end = parts[0].end_of_batch(first);
    if (!end) return std::nullopt;
    if (*end == first) break;
    for (SummaryUnion& part : parts) part.begin_batch(first, *end);
    good = reduce(
        parts, [](auto& part) { return part.rows(); },
        [](auto& part, const std::string& text) { return part.merge_rows(text); });
    if (!good || !written->write(parts[0].rows()).ok()) return std::nullopt;
    first = *end;
  }
  if (!written->commit().ok()) return std::nullopt;
  return batches;
}

// Returns the later state of a process: more of some values, other call paths, another thread.
ProcessSummary later(const ProcessSummary& given, std::mt19937& random) {
  ProcessSummary out = given;
  out.threads.push_back(static_cast<std::uint32_t>(given.threads.size()));
  PathUnion paths;
  std::vector<std::uint32_t> numbers = paths.add(given.tree);
  for (int i = 0; i < 5; ++i)
    paths.child(numbers[random() % numbers.size()], function_key(random() % 9));
  std::vector<std::uint32_t> positions;
  out.tree = paths.canonical(&positions);
  out.cells.assign(out.tree.paths.size(), {});
  for (std::size_t p = 0; p < positions.size(); ++p) {
    std::vector<Cell>& cells = out.cells[positions[p]];
    if (p < given.cells.size()) cells = given.cells[p];
    if (p >= given.cells.size() || random() % 4 == 0)
      cells = {{static_cast<std::uint16_t>(random() % out.threads.size()), 0, 1 + random() % 99}};
  }
  return out;
}

class UnitedSource final : public MemorySource {
 public:
  UnitedSource(std::vector<ProcessSummary> changes, const std::string& file)
      : MemorySource(std::move(changes)), rows_(std::move(*UnitedRows::open(file))) {}
  [[nodiscard]] const UnitedHead& united() const override { return rows_.head(); }
  base::Status united_rows(std::size_t count, const std::function<void()>& begin,
                           const UnitedRows::Visit& visit) override {
    for (; count > 0; --count) {
      begin();
      TRY(rows_.next(visit));
    }
    return base::kOk;
  }

 private:
  UnitedRows rows_;
};

std::string collated(SummarySource& source, std::uint64_t memory, const std::string& file) {
  EXPECT_TRUE(collate(source, {1.0, memory, regions_of_made_up}, {}, file).ok());
  return *base::read_file(file);
}

TEST(SummaryUnion, WithWhatCameLaterItIsAsIfCollatedAfterTheRun) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / base::kUnitedRowsFile).string();
  std::mt19937 random(5);
  for (std::uint32_t processes = 1; processes <= 9; ++processes) {
    std::vector<ProcessSummary> given, now, changes;
    for (std::uint32_t rank = 0; rank < processes; ++rank) {
      given.push_back(random_summary(rank, random));
      now.push_back(later(given.back(), random));
      changes.push_back(*changes_since(given.back(), now.back(), kId));
      EXPECT_EQ(changes.back().united, kId);
      EXPECT_LT(changes.back().tree.paths.size(), now.back().tree.paths.size());
    }
    std::vector<SummaryUnion> parts = parts_of(given);
    ASSERT_GT(unite(parts, file), 1u);
    EXPECT_EQ(parts[0].head().processes, processes);
    MemorySource whole(now);
    const std::string expected =
        collated(whole, 20'000, (directory.path() / "expected.cubex").string());
    UnitedSource united(changes, file);
    const std::string cube = (directory.path() / "united.cubex").string();
    EXPECT_EQ(collated(united, 20'000, cube), expected) << processes << " processes";
    EXPECT_EQ(values_of(*report::read_cubex(cube), "visits"), naive(now, Column::Visits));
  }
}

TEST(SummaryUnion, WhatFitsIntoOneBatchIsKnownFromTheCallPaths) {
  std::mt19937 random(7);
  const std::vector<ProcessSummary> given = {random_summary(0, random), random_summary(1, random)};
  for (const bool fits : {false, true}) {
    std::uint64_t bytes = 0;
    for (int run = 0; run < 2; ++run) {  // the second time with just as much room, or less
      const UnionLimits limits = {run == 0 ? 1'000'000 : bytes - (fits ? 0 : 1), 1'000'000,
                                  1'000'000, 1'000'000};
      std::vector<SummaryUnion> parts = parts_of(given, limits);
      ASSERT_TRUE(parts[0].merge_paths(*parts[1].paths()));
      const std::string all = *parts[0].paths();
      for (SummaryUnion& part : parts) ASSERT_TRUE(part.adopt_paths(all));
      const auto paths = static_cast<std::uint32_t>(parts[0].head().tree.paths.size());
      EXPECT_EQ(parts[0].only_batch(), run == 0 || fits ? paths : 0);
      for (SummaryUnion& part : parts) part.begin_batch(0, paths);
      ASSERT_TRUE(parts[0].merge_rows(parts[1].rows()));
      bytes = parts[0].rows().size();
    }
  }
}

TEST(SummaryUnion, CallPathsOrThreadsThatAreGoneMakeItUseless) {
  std::mt19937 random(6);
  const ProcessSummary given = random_summary(0, random);
  const ProcessSummary now = later(given, random);
  EXPECT_TRUE(changes_since(given, now, kId).has_value());
  EXPECT_FALSE(changes_since(now, given, kId).has_value());
  ProcessSummary renumbered = now;
  renumbered.threads[0] = 9;
  EXPECT_FALSE(changes_since(given, renumbered, kId).has_value());
}

TEST(SummaryUnion, WhereNothingHasChangedNothingIsSaid) {
  std::mt19937 random(6);
  const ProcessSummary given = random_summary(0, random);
  EXPECT_TRUE(changes_since(given, given, kId)->tree.paths.empty());
}

TEST(SummaryUnion, WhatIsTooMuchIsNotUnited) {
  std::mt19937 random(8);
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / base::kUnitedRowsFile).string();
  const std::vector<ProcessSummary> given = {random_summary(0, random), random_summary(1, random)};
  for (const UnionLimits& limits :
       {UnionLimits{200, 20, 1'000'000, 1'000'000}, UnionLimits{200, 100'000, 1'000'000, 500}}) {
    std::vector<SummaryUnion> parts = parts_of(given, limits);
    EXPECT_FALSE(unite(parts, file).has_value());
  }
  EXPECT_FALSE(parts_of(given, {200, 100'000, 20, 1'000'000})[0].paths().has_value());
}

TEST(SummaryUnion, MessagesThatMakeNoSenseAreRefused) {
  std::mt19937 random(9);
  const std::vector<ProcessSummary> given = {random_summary(0, random), random_summary(1, random)};
  std::vector<SummaryUnion> parts = parts_of(given);
  const std::string paths = *parts[1].paths();
  for (std::size_t size = 0; size < paths.size(); ++size)
    EXPECT_FALSE(parts[0].merge_paths(paths.substr(0, size)));
  ASSERT_TRUE(parts[0].merge_paths(paths));
  EXPECT_FALSE(parts[1].adopt_paths(paths.substr(1)));
  ASSERT_TRUE(parts[0].adopt_paths(*parts[0].paths()));
  EXPECT_FALSE(parts[0].merge_sizes(parts[0].sizes() + '\0'));
  parts[0].begin_batch(0, 3);
  const std::string rows = parts[0].rows();
  for (std::size_t size = 0; size < rows.size(); ++size)
    EXPECT_FALSE(parts[0].merge_rows(rows.substr(0, size)));
}

TEST(UnitedRows, DamageIsAnErrorAndNoCrash) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / base::kUnitedRowsFile).string();
  std::mt19937 random(10);
  std::vector<SummaryUnion> parts =
      parts_of({random_summary(0, random), random_summary(1, random)});
  ASSERT_TRUE(unite(parts, file).has_value());
  const std::string whole = *base::read_file(file);
  for (int run = 0; run < 300; ++run) {
    std::string content = whole;
    content[random() % content.size()] ^= static_cast<char>(1 << random() % 8);
    if (run % 3 == 0) content.resize(random() % content.size());
    ASSERT_TRUE(base::write_file(file, content).ok());
    auto rows = UnitedRows::open(file);
    if (!rows.ok()) continue;
    EXPECT_EQ(rows->head().tree, parts[0].head().tree);  // the damage is in the values
    std::size_t read = 0;
    while (rows->next([](auto, const auto&) {}).ok()) ++read;
    EXPECT_LE(read, rows->head().tree.paths.size());
  }
}

}  // namespace
}  // namespace tarry::trace::summary
