// SPDX-License-Identifier: BSD-3-Clause
// The ends of operations that are under way. An operation opens a completion; whoever waits for it
// is woken when its time is known.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/simulate/network.h"

namespace tarry::simulate {

using CompletionId = std::uint32_t;
// A rank, or, from the number of ranks on, a schedule of point-to-point messages.
using ActorId = std::uint32_t;

// What the completion is of, for the report about those that wait for ever.
struct Purpose {
  enum class Operation : std::uint8_t { Send, Receive, Collective, WholeRun };
  Operation operation = Operation::Send;
  std::uint32_t peer = 0;    // world rank of the partner of a message
  std::uint32_t comm = 0;    // index into Trace::communicators
  std::int64_t tag = 0;      // of a message
  std::uint64_t number = 0;  // of a collective operation: how many were before it on `comm`
};

struct Woken {
  ActorId actor = 0;
  Nanoseconds time = 0;
};

// Thread: one.
class Completions {
 public:
  CompletionId open(const Purpose& purpose) {
    if (free_.empty()) {
      all_.emplace_back();
      free_.push_back(static_cast<CompletionId>(all_.size() - 1));
    }
    const CompletionId id = free_.back();
    free_.pop_back();
    all_[id] = {kUnknownTime, kNobody, purpose};
    return id;
  }

  // The operation ends at `time`, which may lie in the future.
  void resolve(CompletionId id, Nanoseconds time) {
    Entry& entry = all_[id];
    if (entry.waiter == kNobody) {
      entry.time = time;
      return;
    }
    woken_.push_back({entry.waiter, time});
    free_.push_back(id);
  }

  // Returns the end, or nothing if it is not known yet: then `actor` will be woken. The completion
  // is given back, so it can be waited for once.
  std::optional<Nanoseconds> wait(CompletionId id, ActorId actor) {
    Entry& entry = all_[id];
    if (entry.time == kUnknownTime) {
      entry.waiter = actor;
      return std::nullopt;
    }
    free_.push_back(id);
    return entry.time;
  }

  // Returns those woken since the last call.
  std::vector<Woken> take_woken() { return std::exchange(woken_, {}); }
  [[nodiscard]] bool has_woken() const { return !woken_.empty(); }

  // Returns what an actor still waits for. Takes time in proportion to all completions.
  [[nodiscard]] std::vector<std::pair<ActorId, Purpose>> waited_for() const {
    std::vector<std::pair<ActorId, Purpose>> found;
    std::vector<bool> is_free(all_.size());
    for (const CompletionId id : free_) is_free[id] = true;
    for (std::size_t id = 0; id < all_.size(); ++id)
      if (!is_free[id] && all_[id].waiter != kNobody)
        found.emplace_back(all_[id].waiter, all_[id].purpose);
    return found;
  }

 private:
  static constexpr Nanoseconds kUnknownTime = -1;
  static constexpr ActorId kNobody = ~ActorId{0};
  struct Entry {
    Nanoseconds time = kUnknownTime;
    ActorId waiter = kNobody;
    Purpose purpose;
  };
  std::vector<Entry> all_;
  std::vector<CompletionId> free_;
  std::vector<Woken> woken_;
};

}  // namespace tarry::simulate
