// SPDX-License-Identifier: BSD-3-Clause
// The surplus of causes over those who waited for them, by call path, pair after pair.
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/records/time_stream.h"

namespace tarry::analysis {

class SurplusLog {
 public:
  void reserve(std::size_t pairs) { first_.reserve(pairs + 1); }
  // Begins the next pair, to which all following additions belong.
  void begin_pair() { first_.push_back(times_.size()); }
  void add(CallPathId callpath, Ticks time) { append_time(times_, callpath, time); }

  // Calls visit(callpath, time).
  template <class Visit>
  void for_each(std::size_t pair, Visit visit) const {
    const std::uint64_t end = pair + 1 < first_.size() ? first_[pair + 1] : times_.size();
    CallPathTime surplus;
    for (TimeReader times(times_, first_[pair]); times.position() < end;) {
      times.next(surplus);
      visit(surplus.callpath, surplus.time);
    }
  }

 private:
  workers::Bytes times_;
  std::pmr::vector<std::uint64_t> first_;  // by pair: begin of its times
};

}  // namespace tarry::analysis
