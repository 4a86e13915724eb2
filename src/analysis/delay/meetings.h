// SPDX-License-Identifier: BSD-3-Clause
// Finds, while the synchronization points of a location are visited in order, the latest one so far
// with a given process or thread.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/delay/partner.h"
#include "analysis/records/location_records.h"
#include "model/definitions.h"

namespace tarry::analysis {

// One object serves all locations of a worker, one after the other, so that the members of a
// communicator are determined once.
class Meetings {
 public:
  // `definitions` and `partial` must outlive it.
  Meetings(const model::Definitions& definitions, const PartialMeetings& partial)
      : definitions_(definitions), partial_(partial) {}

  // Forgets all points, for another location.
  void clear();

  // The following functions note that the point at `at` is with everybody, with all members of a
  // communicator, or with these ranks.
  void with_everybody(std::uint32_t at) { everybody_ = at; }
  void with_team(CommId team, std::uint32_t at);  // the threads of one team
  void with_thread(model::LocationIndex thread, std::uint32_t at);
  void with_members(CommId comm, std::uint32_t at);
  void with_ranks(std::span<const Rank> ranks, std::uint32_t at);
  void with_partial(std::uint32_t meeting, std::uint32_t at) { with_ranks(partial_[meeting], at); }

  // Returns the latest point with this rank; kNoIndex: none.
  [[nodiscard]] std::uint32_t latest(Rank rank);
  // Returns the latest point with a thread of the same process, or with a team that contains both.
  [[nodiscard]] std::uint32_t latest(model::LocationIndex thread);
  // Returns the latest point with this partner. For a member of a team, this is the latest point
  // with the thread itself or with a team.
  [[nodiscard]] std::uint32_t latest(Partner partner);

 private:
  struct Stamp {
    std::uint32_t location = 0;  // number of the location that this was noted for
    std::uint32_t at = kNoIndex;
  };

  using ByGroup = std::vector<std::pair<CommId, std::uint32_t>>;

  static void note(ByGroup& points, CommId group, std::uint32_t at);
  static void note(std::vector<Stamp>& points, std::size_t index, Stamp stamp);
  [[nodiscard]] std::uint32_t latest(const std::vector<Stamp>& points, std::size_t index) const;
  [[nodiscard]] bool is_member(CommId comm, Rank rank);
  [[nodiscard]] bool is_in_team(CommId team, model::LocationIndex thread) const;

  const model::Definitions& definitions_;
  const PartialMeetings& partial_;
  std::uint32_t location_ = 1;
  std::uint32_t everybody_ = kNoIndex;
  std::uint32_t team_ = kNoIndex;
  std::vector<Stamp> by_rank_, by_thread_;
  // The one used last is at the end: seen from there, the first one that contains a rank is the
  // latest with it.
  ByGroup by_comm_, by_team_;
  std::unordered_map<std::uint32_t, std::vector<Rank>> members_;  // by CommId, ascending
};

}  // namespace tarry::analysis
