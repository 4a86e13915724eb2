// SPDX-License-Identifier: BSD-3-Clause
// What questions to a large report cost, in rows and bytes.
#include "report/cubex_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/query.h"
#include "report/text_report.h"

namespace tarry::report {
namespace {

constexpr std::uint32_t kLocations = 500, kCallpaths = 200;

// Every fourth call path has values of each metric, at a fifth of the locations.
SeverityCube wide_cube() {
  SeverityCube cube;
  for (const char* id : {"time", "mpi", "mpi_latesender"}) {
    CubeMetric metric;
    metric.id = metric.name = id;
    if (!cube.metrics.empty())
      metric.parent = MetricId{static_cast<std::uint32_t>(cube.metrics.size() - 1)};
    cube.metrics.push_back(std::move(metric));
  }
  for (std::uint32_t i = 0; i < kCallpaths; ++i) {
    const CallPathId parent = i == 0 ? CallPathId{} : CallPathId{i % 20 == 0 ? 0 : i - 1};
    cube.callpaths.push_back({parent, "f" + std::to_string(i), "", 0, "function", "compiler"});
  }
  for (std::uint32_t i = 0; i < kLocations; ++i)
    cube.locations.push_back({model::Rank{i}, 0, "n" + std::to_string(i / 100), "cpu"});
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    for (std::uint32_t c = 0; c < kCallpaths; c += 4)
      for (std::uint32_t l = c % 5; l < kLocations; l += 5)
        cube.set(MetricId{m}, CallPathId{c}, LocationIndex{l}, 1.0 / (1 + m + c * l));
  return cube;
}

class CubexRowsTest : public testing::Test {
 protected:
  CubexRowsTest() {
    EXPECT_TRUE(write_cubex(wide_cube(), file_).ok());
    size_ = base::read_file(file_)->size();
  }
  [[nodiscard]] OpenCubex opened() const {
    base::Result<OpenCubex> report = open_cubex(file_);
    EXPECT_TRUE(report.ok()) << report.error().message();
    return *std::move(report);
  }

