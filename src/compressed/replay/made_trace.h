// SPDX-License-Identifier: BSD-3-Clause
// Compressed traces made call by call, in the way of a recording, for tests of the replay.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "model/definitions.h"

namespace tarry::replay {

using compressed::Action;
using compressed::ActionKind;
using model::CollectiveOp;

inline constexpr std::int64_t kWorld = 0;

class MadeTrace;

// The calls of one rank. Peers are absolute ranks of the communicator.
class MadeRank {
 public:
  MadeRank(MadeTrace& trace, std::uint32_t rank) : trace_(trace), rank_(rank) {}

  void compute(std::uint64_t nanoseconds) { before_ += nanoseconds; }
  // Adds a call of `function` that did `actions`.
  void call(const std::string& function, std::vector<Action> actions = {},
            std::uint64_t duration_ns = 1000);

  [[nodiscard]] std::int64_t rank() const { return rank_; }
  [[nodiscard]] std::int64_t relative(std::int64_t peer, std::int64_t members,
                                      std::int64_t own) const {
    return ((peer - own) % members + members) % members;
  }
  // A send in MPI_COMM_WORLD.
  Action send(std::int64_t to, std::int64_t bytes, std::int64_t tag = 0,
              ActionKind kind = ActionKind::Send) const;
  Action receive(std::int64_t from, std::int64_t bytes, std::int64_t tag = 0,
                 ActionKind kind = ActionKind::Receive) const;
  // A receive that is posted, and the message that it gets.
  Action post(std::int64_t from_or_any, std::int64_t tag, std::int64_t room = 0) const;
  Action got(std::int64_t from, std::int64_t bytes, std::int64_t tag, std::int64_t request) const;
  static Action done(ActionKind kind, std::int64_t request) {
    Action action;
    action.kind = kind;
    action.request = request;
    return action;
  }
  static Action operation(CollectiveOp op, std::int64_t comm, std::int64_t root, std::int64_t sent,
                          std::int64_t received, ActionKind kind = ActionKind::Collective);

 private:
  friend class MadeTrace;
  MadeTrace& trace_;
  std::uint32_t rank_;
  std::uint64_t before_ = 0;
  std::vector<compressed::Call> calls_;
};

class MadeTrace {
 public:
  explicit MadeTrace(std::uint32_t ranks) : ranks_(ranks) {
    std::vector<std::uint32_t> all(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) all[rank] = rank;
    communicators.push_back({"MPI_COMM_WORLD", all, {}, false, false});
  }

  std::vector<compressed::Communicator> communicators;

  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  // Makes the compressed trace of what `program` does on each rank.
  compressed::Trace make(const std::function<void(MadeRank&)>& program,
                         const compressed::FoldOptions& options = {});

 private:
  friend class MadeRank;
  compressed::SiteId site_of(const std::string& function);

  std::uint32_t ranks_;
  std::vector<compressed::Site> sites_;
};

}  // namespace tarry::replay
