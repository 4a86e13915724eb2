// SPDX-License-Identifier: BSD-3-Clause
// What a run of calls without time consists of: messages on their way, receives that wait for one,
// collective operations that lack members, and how far each rank has come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "compressed/generate/progress.h"
#include "compressed/model/cursor.h"
#include "compressed/model/membership.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {

// A communicator; for one in which every process is alone, that of one process.
using CommKey = std::pair<std::uint32_t, std::uint32_t>;
inline CommKey key_of(const Membership& of) {
  return {of.communicator, of.group == nullptr ? of.process : 0};
}

struct Message {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  CommKey comm;
  std::int64_t tag = 0;
  std::int64_t bytes = 0;
  ActionPlace place;        // in the calls of the sender
  bool ends_alone = false;  // the send needs no receive
  bool is_matched = false;
};

struct PostedReceive {
  std::uint32_t rank = 0;
  CommKey comm;
  std::optional<std::uint32_t> from;  // nothing: any source, not decided yet
  std::int64_t tag = kAnyTag;
  std::int64_t bytes = 0;
  std::size_t number = 0;  // among the posted receives of the rank
  ActionPlace place;
  std::uint32_t place_in_comm = 0;
  std::uint32_t peers = 1;
  bool is_matched = false;
  bool is_dropped = false;

  [[nodiscard]] bool accepts(const Message& message) const {
    return comm == message.comm && (tag == kAnyTag || tag == message.tag) &&
           (!from.has_value() || *from == message.from);
  }
};

// A rank's part in a collective operation.
struct OperationMember {
  std::uint32_t rank = 0;
  SharedOperation call;
  ActionPlace place;
};

struct Operation {
  CommKey comm;
  std::uint64_t ordinal = 0;  // among the operations of the communicator
  std::uint32_t missing = 0;
  std::int64_t op = 0;
  std::int64_t root = 0;
  std::uint32_t first_rank = 0;
  SiteId site;
  bool is_dropped = false;
  std::vector<OperationMember> members;
  const std::vector<std::uint32_t>* group = nullptr;

  [[nodiscard]] bool has(std::uint32_t rank) const {
    return std::any_of(members.begin(), members.end(),
                       [&](const OperationMember& member) { return member.rank == rank; });
  }
};

using MessageRef = std::shared_ptr<Message>;
using ReceiveRef = std::shared_ptr<PostedReceive>;
using OperationRef = std::shared_ptr<Operation>;
using Request = std::variant<MessageRef, ReceiveRef, OperationRef>;

inline bool is_done(const Request& request) {
  if (const auto* message = std::get_if<MessageRef>(&request))
    return (*message)->ends_alone || (*message)->is_matched;
  if (const auto* receive = std::get_if<ReceiveRef>(&request))
    return (*receive)->is_matched || (*receive)->is_dropped;
  const OperationRef& operation = std::get<OperationRef>(request);
  return operation->missing == 0 || operation->is_dropped;
}

struct RankState {
  explicit RankState(const Trace& trace, std::uint32_t rank) : cursor(trace, rank) {}

  Cursor cursor;
  CursorCall call;
  std::uint64_t calls = 0;  // begun so far
  bool is_in_call = false;
  bool has_ended = false;
  std::vector<Request> waits;  // of the present call
  OpenRequests<Request> requests;
  std::map<CommKey, std::uint64_t> operations;  // begun so far
  std::list<MessageRef> unexpected;
  std::list<ReceiveRef> posted;
};

// Returns the first thing that a rank waits for in its call; nullptr if there is none.
inline const Request* first_wait(const RankState& state) {
  if (!state.is_in_call) return nullptr;
  const auto found = std::find_if_not(state.waits.begin(), state.waits.end(), is_done);
  return found == state.waits.end() ? nullptr : &*found;
}

}  // namespace tarry::compressed
