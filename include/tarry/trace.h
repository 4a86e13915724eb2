// SPDX-License-Identifier: BSD-3-Clause
//
// Opens event traces: their events one after the other or at any position, what is going on at a
// position (regions, messages, collective operations, locks, teams), where an event points to, and
// the messages and operations that events are parts of. Link with -ltarry-trace, in C++20. For
// Python there is the module tarry_trace. docs/how-to/read-traces.md has examples.
//
//   const tarry::events::Trace trace = tarry::events::Trace::open("run1/traces.otf2");
//   std::uint64_t sent = 0;
//   trace.for_each({.kinds = {Kind::Send, Kind::Isend}},
//                  [&](const tarry::events::Event& event) { sent += event.bytes; });
//
// A trace is never in memory as a whole. What needs more than one pass uses an index, which is made
// when it is first needed and lies in memory or, if it is large, in a file without a name.
//
// Failures are thrown as Error; nothing here prints or exits. Several threads may use one Trace.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#if defined(__GNUC__)
#define TARRY_EVENTS_API __attribute__((visibility("default")))
#define TARRY_EVENTS_HIDDEN __attribute__((visibility("hidden")))
#else
#define TARRY_EVENTS_API
#define TARRY_EVENTS_HIDDEN
#endif

namespace tarry::events {

class TARRY_EVENTS_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Values of numbers that do not exist.
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;
inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

// The comment of a kind names the members of Event that it has besides time, location and number.
enum class Kind : std::uint8_t {
  Enter,         // region
  Leave,         // region
  ProgramBegin,  // region: the program
  ProgramEnd,    // region
  JoinedCalls,   // id: the leave that follows is that of so many more calls, which found nothing
  // Messages: peer, comm, tag, bytes; id: the request, if it is non-blocking.
  Send,
  Isend,
  Receive,
  Irecv,          // a non-blocking receive is completed
  IsendComplete,  // id: the request, as in the three that follow
  IrecvRequest,   // a non-blocking receive is posted
  RequestTest,    // it is not complete
  RequestCancelled,
  CollectiveBegin,
  CollectiveEnd,                  // op, comm, root, bytes (sent), received
  NonblockingCollectiveRequest,   // id: the request
  NonblockingCollectiveComplete,  // as CollectiveEnd; id: the request
  // One-sided communication: window.
  WindowCreated,
  WindowDestroyed,
  RmaCollectiveBegin,  // without the window
  RmaCollectiveEnd,    // op
  RmaGroupSync,        // op: the level of synchronization
  RmaLockRequested,    // peer: the target; id: the lock; flag: it is exclusive
  RmaLockAcquired,
  RmaLockReleased,
  RmaPut,  // peer: the target; bytes, received; id: what completes it
  RmaGet,
  RmaAtomic,             // op: the kind of atomic operation
  RmaCompletedBlocking,  // id: that of the operations
  RmaCompletedNonblocking,
  RmaCompletedRemote,
  // Threads. id: the thread, as the process numbers it.
  ThreadBegin,
  ThreadEnd,
  ThreadCreated,
  ThreadWaited,
  // Teams of OpenMP threads.
  Fork,  // id: requested threads
  Join,
  TeamBegin,  // comm: the team
  TeamEnd,
  LockAcquired,  // lock, order, paradigm
  LockReleased,
  TaskCreated,  // comm: the team; tag: the thread that created it; id: its number there
  TaskSwitched,
  TaskCompleted,
  // A value of a counter; a reading of several counters is as many events. counter, value;
  // id: its bits.
  Counter,
  Statistic,         // counter: the statistic of a plug-in; value; id
  BufferFlush,       // id: ticks that it took
  MeasurementOnOff,  // flag: it is on
  FileOpened,        // by MPI. file, as for all that follow
  FileClosed,
  FileRead,  // a transfer begins. bytes: that it is to move; id: that of its end; op: the FileMode
  FileWrite,
  FileFlush,      // a file is synchronized; bytes: 0
  FileCompleted,  // bytes: that were moved; id: that of the operation
};
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::FileCompleted) + 1;

// An operation on a file is collective if all processes take part that have opened the file
// together. Another call ends a non-blocking or split one.
enum class FileMode { Individual, Collective, IndividualNonblocking, CollectiveNonblocking };

