// SPDX-License-Identifier: BSD-3-Clause
// What a process needs to know of its communicators to make values relative: which of them one is,
// its own rank there, and how many a peer may be.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compressed/model/membership.h"
#include "compressed/model/trace.h"
#include "model/definitions.h"

namespace tarry::compressed {

struct OwnCommunicator {
  std::uint32_t position = 0;  // among those of this process
  CommPlace place;
};

// Thread: caller-locks.
class RankCommunicators {
 public:
  // The next one of this process, whose id is known as `id`.
  void add(model::CommId id, CommPlace place) {
    add_at(static_cast<std::uint32_t>(own_.size()), id, place);
  }
  // With a position that only the caller knows the meaning of. An id that is known stays as it is.
  void add_at(std::uint32_t position, model::CommId id, CommPlace place) {
    own_.try_emplace(id, OwnCommunicator{position, place});
  }
  // nullptr: the process is no member.
  [[nodiscard]] const OwnCommunicator* find(model::CommId id) const {
    const auto found = own_.find(id);
    return found == own_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<model::CommId, OwnCommunicator> own_;
};

// Those of a trace, teams of threads not included.
std::vector<Communicator> communicators_of(const model::Definitions& definitions);

// The same by world rank, with the ids of `definitions`.
std::vector<RankCommunicators> communicators_by_rank(const model::Definitions& definitions,
                                                     std::uint32_t ranks);

// Processes that a trace has or could have.
std::uint32_t ranks_of(const model::Definitions& definitions);

}  // namespace tarry::compressed
