// SPDX-License-Identifier: BSD-3-Clause
// The analysis keeps of one location, after its events have streamed by, compact records of
// everything that synchronises, and time and visits per call path. Matching fills in the times of
// partners; patterns are then functions of these records alone.
//
// Symbols of docs/definitions.md, "Symbols": S, R = send, receive; Q = receive request; C = send
// completion; E, L = enter, leave of the region instance that holds a record.
#pragma once

#include <compare>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/records/record_ref.h"
#include "analysis/records/rma_records.h"
#include "model/event_handler.h"
#include "model/ids.h"
#include "model/region_class.h"
#include "workers/message.h"

namespace tarry::analysis {

using model::CallPathId;
using model::CommId;
using model::Rank;
using model::Ticks;

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;

enum class RequestKind : std::uint8_t { Send, Receive, Collective };

// A region instance that holds message or collective records.
struct Instance {
  Ticks enter;
  Ticks leave;
  CallPathId callpath;
  model::MpiCall call = model::MpiCall::NotMpi;
  model::RegionClass region_class = model::RegionClass::Computation;
  bool damaged = false;          // its leave is missing: no wait states
  std::uint32_t cut = kNoIndex;  // marks in `activities` before its enter; kNoIndex: not known
};

struct SendRecord {
  Ticks time;  // t(S)
  std::uint64_t bytes = 0;
  std::uint32_t instance = kNoIndex;    // holds S
  std::uint32_t completion = kNoIndex;  // instance that holds C; the same for a blocking send
  Rank destination;
  CommId comm;
  std::uint32_t tag = 0;
  Sibling completion_location = 0;
  bool cancelled = false;
  std::uint32_t late_receiver = kNoIndex;  // in `late_receivers`: the receive was posted later
};

// Whether the destination received a message before one that had been sent earlier.
enum class MessageOrder : std::uint8_t {
  AsSent,
  BeforeOwn,    // before an earlier one of the same process
  BeforeOthers  // before an earlier one of another process
};

// The part of a receive that its send must know, if it was posted after the send began.
struct LateReceiver {
  Ticks posted;    // E(Q)
  Ticks leave;     // L(Q)
  RecordRef post;  // in `posted` of the destination
  MessageOrder order = MessageOrder::AsSent;
};

// The part of a send that its receive must know, if the send began after it.
struct LateSender {
  Ticks enter;     // E(S)
  Ticks leave;     // L of the region that holds S
  RecordRef send;  // in `sends` of the source
};

// A receive in order of posting. The message that it received follows at its completion.
struct PostedReceive {
  Ticks time;                         // t(Q)
  std::uint32_t instance = kNoIndex;  // holds Q
  std::uint32_t receive = kNoIndex;   // kNoIndex: cancelled or never completed
  Sibling receive_location = 0;
  bool cancelled = false;
};

struct ReceiveRecord {
  Ticks send_time;                    // t(S), once its send is known
  std::uint64_t bytes = 0;            // of the matched send; own length if unmatched
  std::uint32_t instance = kNoIndex;  // holds R
  Rank source;
  CommId comm;
  std::uint32_t tag = 0;
  std::uint32_t late_sender = kNoIndex;  // in `late_senders`: the send began after this region
  RecordRef send{0, kNoIndex};           // in `sends` of the source, once it is known
  bool matched = false;                  // with a send that it may have waited for
  bool from_any_source = false;          // posted with MPI_ANY_SOURCE
};

// The program polled: it made a run of calls that only look (MPI_Test, MPI_Iprobe), without other
// MPI calls between them, until one of them or a receive right behind them found what it wanted.
struct PollRecord {
  Ticks begin;                        // enter of the first call of the run
  Ticks looking;                      // time in the calls of the run that found nothing
  std::uint32_t instance = kNoIndex;  // the call that found it
};

// The dependencies in one instance of a collective operation, as one member sees them.
struct CollectiveDependency {
  std::uint32_t sequence = 0;  // of the instance on its communicator
  std::uint32_t arrivals = 0;  // members that each needing member needs
  std::uint32_t needs = 0;     // number of needing members
  bool gives = false;          // others need this one
  bool is_needing = false;     // this one needs others
  bool gives_remote = false;   // it is in the remote group of an intercommunicator
  bool needs_remote = false;   // the members that it needs are in that group
};

// The end of a neighborhood operation needs the begin of that of a neighbor.
struct NeighborNeed {
  std::uint32_t collective = kNoIndex;  // in `collectives`
  std::uint32_t needs = 0;              // members that need the same
  Ticks ready;                          // when the neighbor began
  Rank rank;                            // of the neighbor
  RecordRef record;                     // in `collectives` of the neighbor
};

// The members that meet in an operation: none, all of the communicator, or some, which are an
// element of PartialMeetings.
inline constexpr std::uint32_t kNoMeeting = kNoIndex;
inline constexpr std::uint32_t kAllMembers = kNoIndex - 1;
using PartialMeetings = std::vector<std::vector<Rank>>;

// The part of a member in a collective operation. Matching fills in the fields marked (m).
struct CollectiveRecord {
  Ticks initiated;   // time of the record that orders it: begin or request
  Ticks begin;       // B; for a non-blocking operation I, the enter of the initiating call
  Ticks end;         // X
  Ticks wait;        // (m) charged to `instance`
  Ticks completion;  // (m) charged to `instance`
  Rank cause_rank;   // (m) the process that made it wait; !valid(): it did not wait
  RecordRef cause;   // (m) in `collectives` of that process
  std::uint32_t meeting = kNoMeeting;  // (m) the members that meet in it, see above
  CollectiveDependency dependency;     // (m)
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint32_t instance = kNoIndex;    // holds X: the call, or the one that completes it
  std::uint32_t initiating = kNoIndex;  // instance of the initiating call, if nonblocking
  CallPathId initiated_at;              // call path of the initiating call
  CommId comm;
  model::CommRank root;
  model::CollectiveOp op{};
  Sibling instance_location = 0;
  bool nonblocking = false;
  bool completed = false;  // has its end record
};

struct NodeTotals {
  Ticks time;  // exclusive
  std::uint64_t visits = 0;
  std::uint64_t joined_visits = 0;  // those that share the records of others
  Ticks sampled;                    // the part of the time that only samples tell
  Ticks sampled_accuracy;           // the time is off by at most this in nine of ten cases
};

// Time in which the thread was ready and had no core.
struct LostCoreTimes {
  Ticks computing;  // in computation
  Ticks polling;    // in a call of MPI or OpenMP, or without anything to do
  Ticks waking;     // from waking up to running; of the whole location, at its first call path
};

// The time that a region instance spent in instances nested in it (a buffer flush). This is rare
// and therefore kept aside.
struct NestedTime {
  std::uint32_t instance;
  Ticks time;
};

// An end of a request that this location did not start: linked to a sibling's start afterwards.
struct ForeignCompletion {
  std::uint64_t request = 0;
  Ticks time;
  RequestKind kind{};
  std::uint32_t index = kNoIndex;  // send: completing instance; receive: in `receives`;
                                   // collective: in `foreign_collectives`
  bool cancelled = false;          // send or receive, the record does not say which
};

// A request this location started and did not see the end of.
struct OpenRequest {
  std::uint64_t request = 0;
  Ticks time;
  RequestKind kind{};
  std::uint32_t index = kNoIndex;  // in `sends`, `posted` or `collectives`
};

// A fork and the join that follows it on the same location.
struct ForkRecord {
  Ticks time;
  Ticks join;
  CallPathId callpath;              // of the forking code
  std::uint32_t member = kNoIndex;  // the forking thread's part in the team, in `members`
  std::uint32_t within = kNoIndex;  // in `members`: its team that forks; none: an outermost team
  // Times of the forking thread.
  Ticks before_region;  // in no region, between the fork and the first region of the team
  Ticks other_regions;  // in regions between the two, which only damaged traces have
  Ticks in_no_region;   // in no region, between fork and join; 0 until the join
  // Instances without a length where the serial code before an outermost team of the initial thread
  // ends and that after it begins.
  std::uint32_t serial_end = kNoIndex;
  std::uint32_t serial_begin = kNoIndex;
};

// The n-th time that a member begins in a team is the same instance for all members.
struct TeamInstance {
  CommId team;
  std::uint32_t number = 0;

