// SPDX-License-Identifier: BSD-3-Clause
#include "support/read_on_demand.h"

#include <algorithm>

#include "report/cubex.h"
#include "report/cubex_rows.h"
#include "support/cube_comparison.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

// The sums are asked for first, and then the rows, the last call path first.
void compare_metric(const SeverityCube& whole, const SeverityCube& some, MetricId metric,
                    std::vector<std::string>& found) {
  const std::string& id = whole.metrics[metric.index()].id;
  if (whole.callpaths_with_values(metric) != some.callpaths_with_values(metric))
    found.push_back(id + " has other call paths with values");
  if (whole.total(metric) != some.total(metric)) found.push_back(id + " has another total");
  if (whole.sums_by_location(metric) != some.sums_by_location(metric))
    found.push_back(id + " has other sums by location");
  for (std::uint32_t i = static_cast<std::uint32_t>(whole.callpaths.size()); i-- > 0;) {
    if (whole.total(metric, CallPathId{i}) != some.total(metric, CallPathId{i}))
      found.push_back(id + " has another sum for call path " + std::to_string(i));
    if (whole.row(metric, CallPathId{i}) != some.copy_of_row(metric, CallPathId{i}))
      found.push_back(id + " has another row for call path " + std::to_string(i));
  }
}

SeverityCube with_more_locations(const SeverityCube& cube) {
  constexpr std::size_t kMore = 64;  // as many make rows compressed
  SeverityCube wide;
  wide.experiment = cube.experiment;
  wide.metrics = cube.metrics;
  wide.callpaths = cube.callpaths;
  wide.locations = cube.locations;
  wide.findings = cube.findings;
  std::uint32_t rank = cube.locations.empty() ? 0 : cube.locations.back().rank.value + 1;
  for (std::size_t i = 0; i < kMore; ++i)
    wide.locations.push_back({model::Rank{rank++}, 0, "", ""});
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    cube.for_each_row(MetricId{m}, [&](CallPathId callpath, std::vector<double> row) {
      row.resize(wide.locations.size());
      wide.set_row(MetricId{m}, callpath, std::move(row));
    });
  return wide;
}

}  // namespace

std::vector<std::string> differences_on_demand(const std::string& file) {
  const base::Result<SeverityCube> whole = report::read_cubex(file);
  if (!whole.ok()) return {whole.error().message()};
  const base::Result<report::OpenCubex> some = report::open_cubex(file);
  if (!some.ok()) return {some.error().message()};
  std::vector<std::string> found;
  for (std::uint32_t m = static_cast<std::uint32_t>(whole->metrics.size()); m-- > 0;)
    compare_metric(*whole, some->cube, MetricId{m}, found);
  if (!some->cube.reading().ok()) found.push_back(some->cube.reading().error().message());
  return found;
}

std::vector<std::string> differences_when_written(const SeverityCube& cube,
                                                  const std::string& file) {
  std::vector<std::string> found;
  for (const SeverityCube& written : {cube, with_more_locations(cube)}) {
    const base::Status status = report::write_cubex(written, file);
    if (!status.ok()) return {status.error().message()};
    const base::Result<SeverityCube> whole = report::read_cubex(file);
    if (!whole.ok()) return {whole.error().message()};
    for (auto& difference : differences(written, *whole)) found.push_back(std::move(difference));
    for (auto& difference : differences_on_demand(file)) found.push_back(std::move(difference));
    const base::Result<report::OpenCubex> some = report::open_cubex(file);
    if (!some.ok()) return {some.error().message()};
    if (written.locations.size() > cube.locations.size()) {
      for (std::uint32_t m = 0; m < written.metrics.size(); ++m)
        if (written.metrics[m].sum == model::CubeMetric::Sum::Total)  // others have no sums
          static_cast<void>(some->cube.total(MetricId{m}));
      if (some->rows->rows_decoded() != 0) found.emplace_back("sums were not taken from the file");
    }
  }
  return found;
}

}  // namespace tarry::testing
