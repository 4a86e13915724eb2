// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/shown_paths.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "model/inlined_functions.h"
#include "report/forest.h"

namespace tarry::trace::summary {
namespace {

using model::CallPathId;
using model::Region;

class Builder {
 public:
  Builder(const PathTree& whole, const std::vector<Region>& regions)
      : paths_(whole.paths), regions_(regions) {}

  ShownPaths run() {
    for (std::uint32_t i = 0; i < paths_.size(); ++i) add(i);
    put_in_order();
    return std::move(out_);
  }

 private:
  void add(std::uint32_t i) {
    const std::uint32_t parent = paths_[i].parent;
    const Region* const caller = parent == kNoPath ? nullptr : &region_of(parent);
    const auto inlined = model::inlined_between(regions_, caller, region_of(i));
    CallPathId around = parent == kNoPath ? CallPathId{} : shown_as_[parent];
    for (const model::RegionId function : inlined) around = inlined_path(around, function, i);
    const std::uint32_t equal = equal_path(around, i);
    shown_as_.push_back(equal == i ? show(around, region_number(i), i) : shown_as_[equal]);
    out_.stands_for.push_back(equal);
    keep_together(i, !inlined.empty());
  }

  // Returns the region that stands for all equal ones.
  [[nodiscard]] std::uint32_t region_number(std::uint32_t path) const {
    const std::uint32_t own = paths_[path].key;
    return regions_[own].same_as.valid() ? regions_[own].same_as.value : own;
  }
  [[nodiscard]] const Region& region_of(std::uint32_t path) const {
    return regions_[region_number(path)];
  }

  CallPathId show(CallPathId parent, std::uint32_t region, std::uint32_t path) {
    out_.paths.push_back({parent, region, path});
    return CallPathId{static_cast<std::uint32_t>(out_.paths.size() - 1)};
  }

  // Returns the path of a function that is inlined in `parent` around the call `path`; made on
  // first use.
  CallPathId inlined_path(CallPathId parent, model::RegionId function, std::uint32_t path) {
    const auto [known, is_new] = inlined_.try_emplace({parent, function});
    if (is_new) known->second = show(parent, function.value, path);
    return known->second;
  }

  // Returns the first of the paths that are shown as one: indistinguishable functions, and the
  // paths below them.
  std::uint32_t equal_path(CallPathId parent, std::uint32_t i) {
    const auto [known, is_new] = known_.try_emplace({parent, region_number(i)}, i);
    if (is_new) known->second = equal_call(parent, i);
    return known->second;
  }

  // The first call of a line stands for all calls of that line that call nothing themselves.
  std::uint32_t equal_call(CallPathId parent, std::uint32_t i) {
    const Region& region = region_of(i);
    if (region.call_site.empty()) return i;
    std::vector<std::uint32_t>& known = sites_[{parent, region.name, region.call_site}];
    const auto equal = std::find_if(known.begin(), known.end(), [&](std::uint32_t other) {
      return region_of(other) == region;
    });
    const bool is_leaf = i + 1 == paths_.size() || paths_[i + 1].parent != i;  // depth first
    if (equal != known.end() && is_leaf) return *equal;
    known.push_back(i);
    return i;
  }

  // The paths that one caller calls through inlined functions, and those below, may be shown in
  // another order, and their values add up to those of the inlined functions. Paths below a
  // function that is united with another are shown below that one.
  void keep_together(std::uint32_t i, bool is_inlined) {
    const std::uint32_t parent = paths_[i].parent;
    const bool is_below = parent != kNoPath && is_moved_[parent];
    std::uint32_t first = out_.stands_for[i];
    if (is_inlined) first = std::min(first, first_moved_.try_emplace(parent, i).first->second);
    if (is_below) first = std::min(first, out_.together[parent]);
    out_.together.push_back(first);
    is_moved_.push_back(is_inlined || is_below || out_.stands_for[i] != i);
  }

  void put_in_order() {
    std::vector<CallPathId> position(out_.paths.size());
    std::vector<ShownPath> ordered;
    for (const report::Visit& visit : report::depth_first(out_.paths)) {
      position[visit.node] = CallPathId{static_cast<std::uint32_t>(ordered.size())};
      ShownPath& path = ordered.emplace_back(out_.paths[visit.node]);
      if (path.parent.valid()) path.parent = position[path.parent.index()];
    }
    out_.paths = std::move(ordered);
  }

  const std::vector<Path>& paths_;
  const std::vector<Region>& regions_;
  ShownPaths out_;
  std::vector<CallPathId> shown_as_;  // by path, in order of creation
  std::map<std::pair<CallPathId, model::RegionId>, CallPathId> inlined_;
  std::map<std::pair<CallPathId, std::uint32_t>, std::uint32_t> known_;  // by parent and region
  std::map<std::tuple<CallPathId, std::string_view, std::string_view>, std::vector<std::uint32_t>>
      sites_;
  std::vector<bool> is_moved_;                          // by path
  std::map<std::uint32_t, std::uint32_t> first_moved_;  // by parent
};

}  // namespace

ShownPaths shown_paths(const PathTree& whole, const std::vector<Region>& regions) {
  return Builder(whole, regions).run();
}

}  // namespace tarry::trace::summary
