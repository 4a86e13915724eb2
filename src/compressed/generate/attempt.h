// SPDX-License-Identifier: BSD-3-Clause
// One run of the calls of all ranks against each other, with given choices for receives from any
// source. In a run that repairs, what keeps ranks from their end is dropped (progress.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/result.h"
#include "compressed/generate/progress.h"
#include "compressed/generate/run_state.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {

// What it is made of must outlive it. Thread: one.
class Attempt {
 public:
  // `recorded` is what recorded_matches() returns. Choices that the run needs beyond the given ones
  // are added.
  Attempt(const Trace& trace, const std::vector<Memberships>& own, const ProgressOptions& options,
          const std::vector<std::vector<Action>>& recorded, std::vector<std::size_t>& choices,
          bool repairs);

  base::Result<Progress> run();
  // Returns the number of alternatives of each decision of this run.
  [[nodiscard]] const std::vector<std::size_t>& alternatives() const { return alternatives_; }

 private:
  base::Status advance(std::uint32_t rank);
  base::Status begin(std::uint32_t rank, const Action& action);
  base::Status send(std::uint32_t rank, const Action& action);
  base::Status receive(std::uint32_t rank, const Action& action);
  base::Status cancel(std::uint32_t rank, const Action& action);
  base::Status join(std::uint32_t rank, const Action& action);

  void complete(const Operation& operation);
  void match(std::uint32_t rank);
  [[nodiscard]] std::int64_t relative_peer(const PostedReceive& receive, std::uint32_t from) const;
  bool decide();

  bool drop_what_never_comes();
  void drop(const Request& request);
  void drop(std::uint32_t rank, const ActionPlace& place);
  void drop_messages();

  [[nodiscard]] base::Error fault(std::uint32_t rank, const std::string& what) const;
  [[nodiscard]] base::Error mismatch(std::uint32_t rank, const Action& action,
                                     const Operation& operation) const;
  [[nodiscard]] const Membership* membership(std::uint32_t rank, const Action& action) const {
    return find(own_[rank], action.comm);
  }

  const Trace& trace_;
  const std::vector<Memberships>& own_;
  const ProgressOptions& options_;
  const std::vector<std::vector<Action>>& recorded_;
  std::vector<std::size_t>& choices_;
  bool repairs_;
  std::uint32_t action_ = 0;  // number of the action that begins, in its call
  std::vector<std::size_t> alternatives_;
  std::deque<RankState> states_;
  std::deque<std::uint32_t> ready_;
  std::map<std::pair<CommKey, std::uint64_t>, OperationRef> open_operations_;
  std::set<std::pair<CommKey, std::uint64_t>> dropped_operations_;
  Progress out_;
};

}  // namespace tarry::compressed
