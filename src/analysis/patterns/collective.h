// SPDX-License-Identifier: BSD-3-Clause
// An instance of a collective operation with all its members. A collective pattern reads it and
// fills in the results. Each pattern is a pair of files with a function of this type and a row in
// model/collective_patterns.def.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/records/location_records.h"
#include "model/collective_op.h"
#include "model/event_handler.h"
#include "model/ids.h"

namespace tarry::analysis {

struct CollectiveMember {
  static constexpr std::size_t kNoMember = ~std::size_t{0};

  model::Ticks begin;         // B; I for a non-blocking operation
  model::Ticks end;           // X
  model::Ticks waiting_from;  // B; for a non-blocking operation the enter of the completing call
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  bool remote = false;            // intercommunicator: in the second group
  bool synchronises = false;      // result: the operation is a synchronisation point of the member
  model::Ticks wait;              // result
  std::size_t cause = kNoMember;  // result: index of the member it waits for, if wait > 0
  model::Ticks completion;        // result; blocking operations only
  bool late_cause = false;        // result: the cause lies after the member's end (clock violation)
};

struct CollectiveInstance {
  static constexpr std::size_t kNoRoot = CollectiveMember::kNoMember;

  std::span<CollectiveMember>
      members;                 // by communicator rank, the remote group after the local one
  std::size_t root = kNoRoot;  // index into members
  bool inter = false;
  // By member, those that it receives from in a neighborhood operation; empty if that is not known.
  std::span<const std::vector<std::uint32_t>> in_neighbors{};

  // Returns whether a member has data for one of the members that it sends to.
  [[nodiscard]] bool gives(std::size_t from, std::size_t to) const {
    return members[from].sent > 0 && members[to].received > 0;
  }
};

using model::CollectiveShape;

// The pattern of operations of one shape and the metrics its results go to.
struct CollectivePattern {
  CollectiveShape shape;
  WaitKind kind;
  bool is_waiting;  // false: a bound of what may have been waited
  void (*evaluate)(CollectiveInstance& instance) = nullptr;
  model::MetricId wait_metric;
  model::MetricId completion_metric;  // !valid(): there is none
};

#define TARRY_COLLECTIVE_PATTERN(shape, evaluate, ...) void evaluate(CollectiveInstance& instance);
#include "model/collective_patterns.def"

// Returns nullptr for operations that have no shape (model/collective_ops.def).
const CollectivePattern* collective_pattern(model::CollectiveOp op);

// Makes a member wait from `waiting_from` until `cause`, at most until its end.
void charge_wait(CollectiveMember& member, model::Ticks cause);

// Makes the member's time after both the cause and the first end of a synchronising member its
// completion.
void charge_completion(CollectiveMember& member, model::Ticks cause, model::Ticks first_end);

}  // namespace tarry::analysis