// Returns the name of a kind in Python and in tables: "nonblocking_collective_complete".
TARRY_EVENTS_API const char* name(Kind kind);
TARRY_EVENTS_API const char* name(FileMode mode);  // "collective_nonblocking"; "" behind the last
// Returns the name of a collective operation: "allreduce"; "" if there is none.
TARRY_EVENTS_API const char* collective_name(std::uint8_t op);

// The place of an event: the location, and the number of the event there, from 0.
struct Position {
  std::uint32_t location = kNone;
  std::uint64_t number = kNowhere;

  [[nodiscard]] bool valid() const { return location != kNone; }
  friend auto operator<=>(const Position&, const Position&) = default;
};

// One event. Members that its kind does not have keep these values.
struct Event {
  std::int64_t time = 0;           // ticks since the begin of the trace
  std::uint64_t number = 0;        // on its location
  std::uint64_t bytes = 0;         // of a message or a file, or sent
  std::uint64_t received = 0;      // bytes
  std::uint64_t id = kNowhere;     // see Kind
  double value = 0;                // of a counter
  std::uint32_t location = kNone;  // in Trace::locations()
  std::uint32_t region = kNone;    // in Trace::regions()
  std::uint32_t comm = kNone;      // in Trace::communicators()
  std::uint32_t peer = kNone;      // rank in MPI_COMM_WORLD, or kNone if it is not known
  std::uint32_t tag = kNone;
  std::uint32_t root = kNone;     // rank in the communicator; kNone: the operation has none
  std::uint32_t window = kNone;   // in Trace::windows()
  std::uint32_t lock = kNone;     // unique in its process and paradigm
  std::uint32_t order = kNone;    // number of the acquisition of the lock
  std::uint32_t counter = kNone;  // in Trace::counters()
  std::uint32_t file = kNone;     // in Trace::files()
  Kind kind = Kind::Enter;
  std::uint8_t op = 0;
  std::uint8_t paradigm = 0;  // OTF2_PARADIGM_*
  bool flag = false;

  [[nodiscard]] Position position() const { return {location, number}; }
};

// Definitions. Numbers of things are positions in the vectors that Trace returns.
struct Region {
  std::string name;
  std::string canonical;         // mangled or canonical name
  std::string file;              // empty if unknown
  std::uint32_t begin_line = 0;  // 0 if unknown
  std::uint32_t end_line = 0;
  std::string role;       // "function", "barrier", as OTF2 names them
  std::string paradigm;   // "mpi", "compiler"
  std::string call_site;  // of a call of MPI that tells it: "heat.cc:42"; file and line are its own
};
struct Location {
  std::string name;
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  std::string host;
  std::uint64_t trace_id = 0;  // in the archive
  std::uint64_t declared_events = 0;
};
struct Communicator {
  std::string name;
  std::vector<std::uint32_t> members;  // ranks in MPI_COMM_WORLD, by rank; of a team: locations
  std::vector<std::uint32_t> remote_members;  // of an intercommunicator
  bool is_self = false;                       // each process has its own, and no members are listed
  bool is_team = false;
};
struct Window {
  std::string name;
  std::uint32_t comm = kNone;
};
// A file that processes have opened together. One that is opened again is another one.
struct File {
  std::string name;
  std::uint32_t comm = kNone;
};
struct Counter {
  std::string name;
  std::string unit;
};

// A region that is open at a position.
struct OpenRegion {
  Position enter;
  std::int64_t time = 0;
  std::uint32_t region = kNone;
  std::uint32_t call_path = kNone;  // in Trace::call_paths()
};
// A node of the tree of call paths, which all locations share. Parents come before their children.
struct CallPath {
  std::uint32_t parent = kNone;  // kNone: a root
  std::uint32_t region = kNone;
};
struct CallSite {
  std::string text;  // "heat.cc:42"
  std::string file;
  std::uint32_t line = 0;
};

