// SPDX-License-Identifier: BSD-3-Clause
// Times added up by call path, of few call paths at a time: emptying it takes a time that grows
// with those that were used only.
#pragma once

#include <algorithm>
#include <vector>

#include "analysis/records/time_stream.h"

namespace tarry::analysis {

// Thread: one at a time.
class CallPathSums {
 public:
  [[gnu::always_inline]] void add(CallPathId callpath, Ticks time) {
    if (callpath.index() >= sums_.size()) [[unlikely]]
      grow(callpath);
    Sum& sum = sums_[callpath.index()];
    if (!sum.is_used) {
      sum.is_used = true;
      used_.push_back(callpath);
    }
    sum.time += time;
  }
  // Takes from a call path, if it is used.
  void reduce(CallPathId callpath, Ticks by) {
    if (callpath.index() < sums_.size() && sums_[callpath.index()].is_used)
      sums_[callpath.index()].time -= by;
  }
  // Takes from a call path what it has, at most `by`. Returns how much that is.
  Ticks take_up_to(CallPathId callpath, Ticks by) {
    if (callpath.index() >= sums_.size()) return Ticks{0};
    const Ticks taken = std::min(by, sums_[callpath.index()].time);
    reduce(callpath, taken);
    return taken;
  }
  // Calls visit(callpath, time) for those with more than nothing, and is empty.
  template <class Visit>
  void take(Visit visit) {
    for (const CallPathId callpath : used_) {
      Sum& sum = sums_[callpath.index()];
      if (sum.time.count > 0) visit(callpath, sum.time);
      sum = {};
    }
    used_.clear();
  }

 private:
  struct Sum {
    Ticks time;
    bool is_used = false;
  };

  [[gnu::noinline]] void grow(CallPathId callpath) { sums_.resize(callpath.index() + 1); }

  std::vector<Sum> sums_;  // by call path
  std::vector<CallPathId> used_;
};

}  // namespace tarry::analysis
