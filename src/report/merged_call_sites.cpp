// SPDX-License-Identifier: BSD-3-Clause
#include "report/merged_call_sites.h"

#include <map>
#include <tuple>
#include <utility>

#include "report/cube_types.h"
#include "report/forest.h"

namespace tarry::report {
namespace {

class Merge {
 public:
  explicit Merge(SeverityCube&& cube) : cube_(std::move(cube)) { cube_.callpaths.swap(before_); }

  SeverityCube run() {
    for (std::uint32_t i = 0; i < before_.size(); ++i) merge(i);
    put_in_order();
    move_values();
    for (model::Finding& finding : cube_.findings) rename(finding);
    return std::move(cube_);
  }

 private:
  using Key = std::tuple<CallPathId, std::string, std::string, std::uint32_t>;

  // Below calls that have become one, equal regions become one as well.
  void merge(std::uint32_t i) {
    CubeCallPath path = before_[i];
    const bool is_site = !path.call_site.empty();
    const bool is_below = path.parent.valid() && is_merged_[path.parent.index()];
    if (path.parent.valid()) path.parent = now_[path.parent.index()];
    path.has_twin = false;
    if (is_site) {
      path.call_site.clear();
      path.file.clear();
      path.line = 0;
    }
    is_merged_.push_back(is_site || is_below);
    const CallPathId next{static_cast<std::uint32_t>(cube_.callpaths.size())};
    CallPathId id = next;
    if (is_merged_.back())
      id = known_.try_emplace(Key{path.parent, path.region, path.file, path.line}, next)
               .first->second;
    now_.push_back(id);
    if (id == next) cube_.callpaths.push_back(std::move(path));
  }

  // Depth first, as readers of a cube expect.
  void put_in_order() {
    std::vector<CallPathId> position(cube_.callpaths.size());
    std::vector<CubeCallPath> ordered;
    for (const Visit& visit : depth_first(cube_.callpaths)) {
      position[visit.node] = CallPathId{static_cast<std::uint32_t>(ordered.size())};
      CubeCallPath& path = ordered.emplace_back(std::move(cube_.callpaths[visit.node]));
      if (path.parent.valid()) path.parent = position[path.parent.index()];
    }
    cube_.callpaths = std::move(ordered);
    for (CallPathId& id : now_) id = position[id.index()];
  }

  void move_values() {
    for (std::uint32_t m = 0; m < cube_.metrics.size(); ++m) {
      const MetricId metric{m};
      std::map<CallPathId, std::vector<double>> sums;
      for (const CallPathId callpath : cube_.callpaths_with_values(metric)) {
        const std::vector<double>& row = cube_.row(metric, callpath);
        std::vector<double>& sum = sums[now_[callpath.index()]];
        sum.resize(row.size());
        for (std::size_t l = 0; l < row.size(); ++l) sum[l] += row[l];
      }
      for (const CallPathId callpath : cube_.callpaths_with_values(metric))
        cube_.set_row(metric, callpath, {});
      for (auto& [callpath, sum] : sums) cube_.set_row(metric, callpath, std::move(sum));
    }
  }

  void rename(CallPathId& id) const {
    if (id.valid()) id = now_[id.index()];
  }
  void rename(model::Finding& finding) const {
    rename(finding.callpath);
    for (model::Victims& victims : finding.victims) rename(victims.callpath);
    rename(finding.episode.cause.callpath);
    for (model::Episode::Span& wait : finding.episode.waits) rename(wait.callpath);
  }

  SeverityCube cube_;
  std::vector<CubeCallPath> before_;
  std::vector<CallPathId> now_;  // by former id
  std::vector<bool> is_merged_;  // by former id
  std::map<Key, CallPathId> known_;
};

}  // namespace

model::SeverityCube merge_call_sites(model::SeverityCube cube) {
  return Merge(std::move(cube)).run();
}

}  // namespace tarry::report
