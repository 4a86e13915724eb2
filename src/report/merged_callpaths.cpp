// SPDX-License-Identifier: BSD-3-Clause
#include "report/merged_callpaths.h"

#include <map>
#include <memory>
#include <utility>

#include "report/callpath_key.h"
#include "report/callpath_order.h"
#include "report/cube_types.h"
#include "report/united_rows.h"

namespace tarry::report {
namespace {

class Merge {
 public:
  Merge(SeverityCube&& cube, Merging merging) : cube_(std::move(cube)), merging_(merging) {
    cube_.callpaths.swap(before_);
  }

  SeverityCube run() {
    find_inlined();
    for (std::uint32_t i = 0; i < before_.size(); ++i) merge(i);
    put_in_order();
    move_values();
    for (model::Finding& finding : cube_.findings) rename(finding);
    for (model::WaitStatistics& waits : cube_.wait_statistics)
      model::rename_callpaths(waits, [&](CallPathId& id) { rename(id); });
    model::mark_twins(cube_.callpaths);
    return std::move(cube_);
  }

 private:
  // An inlined function without a parent stays.
  void find_inlined() {
    vanishes_.resize(before_.size());
    is_merged_.resize(before_.size());
    for (std::uint32_t i = 0; i < before_.size(); ++i) {
      const CubeCallPath& path = before_[i];
      vanishes_[i] = merging_.inlined && path.is_inlined && path.parent.valid();
      if (vanishes_[i]) is_merged_[path.parent.index()] = true;
    }
  }

  // Equal regions are also merged below merged calls and below functions that take over the calls
  // of inlined ones.
  void merge(std::uint32_t i) {
    CubeCallPath path = before_[i];
    path.has_twin = false;
    const bool is_site = merging_.call_sites && !path.call_site.empty();
    const bool is_below = path.parent.valid() && is_merged_[path.parent.index()];
    if (path.parent.valid()) path.parent = now_[path.parent.index()];
    is_merged_[i] = is_merged_[i] || is_site || is_below;
    if (vanishes_[i]) return now_.push_back(path.parent);
    if (is_site) {
      path.call_site.clear();
      path.file.clear();
      path.line = 0;
    }
    const CallPathId next{static_cast<std::uint32_t>(cube_.callpaths.size())};
    CallPathId id = next;
    if (is_site || is_below)
      id = known_.try_emplace(key_in_report(path, path.parent), next).first->second;
    now_.push_back(id);
    if (id == next) cube_.callpaths.push_back(std::move(path));
  }

  void put_in_order() {
    const std::vector<CallPathId> position = sort_depth_first(cube_.callpaths);
    for (CallPathId& id : now_) id = position[id.index()];
  }

  // Visits of a hidden function do not count as visits of the function around it.
  void move_values() {
    Origins origins(cube_.callpaths.size());
    Origins of_visits(cube_.callpaths.size());
    for (std::uint32_t i = 0; i < before_.size(); ++i) {
      origins[now_[i].index()].emplace_back(i);
      if (!vanishes_[i]) of_visits[now_[i].index()].emplace_back(i);
    }
    cube_.take_rows_from(std::make_shared<UnitedRows>(
        cube_, std::move(origins), cube_.find(model::metric::visits), std::move(of_visits)));
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
  const Merging merging_;
  std::vector<CubeCallPath> before_;
  std::vector<CallPathId> now_;  // now_, vanishes_ and is_merged_ are indexed by the former id.
  std::vector<bool> vanishes_;
  std::vector<bool> is_merged_;
  std::map<CallPathKey, CallPathId> known_;
};

}  // namespace

model::SeverityCube merge_callpaths(model::SeverityCube cube, Merging merging) {
  return Merge(std::move(cube), merging).run();
}

}  // namespace tarry::report
