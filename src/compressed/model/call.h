// SPDX-License-Identifier: BSD-3-Clause
// One MPI call of one process as the compressor gets it: the function, the place of the call, and a
// list of the actions it performed. Actions are those of an OTF2 trace (a send begun, a receive
// posted, a request completed, a collective operation), so each form can be made from the other.
// Where the program's values are the same on all ranks, the values here are too:
//   - peers are relative: (peer - own rank) modulo the size of the communicator;
//   - a request is named by its place in the list of open ones, counted from the newest (0), which
//     it leaves with the action that completes it;
//   - a communicator is the n-th of those this process is a member of, in the order of their ids.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 2.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/strong_id.h"

namespace tarry::compressed {

// A function called at a place: index into Trace::sites.
using SiteId = base::StrongId<struct SiteTag>;

enum class ActionKind : std::uint8_t {
  Send = 0,         // blocking
  StartSend,        // opens a request
  SendDone,         // closes a request
  PostReceive,      // opens a request; says what it asks for, not yet what it gets
  Receive,          // blocking, done
  ReceiveDone,      // closes a request
  Cancelled,        // closes a request
  Collective,       // blocking
  StartCollective,  // opens a request
  CollectiveDone,   // closes a request
};
inline constexpr std::size_t kActionKinds = 10;
bool opens_request(ActionKind kind);
bool closes_request(ActionKind kind);

// The values that an action may carry. Each is a separate stream of values in an Event.
enum class Parameter : std::uint8_t {
  Kind = 0,    // ActionKind; as many values as Actions says
  Actions,     // number of actions of a call
  Peer,        // relative; the actual partner of the message
  PostedPeer,  // relative, or kAnyPeer; the partner that a receive asks for
  Comm,        // position among the process' communicators
  Tag,         // the actual tag of the message
  PostedTag,   // the tag that a receive asks for, or kAnyTag
  Bytes,       // size of a message, or bytes sent by a collective operation
  Received,    // bytes received by a collective operation
  Request,     // place in the list of open ones; the newest is 0
  Op,          // model::CollectiveOp
  Root,        // communicator rank, or kRootNone, kRootSelf, kRootThisGroup
  Count,       // elements of the datatype, where the recording knows it
  Datatype,    // index into Trace::datatypes, where the recording knows it
};
inline constexpr std::size_t kParameters = 14;
std::string_view parameter_name(Parameter parameter);  // such as "peer", as in files
std::string_view action_name(ActionKind kind);         // such as "start-send"

inline constexpr std::int64_t kAnyPeer = -1;
inline constexpr std::int64_t kAnyTag = -1;
inline constexpr std::int64_t kRootNone = -1;
inline constexpr std::int64_t kRootSelf = -2;
inline constexpr std::int64_t kRootThisGroup = -3;
inline constexpr std::int64_t kUnknown = -9;  // an unknown posted peer or tag, count or datatype

struct Action {
  ActionKind kind{};
  std::int64_t peer = 0;
  std::int64_t posted_peer = kUnknown;
  std::int64_t comm = 0;
  std::int64_t tag = 0;
  std::int64_t posted_tag = kUnknown;
  std::int64_t bytes = 0;
  std::int64_t received = 0;
  std::int64_t request = 0;
  std::int64_t op = 0;
  std::int64_t root = kRootNone;
  std::int64_t count = kUnknown;
  std::int64_t datatype = kUnknown;
  friend bool operator==(const Action&, const Action&) = default;
};

// Returns the parameters that an action of a kind has, in the order in which their streams are
// used:
//   send, start-send         comm, peer, tag, bytes, count, datatype
//   post-receive             comm, posted-peer, posted-tag, bytes, count, datatype
//   receive                  those of post-receive, then peer and tag of the message
//   send-done, cancelled     request
//   receive-done             request, comm, peer, tag, bytes
//   collective, start-c.     op, comm, root, bytes, received, count, datatype
//   collective-done          request, op, comm, root, bytes, received
// Count and Datatype are kUnknown if the source does not tell them (OTF2 does not); what a receive
// asks for is then taken from the message that it gets.
std::span<const Parameter> parameters_of(ActionKind kind);
std::int64_t value_of(const Action& action, Parameter parameter);
void set_value(Action& action, Parameter parameter, std::int64_t value);

// A value that a statistics plug-in measured for a call.
struct StatisticValue {
  std::uint32_t statistic = 0;  // index into Trace::statistics
  std::uint64_t value = 0;      // in its unit
  friend bool operator==(const StatisticValue&, const StatisticValue&) = default;
};

struct Call {
  SiteId site;
  std::uint64_t before_ns = 0;    // since the end of the previous call, or the begin of the trace
  std::uint64_t duration_ns = 0;  // duration of the call
  std::vector<Action> actions;
  std::vector<StatisticValue> statistics{};  // values of plug-ins only
};

}  // namespace tarry::compressed