// Compound events. Positions of ends that the trace does not have are not valid().
struct Message {
  Position send, receive;
  std::int64_t send_time = 0, receive_time = 0;
  std::uint64_t bytes = 0;
  std::uint32_t source = kNone, destination = kNone;  // ranks in MPI_COMM_WORLD
  std::uint32_t comm = kNone, tag = kNone;
  // The calls that hold the two records.
  std::int64_t send_enter_time = 0, receive_enter_time = 0;
  std::uint32_t send_region = kNone, receive_region = kNone;
  std::uint32_t send_path = kNone, receive_path = kNone;  // in Trace::call_paths()
};
struct CollectiveMember {
  Position begin, end;  // begin: its begin or request or, without such, the enter
  std::int64_t begin_time = 0, end_time = 0;
  std::int64_t enter_time = 0;           // of the call that begins it
  std::uint64_t sent = 0, received = 0;  // bytes
  std::uint32_t rank = kNone;            // in MPI_COMM_WORLD
  std::uint32_t region = kNone;          // the call that begins it
  std::uint32_t path = kNone;            // of that call, in Trace::call_paths()
};
struct Collective {
  std::uint32_t comm = kNone;
  std::uint32_t sequence = 0;  // of the operation on its communicator
  std::uint32_t root = kNone;  // rank in the communicator
  std::uint8_t op = 0;
  bool nonblocking = false;
  bool complete = false;  // all members are there and agree
  std::vector<CollectiveMember> members;
};
struct TeamMember {
  Position begin, end;
  std::int64_t begin_time = 0, end_time = 0;
};
struct ParallelRegion {
  std::uint32_t team = kNone;  // in Trace::communicators()
  std::uint32_t instance = 0;  // of the team
  Position fork, join;
  std::vector<TeamMember> members;
};
struct LockTenure {
  Position acquire, release;
  std::int64_t acquire_time = 0, release_time = 0;
  std::uint32_t rank = kNone;
  std::uint32_t lock = kNone, order = kNone;
  std::uint8_t paradigm = 0;
};

// Events must fit every member that is set. Times include both ends.
struct Filter {
  std::vector<std::uint32_t> locations{};  // empty: all, as for the others
  std::vector<std::uint32_t> ranks{};
  std::vector<Kind> kinds{};
  std::vector<std::uint32_t> regions{};
  std::int64_t from = INT64_MIN;
  std::int64_t until = INT64_MAX;
};

// Compound events must have a part on one of the locations and ranks, and overlap the times.
// `operation` is the name of a collective operation.
struct CompoundFilter {
  std::vector<std::uint32_t> locations{};
  std::vector<std::uint32_t> ranks{};
  std::vector<std::uint32_t> comms{};
  std::string operation{};
  std::int64_t from = INT64_MIN;
  std::int64_t until = INT64_MAX;
};

struct Options {
  bool correct_clocks = true;  // false: times as recorded
  std::string scratch{};       // folder for files of the library; empty: TMPDIR or /tmp
  unsigned threads = 0;        // for the index and for compressed traces; 0: one for each core
  // Bytes of memory that the program may take while messages are matched; the rest goes to a file
  // in `scratch`. 0: a quarter of the machine's memory, and no limit if the trace needs less. While
  // there is a limit, the default resource of std::pmr in the whole program is that of the
  // matching.
  std::uint64_t memory_limit = 0;
};

class TARRY_EVENTS_API Trace {
 public:
  // Opens an OTF2 archive (traces.otf2 or its folder), a compressed trace (.tct, or the folder of
  // an experiment without an archive), a .case or a .synth file. A compressed trace is expanded
  // into files in `scratch`, which are removed with the Trace.
  static Trace open(const std::string& path, const Options& options = {});
  Trace(Trace&&) noexcept;
  Trace& operator=(Trace&&) noexcept;
  ~Trace();

  [[nodiscard]] const std::string& program() const;
  [[nodiscard]] const std::vector<Region>& regions() const;
  [[nodiscard]] const std::vector<Location>& locations() const;
  [[nodiscard]] const std::vector<Communicator>& communicators() const;
  [[nodiscard]] const std::vector<Window>& windows() const;
  [[nodiscard]] const std::vector<File>& files() const;
  [[nodiscard]] const std::vector<Counter>& counters() const;
  [[nodiscard]] std::uint64_t ticks_per_second() const;
  [[nodiscard]] std::int64_t length() const;  // of the trace as it declares it, in ticks
  [[nodiscard]] double seconds(std::int64_t ticks) const;
  // Returns false if the times are those of a model, as in a compressed trace, where each call
  // takes the mean time of its place: then the order of events on different locations need not be
  // that of the run, and a message may be received before it is sent.
  [[nodiscard]] bool times_are_measured() const;
  // Returns the notes of a compressed trace, then what was odd in what has been read so far, one
  // sentence each.
  [[nodiscard]] std::vector<std::string> warnings() const;

