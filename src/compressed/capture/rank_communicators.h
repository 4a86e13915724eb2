// SPDX-License-Identifier: BSD-3-Clause
// The communicators of a process as far as they are needed to make values relative: the position of
// each, the process' own rank in it, and the number of possible peers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compressed/model/membership.h"
#include "compressed/model/trace.h"
#include "model/definitions.h"

namespace tarry::compressed {

struct OwnCommunicator {
  std::uint32_t position = 0;  // position among those of this process
  CommPlace place;
};

// Thread: caller-locks.
class RankCommunicators {
 public:
  // Adds the next communicator of this process, which is known as `id`.
  void add(model::CommId id, CommPlace place) {
    add_at(static_cast<std::uint32_t>(own_.size()), id, place);
  }
  // Adds a communicator with a position whose meaning only the caller knows. A known id keeps its
  // entry.
  void add_at(std::uint32_t position, model::CommId id, CommPlace place) {
    own_.try_emplace(id, OwnCommunicator{position, place});
  }
  // Returns nullptr if the process is no member.
  [[nodiscard]] const OwnCommunicator* find(model::CommId id) const {
    const auto found = own_.find(id);
    return found == own_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<model::CommId, OwnCommunicator> own_;
};

// Returns the communicators of a trace without teams of threads.
std::vector<Communicator> communicators_of(const model::Definitions& definitions);

// Returns them by world rank, with the ids of `definitions`.
std::vector<RankCommunicators> communicators_by_rank(const model::Definitions& definitions,
                                                     std::uint32_t ranks);

// Returns the number of processes that a trace has or could have.
std::uint32_t ranks_of(const model::Definitions& definitions);

}  // namespace tarry::compressed