  friend auto operator<=>(const TeamInstance&, const TeamInstance&) = default;
};

// The part of a location in a team: TeamBegin, TeamEnd and the regions between them.
struct TeamMember {
  CommId team;
  std::uint32_t instance = 0;     // counts the TeamBegins of this team on the location
  std::uint32_t fork = kNoIndex;  // in `forks`, if this is the forking thread
  std::uint32_t barriers = 0;     // left so far
  bool has_region = false;
  std::uint32_t region = kNoIndex;  // instance of its first region, the parallel region
  CallPathId callpath;              // of its first region
  CallPathId fork_and_join;         // below it: of its time in no region, between fork and join
  Ticks enter;                      // of its first region
  Ticks leave;                      // of the last region that is not nested in another
  Ticks between;                    // outside of regions, after the first and before the last
  Ticks off;                        // time without recording before the first region
};

// A barrier that a member of a team has left.
struct BarrierRecord {
  std::uint32_t member = kNoIndex;
  std::uint32_t ordinal = 0;  // counts the barriers of the member
  std::uint32_t instance = kNoIndex;
  model::RegionId region;
  // Evaluation fills in:
  bool together = false;  // all members of the team are in it
  RecordRef latest;       // in `barriers`: of the member that entered last
};

// A time in which the implicit task of a thread stood still for explicit ones.
struct TaskInterval {
  Ticks begin;
  Ticks end;
};

// Where an explicit task ended that another thread created.
struct TaskEnd {
  model::TaskId task;
  Ticks time;
  std::uint32_t instance = kNoIndex;  // without a length
};

// A task that was waited for and did not end where it was created.
struct AwaitedTask {
  model::TaskId task;
  Ticks created;
  RecordRef end{0, kNoIndex};  // in `task_ends` of another location; filled in by evaluation
};

// A time in which a thread did other tasks than the one that waits.
struct TimeAway {
  Ticks begin;
  Ticks end;
  std::uint32_t cut = kNoIndex;  // of the activities, at its end
};

// A wait for the tasks that one task has created, if some of them did not end here.
struct TaskwaitRecord {
  std::uint32_t instance = kNoIndex;
  std::uint32_t first_task = 0, end_task = 0;  // in `awaited`
  std::uint32_t first_away = 0, end_away = 0;  // in `away`, ascending
};

struct LockEvent {
  Ticks time;
  model::LockRecord lock;
  // Of an acquisition, this is the region that waits for it; of a release, it has no length.
  std::uint32_t instance = kNoIndex;
  bool acquired = false;  // else released
  // Evaluation fills in, for an acquisition, the release at another location before it.
  RecordRef released{0, kNoIndex};
};

// The place where a thread was created, or began. `thread` is unique in the process.
struct ThreadStart {
  std::uint64_t thread = 0;
  std::uint32_t instance = kNoIndex;  // without a length
  bool begins = false;
};

// The place where a thread ended, or another one joined it. `thread` and `instance` are as in
// ThreadStart.
struct ThreadEnding {
  std::uint64_t thread = 0;
  std::uint32_t instance = kNoIndex;
  bool ends = false;
};

enum class WaitKind : std::uint8_t {
#define TARRY_WAIT_KIND(kind, ...) kind,
#include "model/wait_kinds.def"
  Other  // it has no delay costs
};

// Waiting time that was charged to an instance, and the record that caused it.
struct WaitState {
  Ticks amount;
  std::uint32_t instance = kNoIndex;
  CallPathId callpath;  // of the instance
  // A record of the process, which depends on the kind: of a lock, the release that was waited for;
  // of a taskwait, the end of the last task; of one-sided communication, in `rma.waits` of the
  // location itself; of LateProgress and InnerCollective, in `awaited_events`.
  RecordRef record;
  WaitKind kind = WaitKind::Other;
  model::MetricId metric;  // that it was charged to
  model::MetricId part;    // of `metric`, which it is also charged to; !valid(): none
};

// An event of another process that ended a wait here, although no message or operation tells of it.
// Or an event that would have ended the wait if the one that did had come earlier.
struct AwaitedEvent {
  // The event is the begin of a call, which a record of the other process names.
  enum class Of : std::uint8_t {
    Call,           // `record` is in `instances`
    Collective,     // `record` is in `collectives`: the call, or the one that initiates it
    CompletingCall  // `record` is in `collectives`: the call that completes it
  };
  Ticks time;
  std::uint32_t instance = kNoIndex;  // that waited
  Rank rank;                          // of the other process
  RecordRef record;
  Of of = Of::Call;
};

// The sum of a counter at a call path. `bits` are those of a double if the values of the counter
// are doubles, else a whole number, which is not negative.
struct CounterTotal {
  std::uint64_t bits = 0;
  CallPathId callpath;
  model::CounterId counter;
};

struct LocationRecords {
  Ticks first;  // first and last record of the location
  Ticks last;
  std::uint64_t events = 0;
  std::pmr::vector<Instance> instances;
  std::pmr::vector<NestedTime> nested;       // ascending by instance
  std::pmr::vector<SendRecord> sends;        // in record order
  std::pmr::vector<ReceiveRecord> receives;  // in record order
  std::pmr::vector<PostedReceive> posted;    // in record order
  std::pmr::vector<PollRecord> polls;        // ascending by instance
  std::pmr::vector<LateReceiver> late_receivers;
  std::pmr::vector<LateSender> late_senders;
  std::pmr::vector<CollectiveRecord> collectives;  // in order of initiation
  std::pmr::vector<NodeTotals> nodes;              // by CallPathId of the worker's tree
  std::pmr::vector<LostCoreTimes> lost_cores;      // by CallPathId, if they are known
  Ticks waking_after_init;                         // of all call paths: from waking up to running
  std::pmr::vector<CounterTotal> counters;         // by counter and call path, none zero
  std::pmr::vector<ForeignCompletion> foreign;     // processes of several threads only
  std::pmr::vector<CollectiveRecord> foreign_collectives;
  std::pmr::vector<NeighborNeed> neighbor_needs;  // by operation; filled in by matching
  std::pmr::vector<OpenRequest> open;
  std::pmr::vector<ForkRecord> forks;
  std::pmr::vector<TeamMember> members;
  std::pmr::vector<BarrierRecord> barriers;
  std::pmr::vector<TaskInterval> task_intervals;  // ascending
  std::pmr::vector<LockEvent> locks;
  std::pmr::vector<TaskEnd> task_ends;  // ascending by time
  std::pmr::vector<TaskwaitRecord> taskwaits;
  std::pmr::vector<AwaitedTask> awaited;
  std::pmr::vector<TimeAway> away;
  std::pmr::vector<ThreadStart> thread_starts;
  std::pmr::vector<ThreadEnding> thread_endings;
  RmaRecords rma;
  workers::Bytes activities;          // a time stream: exclusive times, with a mark at each cut
  std::pmr::vector<WaitState> waits;  // found by evaluation
  std::pmr::vector<AwaitedEvent> awaited_events;  // found by evaluation
  // Time outside of teams by CallPathId, while recording was on and off. Only initial threads with
  // siblings have it.
  std::pmr::vector<Ticks> serial;
  std::pmr::vector<Ticks> serial_off;
  bool idles = false;                 // a worker, while the initial thread is in no team
  std::uint32_t init = kNoIndex;      // first complete instance of MPI_Init(_thread)
  std::uint32_t finalize = kNoIndex;  // first complete instance of MPI_Finalize

  // Bytes that the synchronisation records take.
  [[nodiscard]] std::uint64_t memory() const;

  // Exclusive duration of an instance (docs/definitions.md, "Limits of a wait").
  [[nodiscard]] Ticks exclusive_duration(std::uint32_t instance) const;
  // nullptr: the program did not poll until this instance.
  [[nodiscard]] const PollRecord* poll_before(std::uint32_t instance) const;
};

}  // namespace tarry::analysis
