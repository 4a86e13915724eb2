// SPDX-License-Identifier: BSD-3-Clause
// What the analysis keeps of one location after its events have streamed by: compact records of
// everything that synchronises, and time and visits per call path. Partners' times are filled in by
// matching; patterns are then functions of these records alone.
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

// What a send must know of a receive that was posted after it began.
struct LateReceiver {
  Ticks posted;    // E(Q)
  Ticks leave;     // L(Q)
  RecordRef post;  // in `posted` of the destination
};

// What a receive must know of a send that began after it.
struct LateSender {
  Ticks enter;     // E(S)
  Ticks leave;     // L of the region that holds S
  RecordRef send;  // in `sends` of the source
};

// A receive in order of posting; what it received follows at its completion.
struct PostedReceive {
  Ticks time;                         // t(Q)
  std::uint32_t instance = kNoIndex;  // holds Q
  std::uint32_t receive = kNoIndex;   // kNoIndex: cancelled or never completed
  Sibling receive_location = 0;
  bool cancelled = false;
};

struct ReceiveRecord {
  Ticks send_time;                    // t(S), once matched
  std::uint64_t bytes = 0;            // of the matched send; own length if unmatched
  std::uint32_t instance = kNoIndex;  // holds R
  Rank source;
  CommId comm;
  std::uint32_t tag = 0;
  std::uint32_t late_sender = kNoIndex;  // in `late_senders`: the send began after this region
  RecordRef send;                        // in `sends` of the source, once matched
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

// Who depends on whom in one instance of a collective operation, as one member sees it.
struct CollectiveDependency {
  std::uint32_t sequence = 0;  // of the instance on its communicator
  std::uint32_t arrivals = 0;  // members that those like this one need,
  std::uint32_t needs = 0;     // and how many of those there are
  bool gives = false;          // others need this one
  bool is_needing = false;     // this one needs others
  bool gives_remote = false;   // it comes from the remote group
  bool needs_remote = false;   // what it needs does
};

// Who meets in an operation: nobody, all members of the communicator, or some, by their number in
// PartialMeetings.
inline constexpr std::uint32_t kNoMeeting = kNoIndex;
inline constexpr std::uint32_t kAllMembers = kNoIndex - 1;
using PartialMeetings = std::vector<std::vector<Rank>>;

// One member's part in one collective operation.
struct CollectiveRecord {
  Ticks initiated;   // time of the record that orders it: begin or request
  Ticks begin;       // B; for a non-blocking operation I, the enter of the initiating call
  Ticks end;         // X
  Ticks wait;        // filled in by matching; charged to `instance`
  Ticks completion;  // likewise
  Rank cause_rank;   // who made it wait, if !valid() nobody; filled in by matching
  RecordRef cause;   // its `collectives`; likewise
  std::uint32_t meeting = kNoMeeting;  // likewise: who meets in it, see below
  CollectiveDependency dependency;     // likewise
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint32_t instance = kNoIndex;    // holds X: the (completing) call
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
  Ticks sampled;           // of the time: by samples alone
  Ticks sampled_accuracy;  // how far the time may be off, in nine of ten cases
};

// Time in which the thread was ready and had no core.
struct LostCoreTimes {
  Ticks computing;  // of the call path's computation
  Ticks polling;    // in a call of MPI or OpenMP, or without anything to do
  Ticks waking;     // from waking up to running: the whole location's, at its first call path
};

// Time a region instance spent in instances nested in it (a buffer flush): rare, so kept aside.
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
  // Of the forking thread, in regions or in none. Damaged traces have regions of others in there.
  Ticks before_region;  // in none, between the fork and the first region of the team
  Ticks other_regions;  // in some meanwhile
  Ticks in_no_region;   // in none, between fork and join; 0 until then
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

// One location's part in one team: TeamBegin, TeamEnd and the regions between them.
struct TeamMember {
  CommId team;
  std::uint32_t instance = 0;     // counts the TeamBegins of this team on the location
  std::uint32_t fork = kNoIndex;  // in `forks`: this is the forking thread
  std::uint32_t barriers = 0;     // left so far
  bool has_region = false;
  std::uint32_t region = kNoIndex;  // instance of its first region, the parallel region
  CallPathId callpath;              // likewise
  Ticks enter;                      // of the first
  Ticks leave;                      // of the last region that is not nested in another
  Ticks between;                    // outside of regions, after the first and before the last
  Ticks off;                        // recording was, before the first
};

// A barrier that a member of a team has left.
struct BarrierRecord {
  std::uint32_t member = kNoIndex;
  std::uint32_t ordinal = 0;  // counts the barriers of the member
  std::uint32_t instance = kNoIndex;
  model::RegionId region;
  bool together = false;  // all members of the team are in it; filled in by evaluation
  RecordRef latest;       // in `barriers`: of the member that entered last; likewise
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
  // Of an acquisition: the region that waits for it; of a release: one without a length.
  std::uint32_t instance = kNoIndex;
  bool acquired = false;  // else released
  // Of an acquisition: what another location released before it; filled in by evaluation.
  RecordRef released{0, kNoIndex};
};

// Where a thread was created, or began. `thread` tells those of a process apart.
struct ThreadStart {
  std::uint64_t thread = 0;
  std::uint32_t instance = kNoIndex;  // without a length
  bool begins = false;
};

// Where a thread ended, or another one joined it. `thread` and `instance` are those of ThreadStart.
struct ThreadEnding {
  std::uint64_t thread = 0;
  std::uint32_t instance = kNoIndex;
  bool ends = false;
};

// Waiting time that was charged to an instance, and what for.
enum class WaitKind : std::uint8_t {
  LateSender,
  LateReceiver,
  Barrier,
  NxN,
  OneToN,
  NToOne,
  OmpBarrier,
  OmpLock,
  PthreadLock,
  OmpTaskwait,
  RmaCollective,
  RmaLatePost,
  RmaEarlyWait,
  RmaLock,
  LateProgress,
  InnerCollective,
  Other
};

struct WaitState {
  Ticks amount;
  std::uint32_t instance = kNoIndex;
  CallPathId callpath;  // its
  RecordRef record;     // in the process' records, by kind; of a lock: the release waited for; of
                        // a taskwait: the end of the last task; of one-sided communication: in
                        // `rma.waits` of the location itself; of the two last: in `awaited_events`
  WaitKind kind = WaitKind::Other;
};

// Something that another process did and that ended a wait here, which no message or operation
// tells of; or that would have ended it had another been earlier.
struct AwaitedEvent {
  // The begin of a call: which one, by a record of the other process.
  enum class Of : std::uint8_t {
    Call,           // in `instances`
    Collective,     // in `collectives`: the (initiating) call
    CompletingCall  // likewise: the call that completes the operation
  };
  Ticks time;
  std::uint32_t instance = kNoIndex;  // that waited
  Rank rank;                          // of the other process
  RecordRef record;
  Of of = Of::Call;
};

// What a counter counted at a call path. `bits`: of a double if its values are such, else a whole
// number, which is not negative.
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
  std::pmr::vector<LostCoreTimes> lost_cores;      // likewise; if it is known
  Ticks waking_after_init;                         // of all call paths: from waking up to running
  std::pmr::vector<CounterTotal> counters;         // by counter and call path, none zero
  std::pmr::vector<ForeignCompletion> foreign;     // processes of several threads only
  std::pmr::vector<CollectiveRecord> foreign_collectives;
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
  std::pmr::vector<AwaitedEvent> awaited_events;  // likewise
  std::pmr::vector<Ticks> serial;      // by CallPathId: time outside of teams; initial threads with
                                       // siblings only
  std::pmr::vector<Ticks> serial_off;  // likewise, while recording was off: not in `serial`
  bool idles = false;                  // a worker, while the initial thread is in no team
  std::uint32_t init = kNoIndex;       // first complete instance of MPI_Init(_thread)
  std::uint32_t finalize = kNoIndex;   // first complete instance of MPI_Finalize

  // Bytes that the synchronisation records take.
  [[nodiscard]] std::uint64_t memory() const;

  // Exclusive duration of an instance (docs/definitions.md, "Limits of a wait").
  [[nodiscard]] Ticks exclusive_duration(std::uint32_t instance) const;
  // nullptr: the program did not poll until this instance.
  [[nodiscard]] const PollRecord* poll_before(std::uint32_t instance) const;
};

}  // namespace tarry::analysis
