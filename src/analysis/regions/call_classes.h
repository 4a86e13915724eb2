// SPDX-License-Identifier: BSD-3-Clause
// The times of MPI calls without known waits, by operation and size: which calls take longer than
// they must, and whether these end with an event of another process. Source:
// docs/patterns/progress.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/definitions.h"
#include "model/ids.h"
#include "model/region_class.h"
#include "workers/transport.h"

namespace tarry::analysis {

// Counts and bits are sums of whole numbers and thus the same in any order.
class CallClasses {
 public:
  explicit CallClasses(std::uint64_t ticks_per_second);

  // Returns the class of a call by its operation, the bytes that it completes, and whether the
  // other process is on another host.
  static std::uint32_t of(model::MpiCall call, std::uint64_t bytes, bool is_far) {
    return of(static_cast<std::uint32_t>(call), bytes, is_far);
  }
  // Returns the class of a part in a collective operation.
  static std::uint32_t of(model::CollectiveOp op, std::uint64_t bytes, bool is_nonblocking) {
    const auto what = std::min<std::uint32_t>(static_cast<std::uint32_t>(op), kOperations - 1);
    return of(static_cast<std::uint32_t>(model::kMpiCalls) + what, bytes, is_nonblocking);
  }

  // Adds the time of a call of the class without its known waits.
  void add_time(std::uint32_t call_class, model::Ticks rest) {
    ++known(call_class).times[octave(rest)];
  }
  // Sums up what all workers have added. Collective.
  void unite_times(workers::Transport& transport);
  // Returns the time above which a call takes longer than it must: four times the time within which
  // a tenth of the class ends; at least 10 microseconds; at most a millisecond plus the time of its
  // bytes at a gigabyte per second.
  [[nodiscard]] model::Ticks limit(std::uint32_t call_class) const {
    return known_[places_[call_class]].limit;
  }

  // Returns a lower bound of all limits.
  [[nodiscard]] model::Ticks shortest_limit() const {
    return {static_cast<std::int64_t>(ticks_per_second_ / 100000)};
  }

  // Adds the evidence of a call that took longer.
  void add_evidence(std::uint32_t call_class, model::Ticks rest, std::int64_t bits) {
    known(call_class).evidence[length(rest)] += bits;
  }
  void unite_evidence(workers::Transport& transport);
  // Returns the evidence of all calls that took about as long.
  [[nodiscard]] std::int64_t evidence(std::uint32_t call_class, model::Ticks rest) const {
    return known_[places_[call_class]].evidence[length(rest)];
  }

 private:
  static constexpr std::uint32_t kSizes = 44, kOctaves = 64, kLengths = 16, kOperations = 32;
  static constexpr std::uint32_t kClasses =
      (static_cast<std::uint32_t>(model::kMpiCalls) + kOperations) * kSizes * 2;

  static std::uint32_t of(std::uint32_t what, std::uint64_t bytes, bool other) {
    const auto size =
        std::min<std::uint32_t>(static_cast<std::uint32_t>(std::bit_width(bytes)), kSizes - 1);
    return (what * kSizes + size) * 2 + std::uint32_t{other};
  }

  static std::size_t octave(model::Ticks time) {
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(time.count)));
  }
  static std::size_t length(model::Ticks rest) { return octave(rest) / 4; }

  struct Class {
    std::uint32_t number;
    std::array<std::int64_t, kOctaves> times{};  // calls
    std::array<std::int64_t, kLengths> evidence{};
    model::Ticks limit{};
  };

  Class& known(std::uint32_t call_class) {
    std::uint32_t& place = places_[call_class];
    if (place == 0) place = add(call_class);
    return known_[place];
  }
  std::uint32_t add(std::uint32_t call_class);
  template <std::size_t kParts>
  void unite(std::array<std::int64_t, kParts> Class::*sums, workers::Transport& transport);
  [[nodiscard]] model::Ticks limit_of(const Class& one) const;

  std::uint64_t ticks_per_second_;
  std::vector<std::uint32_t> places_;  // by number of the class, in `known_`
  std::vector<Class> known_;           // the first one stands for all classes without calls
};

}  // namespace tarry::analysis
