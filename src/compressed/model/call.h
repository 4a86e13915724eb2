// SPDX-License-Identifier: BSD-3-Clause
// One MPI call of one process as the compressor gets it: the function, the place of the call, and a
// list of the actions it performed. Actions are those of an OTF2 trace (a send begun, a receive
// posted, a request completed, a collective operation), so each form can be made from the other.
// Where the program's values are the same on all ranks, the values here are too:
//   - peers are relative: (peer - own rank) modulo the size of the communicator;
//   - a request is named by its place in the list of open ones, counted from the newest (0), which
//     it leaves with the action that completes it;
//   - a communicator is the n-th of those this process is a member of, in the order of their ids;
//   - a window, a file, and an access or transfer with a request are named like requests, in three
//     lists of their own.
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
  // One-sided communication. The function says what a call of such a kind does.
  MakeWindow,   // opens a window
  FreeWindow,   // closes a window
  Synchronize,  // begins or ends an epoch, or flushes; in a start or post one for each member
  Access,       // moves data to or from a window
  StartAccess,  // opens an access
  AccessDone,   // closes an access or a transfer
  // Input and output. The function says what a call of such a kind does, too.
  OpenFile,       // opens a file, unless it failed
  CloseFile,      // closes a file
  SetFile,        // seeks, sets the view or the size, synchronizes, ends a split transfer
  Transfer,       // moves data to or from a file
  StartTransfer,  // opens an access
  DeleteFile,
};
inline constexpr std::size_t kActionKinds = 22;
// Requests are those of messages and collective operations.
bool opens_request(ActionKind kind);
bool closes_request(ActionKind kind);
// Returns true for the kinds that files have from version 2 of the format on.
constexpr bool is_one_sided(ActionKind kind) {
  return kind >= ActionKind::MakeWindow && kind <= ActionKind::AccessDone;
}
// Returns true for the kinds that files have from version 3 on.
constexpr bool is_on_file(ActionKind kind) { return kind >= ActionKind::OpenFile; }
// Returns true for calls that only their function tells apart.
constexpr bool needs_function(ActionKind kind) {
  return kind >= ActionKind::MakeWindow && kind != ActionKind::AccessDone;
}

// The values that an action may carry. Each is a separate stream of values in an Event.
enum class Parameter : std::uint8_t {
  Kind = 0,    // ActionKind; as many values as Actions says
  Actions,     // number of actions of a call
  Peer,        // relative; the actual partner of the message
  PostedPeer,  // relative, or kAnyPeer; the partner that a receive asks for
  Comm,        // position among the process' communicators
  Tag,         // the actual tag of the message
  PostedTag,   // the tag that a receive asks for, or kAnyTag
  Bytes,       // size of a message, or bytes sent by an operation or to a file
  Received,    // bytes received by an operation or from a file
  Request,     // place in the list of open ones; the newest is 0
  Op,          // model::CollectiveOp
  Root,        // communicator rank, or kRootNone, kRootSelf, kRootThisGroup
  Count,       // elements of the datatype, where the recording knows it
  Datatype,    // index into Trace::datatypes, where the recording knows it
  Window,      // place in the list of open windows; the newest is 0
  Target,      // relative in the communicator of the window, or kAllTargets, kNoTarget
  At,          // displacement in units of the target's window, or offset in those of a file's view
  Size,        // bytes of the own part of a window, of a file, or of one piece of its view
  Unit,        // displacement unit of a window or view in bytes
  Mode,        // sum of kMode*, or of kFile*
  Reduction,   // place in kReductions, or kUnknown
  File,        // place in the list of open files; the newest is 0
  Name,        // number of a file's name in the order in which the process uses them
  Extent,      // bytes from one piece of a view to the next
};
inline constexpr std::size_t kParameters = 24;
std::string_view parameter_name(Parameter parameter);  // such as "peer", as in files
std::string_view action_name(ActionKind kind);         // such as "start-send"

inline constexpr std::int64_t kAnyPeer = -1;
inline constexpr std::int64_t kAnyTag = -1;
inline constexpr std::int64_t kRootNone = -1;
inline constexpr std::int64_t kRootSelf = -2;
inline constexpr std::int64_t kRootThisGroup = -3;
inline constexpr std::int64_t kUnknown = -9;  // an unknown posted peer or tag, count, datatype, ...
inline constexpr std::int64_t kAllTargets = -1;
inline constexpr std::int64_t kNoTarget = -2;  // MPI_PROC_NULL, or a group without members

// What the program promises of an epoch (kModeNoCheck, ...), and the type of a lock.
#define TARRY_ASSERTION(name, constant, bit) inline constexpr std::int64_t kMode##name = bit;
#include "compressed/model/mpi_constants.def"
inline constexpr std::int64_t kModeExclusive = 32;

// How a file is opened (kFileCreate, ...). Failed: there is no file after the call.
#define TARRY_FILE_MODE(name, constant, bit) inline constexpr std::int64_t kFile##name = bit;
#include "compressed/model/mpi_constants.def"
inline constexpr std::int64_t kFileRead = 1, kFileWrite = 2, kFileFailed = 256;

// The words of the operations of MPI_Accumulate and its kin, by number.
inline constexpr std::string_view kReductions[] = {
#define TARRY_REDUCTION(constant, word) word,
#include "compressed/model/mpi_constants.def"
};

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
  std::int64_t window = 0;
  std::int64_t target = kAllTargets;
  std::int64_t at = kUnknown;
  std::int64_t size = kUnknown;
  std::int64_t unit = kUnknown;
  std::int64_t mode = 0;
  std::int64_t reduction = kUnknown;
  std::int64_t file = 0;
  std::int64_t name = 0;
  std::int64_t extent = kUnknown;
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
//   make-window              comm, size, unit
//   free-window              window
//   synchronize              window, target, mode
//   access, start-access     window, target, at, bytes, received, count, datatype, reduction
//   access-done              request
//   open-file                comm, name, size, mode
//   close-file               file
//   set-file                 file, at, size, unit, extent, mode
//   transfer, start-t.       file, at, bytes, received, count, datatype
//   delete-file              name, mode
// Count, Datatype, At, Size, Unit, Extent and Reduction are kUnknown if the source does not tell
// them (OTF2 does not); what a receive asks for is then taken from the message that it gets.
std::span<const Parameter> parameters_of(ActionKind kind);
// Returns true if values may be missing although there are actions that have the parameter.
bool may_be_unknown(Parameter parameter);
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
