// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/schedule.h"

#include <algorithm>

#include "base/hash.h"
#include "trace/synthetic/generated_events.h"

namespace tarry::trace::synthetic {
namespace {

// Room behind the meeting point for everything that ends there.
constexpr std::int64_t kRoom = 3 * kGrain;

constexpr std::uint64_t kDelay = 0;
constexpr std::uint64_t kExit = 1;

}  // namespace

Schedule::Schedule(Parameters parameters)
    : parameters_(std::move(parameters)),
      ranks_(static_cast<std::uint32_t>(parameters_.ranks)),
      row_(static_cast<std::uint32_t>(parameters_.row)),
      imbalance_grains_(static_cast<std::int64_t>(parameters_.imbalance) / kGrain),
      noise_grains_(parameters_.noise / kGrain),
      largest_delay_((imbalance_grains_ + static_cast<std::int64_t>(noise_grains_)) * kGrain),
      slot_length_(largest_delay_ + kGrain + kRoom),
      calls_length_(calls_ticks(parameters_.calls)),
      period_(calls_length_ + static_cast<std::int64_t>(patterns()) * slot_length_ + kGrain),
      end_(iteration_begin(parameters_.iterations) + slot_length_ + kGrain),
      // Ids begin with the world, then come the rows, then the columns, if they are used.
      first_comm_{0, 1, uses(GroupKind::Row) ? 1 + groups(GroupKind::Row) : 1} {}

std::uint32_t Schedule::groups(GroupKind kind) const {
  if (kind == GroupKind::World) return 1;
  return kind == GroupKind::Row ? (ranks_ - 1) / row_ + 1 : std::min(row_, ranks_);
}

std::uint32_t Schedule::group_size(GroupKind kind, std::uint32_t group) const {
  if (kind == GroupKind::World) return ranks_;
  if (kind == GroupKind::Row) return std::min(row_, ranks_ - group * row_);
  return (ranks_ - 1 - group) / row_ + 1;
}

std::uint32_t Schedule::world_rank(GroupKind kind, std::uint32_t group, std::uint32_t index) const {
  if (kind == GroupKind::World) return index;
  return kind == GroupKind::Row ? group * row_ + index : index * row_ + group;
}

std::uint32_t Schedule::group_of(GroupKind kind, std::uint32_t rank) const {
  if (kind == GroupKind::World) return 0;
  return kind == GroupKind::Row ? rank / row_ : rank % row_;
}

bool Schedule::uses(GroupKind kind) const {
  return std::any_of(parameters_.patterns.begin(), parameters_.patterns.end(),
                     [kind](const Pattern& pattern) { return pattern.group == kind; });
}

Place Schedule::place(GroupKind kind, std::uint32_t rank) const {
  const std::uint32_t group = group_of(kind, rank);
  Place place;
  place.size = group_size(kind, group);
  place.comm = first_comm_[static_cast<std::size_t>(kind)] + group;
  if (kind == GroupKind::World)
    place.index = rank;
  else
    place.index = kind == GroupKind::Row ? rank % row_ : rank / row_;
  return place;
}

std::uint64_t Schedule::times_active(std::size_t slot) const {
  const Pattern& at = pattern(slot);
  if (parameters_.iterations <= at.first) return 0;
  return (parameters_.iterations - at.first - 1) / at.every + 1;
}

std::int64_t Schedule::slot_begin(std::size_t slot, std::uint64_t iteration) const {
  if (slot == init_slot()) return 0;
  if (slot == finalize_slot()) return iteration_begin(parameters_.iterations);
  return iteration_begin(iteration) + calls_length_ +
         static_cast<std::int64_t>(slot) * slot_length_;
}

std::uint64_t Schedule::random(std::uint32_t rank, std::size_t slot, std::uint64_t iteration,
                               std::uint64_t purpose) const {
  const std::uint64_t place = (iteration * (patterns() + 2) + slot) * 2 + purpose;
  return base::split_mix(base::split_mix(base::split_mix(parameters_.seed) ^ place) ^ rank);
}

std::int64_t Schedule::delay(std::uint32_t rank, std::size_t slot, std::uint64_t iteration) const {
  std::int64_t grains = 0;
  if (ranks_ > 1) grains = imbalance_grains_ * rank / (ranks_ - 1);
  if (noise_grains_ > 0)
    grains +=
        static_cast<std::int64_t>(random(rank, slot, iteration, kDelay) % (noise_grains_ + 1));
  return grains * kGrain;
}

std::int64_t Schedule::exit_delay(std::uint32_t rank, std::size_t slot,
                                  std::uint64_t iteration) const {
  constexpr std::uint64_t kMost = kGrain / 2;
  const std::uint64_t spread = std::min(parameters_.noise + 1, kMost);
  return static_cast<std::int64_t>(random(rank, slot, iteration, kExit) % spread);
}

std::uint64_t Schedule::events_in_slot(std::uint32_t rank, std::size_t slot) const {
  const Place at = place(pattern(slot).group, rank);
  switch (pattern(slot).kind) {
    case PatternKind::LateSender:
      return 6;
    case PatternKind::LateReceiver:
      return at.in_whole(2) ? 3 : 0;
    case PatternKind::WrongOrderSame:
      return at.in_whole(2) ? 6 : 0;
    case PatternKind::WrongOrderDifferent:
      if (!at.in_whole(3)) return 0;
      return at.index % 3 == 0 ? 6 : 3;
    case PatternKind::Halo:
      return 18;
    default:
      return 4;
  }
}

std::uint64_t Schedule::event_count(std::uint32_t rank, std::uint32_t thread) const {
  const std::uint64_t calls = parameters_.iterations * 2 * parameters_.calls;
  if (thread > 0) return 2 + calls;
  // Counts the program, MPI_Init and MPI_Finalize, then the iterations, each a region of its own.
  std::uint64_t count = 6 + 2 * parameters_.iterations + calls;
  for (std::size_t slot = 0; slot < patterns(); ++slot)
    count += events_in_slot(rank, slot) * times_active(slot);
  return count;
}

}  // namespace tarry::trace::synthetic
