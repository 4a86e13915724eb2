// SPDX-License-Identifier: BSD-3-Clause
#include "support/cube_comparison.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;

constexpr std::size_t kMostShown = 10;

template <class Item, class Equal>
bool same_list(const std::vector<Item>& a, const std::vector<Item>& b, Equal equal) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

void compare_values(const model::SeverityCube& a, const model::SeverityCube& b,
                    std::vector<std::string>& found) {
  const std::vector<std::string> paths = path_names(a);
  for (std::uint32_t m = 0; m < a.metrics.size(); ++m)
    for (std::uint32_t c = 0; c < a.callpaths.size(); ++c) {
      if (a.row(MetricId{m}, CallPathId{c}).empty() && b.row(MetricId{m}, CallPathId{c}).empty())
        continue;
      for (std::uint32_t l = 0; l < a.locations.size(); ++l) {
        const double x = a.value(MetricId{m}, CallPathId{c}, LocationIndex{l});
        const double y = b.value(MetricId{m}, CallPathId{c}, LocationIndex{l});
        if (std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y)) continue;
        if (found.size() >= kMostShown) return;
        found.push_back(a.metrics[m].id + " at " + paths[c] + ", location " + std::to_string(l) +
                        ": " + std::to_string(x) + " and " + std::to_string(y));
      }
    }
}

}  // namespace

std::vector<std::string> path_names(const model::SeverityCube& cube) {
  std::vector<std::string> names;
  names.reserve(cube.callpaths.size());
  for (const model::CubeCallPath& path : cube.callpaths)
    names.push_back(path.parent.valid() ? names[path.parent.index()] + '/' + path.region
                                        : path.region);
  return names;
}

std::vector<std::string> differences(const model::SeverityCube& a, const model::SeverityCube& b) {
  std::vector<std::string> found;
  if (!same_list(a.metrics, b.metrics, [](const auto& x, const auto& y) { return x.id == y.id; }))
    found.emplace_back("the metrics differ");
  if (!same_list(a.callpaths, b.callpaths, [](const auto& x, const auto& y) {
        return x.parent == y.parent && x.region == y.region && x.role == y.role &&
               x.paradigm == y.paradigm && x.file == y.file && x.line == y.line;
      }))
    found.emplace_back("the call paths differ");
  if (!same_list(a.locations, b.locations, [](const auto& x, const auto& y) {
        return x.rank == y.rank && x.thread == y.thread;
      }))
    found.emplace_back("the locations differ");
  if (a.experiment.warnings != b.experiment.warnings) found.emplace_back("the warnings differ");
  if (a.findings != b.findings) found.emplace_back("the findings differ");
  if (a.experiment.ideal_duration_s != b.experiment.ideal_duration_s)
    found.emplace_back("the run times on an ideal network differ");
  if (found.empty()) compare_values(a, b, found);
  return found;
}

}  // namespace tarry::testing
