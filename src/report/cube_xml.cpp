// SPDX-License-Identifier: BSD-3-Clause
#include "report/cube_xml.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

#include "report/cube_types.h"
#include "report/xml_tree.h"

namespace tarry::report {
namespace {

// Columns are ordered by Id; if the Ids are not 0..n-1, by their order in the document.
void order_columns(std::vector<ReadLocation>& found) {
  std::vector<bool> seen(found.size());
  for (const ReadLocation& read : found) {
    if (read.id >= found.size() || seen[read.id]) return;
    seen[read.id] = true;
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

void count_ranks(SeverityCube& cube) {
  std::set<model::Rank> ranks;
  std::unordered_map<std::uint32_t, std::uint32_t> threads;
  for (const CubeLocation& location : cube.locations) {
    ranks.insert(location.rank);
    cube.experiment.threads = std::max(cube.experiment.threads, ++threads[location.rank.value]);
  }
  cube.experiment.ranks = static_cast<std::uint32_t>(ranks.size());
}

}  // namespace

model::Unit unit_of(const std::string& uom, CubeMetric& metric) {
  if (uom == "sec") return model::Unit::Seconds;
  if (uom == "bytes") return model::Unit::Bytes;
  if (uom != "occ" && uom != "#" && !uom.empty()) metric.name += " (" + uom + ")";
  return model::Unit::Occurrences;
}

std::string guessed_paradigm(std::string_view region, std::string_view role) {
  if (role == "artificial") return "measurement_system";
  if (region.starts_with("MPI_")) return "mpi";
  if (region.starts_with("!$omp")) return "openmp";
  if (region.starts_with("pthread_")) return "pthread";
  return "compiler";
}

std::string host_name(pugi::xml_node tree_node) {
  std::string name = xml_text(tree_node, "name");
  const std::string node_class = xml_text(tree_node, "class");
  if (node_class == "node" && name.starts_with("node ")) name.erase(0, 5);
  return name;
}

std::vector<LocationIndex> put_locations(std::vector<ReadLocation>& found, SeverityCube& cube) {
  order_columns(found);
  std::vector<std::uint32_t> sorted(found.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(found[a].location, found[b].location);
  });
  std::vector<LocationIndex> columns(found.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    columns[sorted[i]] = LocationIndex{i};
    cube.locations.push_back(std::move(found[sorted[i]].location));
  }
  count_ranks(cube);
  return columns;
}

double longest_time(const SeverityCube& cube) {
  const MetricId time = cube.find(model::metric::time);
  if (!time.valid()) return 0.0;
  const std::vector<double> spans = cube.sums_by_location(time);
  return spans.empty() ? 0.0 : *std::max_element(spans.begin(), spans.end());
}

}  // namespace tarry::report
