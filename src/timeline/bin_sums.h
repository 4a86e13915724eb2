// SPDX-License-Identifier: BSD-3-Clause
// Exact times of states in equal bins. Times come in any order and may be taken back, because it is
// known only at the end of a call how long it waited at its begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "timeline/bin.h"

namespace tarry::timeline {

class BinSums {
 public:
  // `bins` bins of 2^shift ticks from 0 on.
  BinSums(std::size_t bins, unsigned shift) : shift_(shift), ends_(bins, 0) {}

  // Adds the time from `begin` to `end`, or takes it back. Parts outside of the bins are left out.
  void add(std::uint16_t state, std::int64_t begin, std::int64_t end, bool is_taken_back = false);

  // Must be called before the functions below.
  void finish() { unite(); }

  [[nodiscard]] std::size_t bins() const { return ends_.size(); }
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::span<const StateTime> times(std::size_t bin) const {
    const std::size_t begin = bin == 0 ? 0 : ends_[bin - 1];
    return {times_.data() + begin, ends_[bin] - begin};
  }
  // Returns the sums of pairs of bins.
  [[nodiscard]] BinSums halved() const;

 private:
  struct Added {
    std::uint32_t bin;
    std::uint16_t state;
    std::int64_t ticks;
  };

  // Moves what was added to its bins.
  void unite();

  unsigned shift_;
  std::vector<std::size_t> ends_;  // by bin, in times_
  std::vector<StateTime> times_;
  std::vector<Added> added_;
};

}  // namespace tarry::timeline