  // Calls visit(const Event&) for all events that pass the filter, location by location, in the
  // order of the trace. Reads without the index, unless it is there and saves reading.
  template <class Visit>
  void for_each(const Filter& filter, Visit&& visit) const {
    for_each_batch(filter, const_cast<void*>(static_cast<const void*>(&visit)),
                   visit_each<std::remove_reference_t<Visit>>);
  }
  using TakeBatch = void (*)(void* self, const Event* events, std::size_t count);
  // The same, some hundred events at a time, which are valid during the call.
  void for_each_batch(const Filter& filter, void* self, TakeBatch take) const;

  // Everything below needs the index. A Position that the trace does not have is an Error.

  // The same for all locations together, ordered by time, then location, then number. Some thousand
  // events of each location are in memory.
  template <class Visit>
  void for_each_in_time(const Filter& filter, Visit&& visit) const {
    for_each_batch_in_time(filter, const_cast<void*>(static_cast<const void*>(&visit)),
                           visit_each<std::remove_reference_t<Visit>>);
  }
  void for_each_batch_in_time(const Filter& filter, void* self, TakeBatch take) const;

  [[nodiscard]] std::uint64_t event_count(std::uint32_t location) const;
  [[nodiscard]] std::uint64_t event_count() const;  // of all locations
  [[nodiscard]] Event event(Position position) const;
  // Returns at most `count` events of a location.
  [[nodiscard]] std::vector<Event> events(Position first, std::uint64_t count) const;
  // Returns the first event of the location that is not before `time`; its number is event_count()
  // if there is none.
  [[nodiscard]] Position at_time(std::uint32_t location, std::int64_t time) const;

  // States: what is open behind the event at a position. All events of the trace are ordered by
  // time, then location, then number.
  [[nodiscard]] std::vector<OpenRegion> region_stack(Position position) const;  // outermost first
  [[nodiscard]] std::vector<std::uint64_t> messages_in_flight(Position position) const;
  [[nodiscard]] std::vector<std::uint64_t> open_collectives(Position position) const;
  [[nodiscard]] std::vector<std::uint64_t> held_locks(Position position) const;  // tenures
  [[nodiscard]] std::vector<std::uint64_t> open_parallel_regions(Position position) const;
  // Returns the parallel regions whose team has the location as a member, the outermost first.
  [[nodiscard]] std::vector<std::uint64_t> teams_of(Position position) const;

  // Pointers. A Position that is not valid() points nowhere.
  // The enter of the region around the event; of a leave, its own enter.
  [[nodiscard]] Position enclosing_enter(Position position) const;
  [[nodiscard]] Position partner(Position position) const;         // of a message: its other end
  [[nodiscard]] Position previous_owner(Position position) const;  // of a lock: the event before
  // Regions around what follows the event, outermost first, with those around the fork of a team.
  [[nodiscard]] std::vector<std::uint32_t> call_path(Position position) const;
  // Of the call of MPI around the event; empty if it is not known.
  [[nodiscard]] CallSite call_site(Position position) const;
  [[nodiscard]] const std::vector<CallPath>& call_paths() const;

  // Compound events, by number.
  [[nodiscard]] std::uint64_t message_count() const;
  [[nodiscard]] Message message(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t collective_count() const;
  [[nodiscard]] Collective collective(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t parallel_region_count() const;
  [[nodiscard]] ParallelRegion parallel_region(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t lock_tenure_count() const;
  [[nodiscard]] LockTenure lock_tenure(std::uint64_t number) const;
  // Return the numbers of those that pass the filter, ascending.
  [[nodiscard]] std::vector<std::uint64_t> messages(const CompoundFilter& filter) const;
  [[nodiscard]] std::vector<std::uint64_t> collectives(const CompoundFilter& filter) const;
  [[nodiscard]] std::vector<std::uint64_t> parallel_regions(const CompoundFilter& filter) const;
  [[nodiscard]] std::vector<std::uint64_t> lock_tenures(const CompoundFilter& filter) const;
  // Returns the compound event that the event is an end of; kNowhere if there is none.
  [[nodiscard]] std::uint64_t message_of(Position position) const;
  [[nodiscard]] std::uint64_t collective_of(Position position) const;

  class TARRY_EVENTS_HIDDEN Opened;

 private:
  template <class Function>
  static void visit_each(void* self, const Event* events, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) (*static_cast<Function*>(self))(events[i]);
  }

  explicit Trace(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace tarry::events
