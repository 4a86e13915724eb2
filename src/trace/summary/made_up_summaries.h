// SPDX-License-Identifier: BSD-3-Clause
// Random summaries for tests, and the result that collating them must give.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "trace/summary/collate.h"
#include "trace/summary/region_key.h"

namespace tarry::trace::summary {

inline std::string function_key(std::uint64_t number) {
  return region_key(trace::eventlog::FunctionKey{"app", number});
}

inline std::vector<model::Region> regions_of_made_up(const std::vector<std::string>& keys) {
  std::vector<model::Region> out;
  for (const std::string& key : keys) {
    const auto decoded = region_of_key(key);
    model::Region region;
    region.name = "f" + std::to_string(std::get<trace::eventlog::FunctionKey>(*decoded).offset);
    out.push_back(std::move(region));
  }
  return out;
}

inline ProcessSummary random_summary(std::uint32_t rank, std::mt19937& random) {
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

class MemorySource : public SummarySource {
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

inline std::string path_name(const model::SeverityCube& cube, model::CallPathId path) {
  std::string out;
  for (; path.valid(); path = cube.callpaths[path.index()].parent)
    out = cube.callpaths[path.index()].region + "/" + out;
  return out;
}

inline std::string path_name(const ProcessSummary& summary, std::uint32_t path) {
  std::string out;
  for (; path != kNoPath; path = summary.tree.paths[path].parent)
    out = regions_of_made_up({summary.tree.keys[summary.tree.paths[path].key]})[0].name + "/" + out;
  return out;
}

using Values = std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, double>;

inline Values values_of(const model::SeverityCube& cube, const char* id) {
  Values out;
  for (const model::CallPathId path : cube.callpaths_with_values(cube.find(id)))
    for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
      if (const double value = cube.value(cube.find(id), path, model::LocationIndex{l}); value != 0)
        out[{path_name(cube, path), cube.locations[l].rank.value, cube.locations[l].thread}] =
            value;
  return out;
}

inline Values naive(const std::vector<ProcessSummary>& all, Column column) {
  Values out;
  for (const ProcessSummary& summary : all)
    for (std::uint32_t p = 0; p < summary.cells.size(); ++p)
      for (const Cell& cell : summary.cells[p])
        if (cell.column == static_cast<std::uint16_t>(column))
          out[{path_name(summary, p), summary.rank, summary.threads[cell.thread]}] +=
              static_cast<double>(cell.value);
  return out;
}

}  // namespace tarry::trace::summary
