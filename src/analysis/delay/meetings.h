// SPDX-License-Identifier: BSD-3-Clause
// While the synchronisation points of a location are gone through in order: the latest so far that
// was with a given rank.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/replay/location_records.h"
#include "model/definitions.h"

namespace tarry::analysis {

// One serves all locations of a worker, one after the other: who is in a communicator is found
// once.
class Meetings {
 public:
  // `definitions` must outlive it.
  explicit Meetings(const model::Definitions& definitions) : definitions_(definitions) {}

  // Forgets all points: another location.
  void clear();

  // The point at `at` is with everybody, all members of a communicator, or these ranks.
  void with_everybody(std::uint32_t at) { everybody_ = at; }
  void with_team(std::uint32_t at) { team_ = at; }  // the threads of one
  void with_members(CommId comm, std::uint32_t at);
  void with_ranks(std::span<const Rank> ranks, std::uint32_t at);

  // The latest point with this rank; kNoIndex: none.
  [[nodiscard]] std::uint32_t latest(Rank rank);
  // The latest point with a team, whichever.
  [[nodiscard]] std::uint32_t latest_with_team() const { return team_; }

 private:
  struct Stamp {
    std::uint32_t location = 0;  // the how manieth this was for
    std::uint32_t at = kNoIndex;
  };

  [[nodiscard]] bool is_member(CommId comm, Rank rank);

  const model::Definitions& definitions_;
  std::uint32_t location_ = 1;
  std::uint32_t everybody_ = kNoIndex;
  std::uint32_t team_ = kNoIndex;
  std::vector<Stamp> by_rank_;
  // The one used last comes last: the first from there that has a rank is the latest with it.
  std::vector<std::pair<CommId, std::uint32_t>> by_comm_;
  std::unordered_map<std::uint32_t, std::vector<Rank>> members_;  // by CommId, ascending
};

}  // namespace tarry::analysis
