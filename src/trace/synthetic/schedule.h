// SPDX-License-Identifier: BSD-3-Clause
// The time of everything in a generated trace. Times are formulas of (process, iteration, pattern)
// and nothing is stored, so that a million locations cost nothing and any of them can be made
// alone.
//
//   |<- iteration ----------------------------------------------->|
//   | calls | slot of pattern 0 | slot of pattern 1 | ...         |
//           |<- delays ->|<- all have begun ->|
//           begin        meeting              begin of the next slot
//
// A process begins its part of a pattern `delay` after the slot's begin; anything that depends on
// other processes ends after the meeting point, when the last one has begun. So messages are never
// received before they are sent, and slots are independent of each other. Delays are multiples of
// kGrain and everything in between takes less than that: a comparison of two delays decides which
// process waits.
#pragma once

#include <cstdint>

#include "model/ids.h"
#include "trace/synthetic/parameters.h"

namespace tarry::trace::synthetic {

inline constexpr std::int64_t kGrain = 64;
inline constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;

// A process in one of the groups into which its pattern divides all processes.
struct Place {
  std::uint32_t comm = 0;   // model::CommId
  std::uint32_t index = 0;  // rank in it
  std::uint32_t size = 1;

  [[nodiscard]] std::uint32_t left() const { return (index + size - 1) % size; }
  [[nodiscard]] std::uint32_t right() const { return index + 1 == size ? 0 : index + 1; }
  // Members work together in twos or threes; those that remain at the end do nothing.
  [[nodiscard]] bool in_whole(std::uint32_t team) const {
    return index / team * team + team <= size;
  }
};

class Schedule {
 public:
  // `parameters` are complete().
  explicit Schedule(Parameters parameters);

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] std::size_t patterns() const { return parameters_.patterns.size(); }
  [[nodiscard]] const Pattern& pattern(std::size_t slot) const {
    return parameters_.patterns[slot];
  }

  // Groups.
  [[nodiscard]] std::uint32_t groups(GroupKind kind) const;
  [[nodiscard]] std::uint32_t group_size(GroupKind kind, std::uint32_t group) const;
  [[nodiscard]] std::uint32_t world_rank(GroupKind kind, std::uint32_t group,
                                         std::uint32_t index) const;
  [[nodiscard]] std::uint32_t group_of(GroupKind kind, std::uint32_t rank) const;
  [[nodiscard]] Place place(GroupKind kind, std::uint32_t rank) const;
  [[nodiscard]] bool uses(GroupKind kind) const;

  // Slots: those of the patterns, then one for MPI_Init and one for MPI_Finalize (iteration 0).
  [[nodiscard]] std::size_t init_slot() const { return patterns(); }
  [[nodiscard]] std::size_t finalize_slot() const { return patterns() + 1; }
  [[nodiscard]] bool is_active(std::size_t slot, std::uint64_t iteration) const {
    const Pattern& at = pattern(slot);
    return iteration % at.every == at.first;
  }
  [[nodiscard]] std::uint64_t times_active(std::size_t slot) const;

  // Times, in ticks from the begin of the run.
  [[nodiscard]] std::int64_t iteration_begin(std::uint64_t iteration) const {
    return slot_length_ + static_cast<std::int64_t>(iteration) * period_;
  }
  [[nodiscard]] std::int64_t slot_begin(std::size_t slot, std::uint64_t iteration) const;
  [[nodiscard]] std::int64_t meeting(std::int64_t slot_begin) const {
    return slot_begin + largest_delay_ + kGrain;
  }
  [[nodiscard]] std::int64_t period() const { return period_; }
  [[nodiscard]] std::int64_t end() const { return end_; }
  // Returns the time from the slot's begin to that of the process in it.
  [[nodiscard]] std::int64_t delay(std::uint32_t rank, std::size_t slot,
                                   std::uint64_t iteration) const;
  // Returns the time from the meeting point to the end of a collective operation; less than half a
  // grain.
  [[nodiscard]] std::int64_t exit_delay(std::uint32_t rank, std::size_t slot,
                                        std::uint64_t iteration) const;

  // Returns the number of events of a location; thread 0 is the one that communicates.
  [[nodiscard]] std::uint64_t event_count(std::uint32_t rank, std::uint32_t thread) const;
  // Returns the number of events of a process in one slot.
  [[nodiscard]] std::uint64_t events_in_slot(std::uint32_t rank, std::size_t slot) const;

 private:
  [[nodiscard]] std::uint64_t random(std::uint32_t rank, std::size_t slot, std::uint64_t iteration,
                                     std::uint64_t purpose) const;

  Parameters parameters_;
  std::uint32_t ranks_;
  std::uint32_t row_;
  std::int64_t imbalance_grains_;
  std::uint64_t noise_grains_;
  std::int64_t largest_delay_;
  std::int64_t slot_length_;
  std::int64_t calls_length_;
  std::int64_t period_;
  std::int64_t end_;
  std::uint32_t first_comm_[3];  // by GroupKind
};

}  // namespace tarry::trace::synthetic
