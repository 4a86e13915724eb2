// SPDX-License-Identifier: BSD-3-Clause
// The regions that a location is in, and the instances that records of events refer to. A region
// becomes an instance when the first record needs it.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/extract/location_extraction.h"
#include "analysis/extract/polling.h"

namespace tarry::analysis {

// A region that was entered and not left yet.
struct Frame {
  model::RegionId region;
  CallPathId callpath;
  CallPathId charged;              // gets the time while this region is the innermost one
  std::uint32_t visit = kNoIndex;  // its slot, if somebody wants to hear of visits
  Ticks enter;
  Ticks nested;                           // inclusive time of instances nested in it
  std::uint32_t instance = kNoIndex;      // once it holds a record
  std::uint32_t collective = kNoIndex;    // operation that has begun and not ended
  std::uint32_t cut = kNoIndex;           // of the activities, if the region may synchronise
  std::uint32_t first_unlock = kNoIndex;  // of a window, in `rma.records`
};

class RegionStack {
 public:
  explicit RegionStack(LocationExtraction& location) : location_(location) {}

  [[nodiscard]] bool empty() const { return frames_.empty(); }
  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] Frame& top() { return frames_.back(); }
  [[nodiscard]] const Frame& top() const { return frames_.back(); }
  // Returns the n-th region below the top, which is number 0.
  [[nodiscard]] Frame& from_top(std::size_t n) { return frames_[frames_.size() - 1 - n]; }
  [[nodiscard]] const Frame& from_top(std::size_t n) const {
    return frames_[frames_.size() - 1 - n];
  }
  [[nodiscard]] bool contains(model::RegionId region) const {
    return std::any_of(frames_.begin(), frames_.end(),
                       [region](const Frame& frame) { return frame.region == region; });
  }
  // Returns whether recording is off. A pause is a region on the stack.
  [[nodiscard]] bool is_off() const {
    return !empty() && top().region == location_.regions.measurement_off;
  }

  // The call path below which the outermost regions lie; if it is not valid(), they are roots.
  [[nodiscard]] CallPathId base() const { return base_; }
  void set_base(CallPathId base) { base_ = base; }
  // Returns the call path of the top region, or the base.
  [[nodiscard]] CallPathId callpath() const { return empty() ? base_ : top().callpath; }

  // `may_synchronise` is true if it may do so whatever the region is.
  void push(Ticks time, model::RegionId region, CallPathId callpath, bool may_synchronise) {
    may_synchronise = may_synchronise || location_.regions.synchronises(region);
    const std::uint32_t cut = may_synchronise ? location_.activities.begin_call() : kNoIndex;
    frames_.push_back({region, callpath, charged_in(region, callpath), kNoIndex, time, Ticks{0},
                       kNoIndex, kNoIndex, cut, kNoIndex});
    if (may_synchronise) polling_.enter(time, location_.regions.kinds[region.index()].call);
  }

  // Returns the time that the region took. `damaged` is true if it has no leave of its own.
  Ticks pop(Ticks time, bool damaged);

  // These give the regions away and take them back.
  [[nodiscard]] std::vector<Frame> take_frames() { return std::exchange(frames_, {}); }
  void put_back(std::vector<Frame> frames, CallPathId base) {
    frames_ = std::move(frames);
    base_ = base;
  }

  std::uint32_t instance_of(Frame& frame) {
    if (frame.instance == kNoIndex) make_instance(frame);
    return frame.instance;
  }
  std::uint32_t instance_of_top() { return instance_of(top()); }

  // Makes an instance without a length, which divides the activities before it from those after it.
  std::uint32_t divide(Ticks time, CallPathId callpath);

 private:
  void make_instance(Frame& frame);
  // A function that is known from call stacks may have ended and begun again between two calls: its
  // time is that of the region around it, unless samples tell more.
  [[nodiscard]] CallPathId charged_in(model::RegionId region, CallPathId callpath) const {
    const bool is_sure = !location_.regions.from_call_stacks[region.index()];
    return is_sure || empty() ? callpath : top().charged;
  }

  LocationExtraction& location_;
  std::vector<Frame> frames_;
  CallPathId base_;
  Polling polling_;
};

}  // namespace tarry::analysis
