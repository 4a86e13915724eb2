// SPDX-License-Identifier: BSD-3-Clause
// The communicators of each rank and its peers there: converts values relative to a rank into world
// ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/model/membership.h"
#include "compressed/model/rank_set.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// The trace must outlive it. Thread: any.
class CommunicatorIndex {
 public:
  explicit CommunicatorIndex(const Trace& trace);

  // Returns the index into Trace::communicators of the rank's `comm`-th communicator.
  [[nodiscard]] std::optional<std::uint32_t> communicator(std::uint32_t rank,
                                                          std::int64_t comm) const;
  // Returns the world rank of a relative peer, or nothing if there is no such communicator or peer.
  [[nodiscard]] std::optional<std::uint32_t> peer(std::uint32_t rank, std::int64_t comm,
                                                  std::int64_t relative) const;
  // Returns the world ranks of both groups, ascending.
  [[nodiscard]] RankSet members(std::uint32_t communicator) const;

 private:
  [[nodiscard]] const Membership* find(std::uint32_t rank, std::int64_t comm) const;

  const Trace& trace_;
  bool has_drawn_peers_;
  std::vector<Memberships> by_rank_;
};

}  // namespace tarry::compressed
