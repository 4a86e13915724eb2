// SPDX-License-Identifier: BSD-3-Clause
// What a process needs to know of its communicators to make values relative: which of them one is,
// its own rank there, and how many a peer may be.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compress/model/trace.h"
#include "model/definitions.h"

namespace tarry::compress {

struct OwnCommunicator {
  std::uint32_t position = 0;  // among those of this process
  std::uint32_t rank = 0;      // its own, in its group
  std::uint32_t peers = 1;     // size of the group that peers are ranks of

  // (peer - own rank) modulo the size, and back. A peer that cannot be is left as it is, beyond all
  // that can be.
  [[nodiscard]] std::int64_t relative(std::uint32_t peer) const {
    return peer < peers ? (std::int64_t{peer} + peers - rank % peers) % peers : peer;
  }
  [[nodiscard]] std::uint32_t absolute(std::int64_t relative) const {
    const auto value = static_cast<std::uint32_t>(relative);
    return value < peers ? (value + rank % peers) % peers : value;
  }
};

// Thread: caller-locks.
class RankCommunicators {
 public:
  // The next one of this process, whose id is known as `id`.
  void add(model::CommId id, std::uint32_t rank, std::uint32_t peers) {
    add_at(static_cast<std::uint32_t>(own_.size()), id, rank, peers);
  }
  // With a position that only the caller knows the meaning of.
  void add_at(std::uint32_t position, model::CommId id, std::uint32_t rank, std::uint32_t peers) {
    if (places_.try_emplace(id, own_.size()).second) own_.push_back({position, rank, peers});
  }
  // nullptr: the process is no member.
  [[nodiscard]] const OwnCommunicator* find(model::CommId id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &own_[found->second];
  }
  [[nodiscard]] const std::vector<OwnCommunicator>& all() const { return own_; }

 private:
  std::unordered_map<model::CommId, std::size_t> places_;
  std::vector<OwnCommunicator> own_;
};

// Those of a trace, teams of threads not included.
std::vector<Communicator> communicators_of(const model::Definitions& definitions);

// The same by world rank, with the ids of `definitions`.
std::vector<RankCommunicators> communicators_by_rank(const model::Definitions& definitions,
                                                     std::uint32_t ranks);

// Processes that a trace has or could have.
std::uint32_t ranks_of(const model::Definitions& definitions);

}  // namespace tarry::compress
