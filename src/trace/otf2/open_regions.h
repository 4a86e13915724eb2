// SPDX-License-Identifier: BSD-3-Clause
// The regions that are open on one location of a trace with inlined functions. Events do not name
// inlined functions: these are entered with the call that they surround. Tasks of OpenMP may be
// left in another order than they were entered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/event_place.h"
#include "model/inlined_functions.h"

namespace tarry::trace::otf2 {

class OpenRegions {
 public:
  using Open = model::EventPlace::OpenCall;

  // `regions` must outlive it.
  explicit OpenRegions(const std::vector<model::Region>& regions)
      : regions_(regions), times_open_(regions.size()) {}

  // Returns the inlined functions to be entered before the region, the outermost first.
  std::span<const model::RegionId> enter(model::RegionId region) {
    const model::Region* parent = open_.empty() ? nullptr : &regions_[open_.back().region.index()];
    const auto inlined = model::inlined_between(regions_, parent, regions_[region.index()]);
    open_.push_back({region, static_cast<std::uint32_t>(inlined.size())});
    ++times_open_[region.index()];
    return inlined;
  }

  // Returns the inlined functions to be left behind the region, the outermost first.
  std::span<const model::RegionId> leave(model::RegionId region) {
    if (times_open_[region.index()] == 0) return {};
    --times_open_[region.index()];
    const auto is_it = [region](const Open& each) { return each.region == region; };
    const auto found = std::prev(std::find_if(open_.rbegin(), open_.rend(), is_it).base());
    const std::uint32_t count = found->inlined;
    open_.erase(found);
    return std::span(regions_[region.index()].inlined_around).last(count);
  }

  // The calls that are open, with the functions that were entered for them.
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }
  void resume(const std::vector<Open>& open) {
    open_ = open;
    for (const Open& call : open_) ++times_open_[call.region.index()];
  }

 private:
  const std::vector<model::Region>& regions_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> times_open_;  // by region
};

}  // namespace tarry::trace::otf2
