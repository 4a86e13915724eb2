// SPDX-License-Identifier: BSD-3-Clause
// Collective operations: the n-th call of each member on a communicator belongs to the n-th
// operation there. Who waits for whom is the shape of the operation (model/collective_ops.def); an
// operation with a shape of None counts as one in which all wait for all. In intercommunicators a
// member waits for the other group.
//
// With a(i) the time at which member i comes and C the cost of the operation
// (collective_cost.h), its end is
//   barrier, n-to-n   the last a + C
//   1-to-n            max(a(i), a(root) + C); for the root a(root) + the time in which its bytes
//   leave n-to-1            a(i) + the time in which its bytes leave; for the root the last a + C
//   prefix            the last a of the ranks up to i + C(i)
//   neighborhood      a(i), because a trace does not tell who the neighbors are
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "compressed/model/trace.h"
#include "compressed/simulate/collective_cost.h"
#include "compressed/simulate/completions.h"

namespace tarry::simulate {

// One member's call.
struct CollectiveCall {
  std::uint32_t comm = 0;  // index into Trace::communicators
  std::uint32_t world_rank = 0;
  std::uint32_t rank = 0;        // in its group
  bool in_remote_group = false;  // the second group of an intercommunicator
  model::CollectiveOp op{};
  std::int64_t root = 0;  // as in compressed::Action
  CollectiveSize size;
};

// Thread: one. The trace must outlive it.
class Collectives {
 public:
  Collectives(const compressed::Trace& trace, const NetworkModel& model, Completions& completions);

  // Returns the number of the operation that the next call of this member belongs to, and counts
  // the call.
  std::uint64_t next_number(const CollectiveCall& call);
  // The member comes to operation `number`. `done` is resolved when the operation ends for it.
  void arrive(const CollectiveCall& call, std::uint64_t number, Nanoseconds now, CompletionId done);

  // Returns world ranks of members that have not come to an operation, at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> missing(std::uint32_t comm, std::uint64_t number,
                                                   std::size_t most) const;
  // Returns calls whose operation differs from that of the first member that came, one line each.
  [[nodiscard]] const std::vector<std::string>& contradictions() const { return contradictions_; }

 private:
  struct Waiting {
    CompletionId done = 0;
    Nanoseconds time = 0;
  };
  struct Operation {
    bool is_open = false;
    model::CollectiveOp op{};
    std::uint32_t arrived[2] = {0, 0};  // by group
    Nanoseconds latest[2] = {0, 0};
    std::uint64_t all[2] = {0, 0};  // largest sizes
    Nanoseconds root_time = -1;
    std::vector<Waiting> waiting[2];  // by the group they wait for; for a root: the first
    // Prefix operations only, by rank: arrivals, -1 before.
    std::vector<Nanoseconds> arrivals;
    std::vector<CompletionId> ends;
    std::uint32_t in_order = 0;  // ranks from 0 on that have come
    Nanoseconds latest_in_order = 0;
  };
  struct State {
    std::uint32_t sizes[2] = {0, 0};
    std::vector<std::uint64_t> calls;  // by member, the second group behind the first
    std::deque<Operation> operations;  // from number `first` on
    std::uint64_t first = 0;
  };

  [[nodiscard]] std::size_t slot(const CollectiveCall& call) const;
  void note_contradiction(const CollectiveCall& call, const Operation& operation);
  void arrive_from_root(const State& state, Operation& operation, const CollectiveCall& call,
                        const Waiting& member);
  void arrive_at_root(const State& state, Operation& operation, const CollectiveCall& call,
                      const Waiting& member);
  void arrive_in_order(Operation& operation, const CollectiveCall& call, const Waiting& member);
  // Returns the group whose members a member waits for.
  [[nodiscard]] static int awaited(const State& state, const CollectiveCall& call) {
    return state.sizes[1] != 0 && !call.in_remote_group ? 1 : 0;
  }
  void release_complete(const State& state, Operation& operation, int group);

  const compressed::Trace& trace_;
  CollectiveCost cost_;
  Completions& completions_;
  std::vector<State> states_;  // by communicator
  std::vector<std::string> contradictions_;
};

}  // namespace tarry::simulate