  const base::TemporaryDirectory folder_ = *base::TemporaryDirectory::make();
  const std::string file_ = (folder_.path() / "wide.cubex").string();
  std::uint64_t size_ = 0;
};

TEST_F(CubexRowsTest, OpeningReadsNoValues) {
  const OpenCubex report = opened();
  EXPECT_EQ(report.rows->rows_decoded(), 0u);
  EXPECT_LT(report.rows->bytes_read(), size_ / 2);
}

TEST_F(CubexRowsTest, LeavingOutAMetricReadsNoValues) {
  const std::string file = (folder_.path() / "first.cubex").string();
  SeverityCube cube = wide_cube();
  for (CubeMetric& metric : cube.metrics) metric.parent = {};
  ASSERT_TRUE(write_cubex(cube, file).ok());
  base::Result<OpenCubex> open = open_cubex(file);
  ASSERT_TRUE(open.ok());
  open->cube.leave_out({MetricId{0}});
  EXPECT_EQ(open->rows->rows_decoded(), 0u);
  ASSERT_EQ(open->cube.metrics.size(), 2u);
  EXPECT_EQ(open->cube.metrics[1].id, "mpi_latesender");
  for (const std::uint32_t c : {0u, 1u, 4u})
    EXPECT_EQ(open->cube.row(MetricId{1}, CallPathId{c}), cube.row(MetricId{2}, CallPathId{c}));
  EXPECT_EQ(open->cube.total(MetricId{0}), cube.total(MetricId{1}));
}

TEST_F(CubexRowsTest, SumsCostNoRowsBeyondThoseShown) {
  const OpenCubex report = opened();
  const std::uint64_t before = report.rows->bytes_read();
  const SeverityCube whole = *read_cubex(file_);
  Selection selection;
  selection.metrics = {MetricId{2}};
  for (const By by : {By::CallPath, By::Region, By::Location, By::Rank}) {
    selection.by = by;
    EXPECT_EQ(text_report(report.cube, selection, {}), text_report(whole, selection, {}));
  }
  EXPECT_TRUE(report.cube.reading().ok());
  // Only the bars of the call paths that are shown need their rows.
  constexpr std::uint64_t kShown = 20;
  EXPECT_LE(report.rows->rows_decoded(), kShown);
  // The index and the sums of two metrics: the headline tells the total time.
  const std::uint64_t most =
      2 * (kCallpaths / 4 * (4 + 8) + kLocations * 8 + 200) + kShown * kLocations * 8;
  EXPECT_LE(report.rows->bytes_read() - before, most);
}

TEST_F(CubexRowsTest, AMetricThatIsNotThereHasNoValues) {
  const OpenCubex report = opened();
  const MetricId none = report.cube.find("no_such_metric");
  EXPECT_TRUE(report.cube.row(none, CallPathId{8}).empty());
  EXPECT_TRUE(report.cube.copy_of_row(none, CallPathId{8}).empty());
  EXPECT_TRUE(report.cube.callpaths_with_values(none).empty());
  EXPECT_EQ(report.cube.total(none), 0.0);
  EXPECT_EQ(report.cube.sums_by_location(none), std::vector<double>(kLocations));
  EXPECT_TRUE(report.cube.reading().ok());
}

TEST_F(CubexRowsTest, ARowCostsOneRow) {
  const OpenCubex report = opened();
  EXPECT_EQ(report.cube.row(MetricId{1}, CallPathId{8})[3], 1.0 / (2 + 8 * 3));
  EXPECT_TRUE(report.cube.row(MetricId{1}, CallPathId{9}).empty());
  EXPECT_EQ(report.cube.value(MetricId{1}, CallPathId{8}, LocationIndex{8}), 1.0 / (2 + 8 * 8));
  EXPECT_EQ(report.rows->rows_decoded(), 1u);
  report.cube.forget_rows(MetricId{1});
  EXPECT_EQ(report.cube.value(MetricId{1}, CallPathId{8}, LocationIndex{8}), 1.0 / (2 + 8 * 8));
  EXPECT_EQ(report.rows->rows_decoded(), 2u);
}

TEST_F(CubexRowsTest, AMetricCostsItsOwnRows) {
  const OpenCubex report = opened();
  std::size_t rows = 0;
  report.cube.for_each_row(MetricId{0}, [&](CallPathId, const std::vector<double>&) { ++rows; });
  EXPECT_EQ(rows, kCallpaths / 4);
  EXPECT_EQ(report.rows->rows_decoded(), rows);
}

TEST_F(CubexRowsTest, ACopyOfAReportIsWrittenRowByRow) {
  const OpenCubex report = opened();
  const std::string copy = (folder_.path() / "copy.cubex").string();
  ASSERT_TRUE(write_cubex(report.cube, copy).ok());
  EXPECT_EQ(report.rows->rows_decoded(), 3 * kCallpaths / 4);
  EXPECT_EQ(*base::read_file(copy), *base::read_file(file_));
}

TEST_F(CubexRowsTest, AChangedCubeReadsEverythingFirst) {
  OpenCubex report = opened();
  report.cube.set(MetricId{0}, CallPathId{1}, LocationIndex{0}, 2.0);
  EXPECT_EQ(report.cube.total(MetricId{0}, CallPathId{1}), 2.0);
  SeverityCube expected = wide_cube();
  expected.set(MetricId{0}, CallPathId{1}, LocationIndex{0}, 2.0);
  for (std::uint32_t m = 0; m < expected.metrics.size(); ++m)
    EXPECT_EQ(report.cube.total(MetricId{m}), expected.total(MetricId{m}));
}

// Any flipped bit behind the anchor leads to an error, or hits what is not used.
TEST_F(CubexRowsTest, DamageIsToldWhenItIsMet) {
  const std::string content = *base::read_file(file_);
  const SeverityCube whole = wide_cube();
  int refused = 0;
  for (std::size_t at = content.find("anchor.xml") + 40000; at < content.size(); at += 4001) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    base::Result<OpenCubex> report =
        open_cubex(ByteSource::in_memory(damaged), damaged.size(), "a report");
    if (report.ok()) {
      for (std::uint32_t m = 0; m < whole.metrics.size(); ++m)
        for (std::uint32_t c = 0; c < kCallpaths; ++c) {
          const auto row = report->cube.copy_of_row(MetricId{m}, CallPathId{c});
          if (report->cube.reading().ok()) {
            ASSERT_EQ(row, whole.row(MetricId{m}, CallPathId{c})) << at;
          }
        }
    }
    const base::Status status = report.ok() ? report->cube.reading() : report.error();
    if (status.ok()) continue;
    ++refused;
    EXPECT_THAT(status.error().message(), testing::HasSubstr(": a report"));
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace tarry::report
