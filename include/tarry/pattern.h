/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The interface of plug-ins that find patterns in a trace: shared libraries with functions that
 * `tarry analyze --pattern FILE.so` calls with matched messages, whole collective operations,
 * acquisitions of locks, visits of functions and more. What they charge to calls and visits becomes
 * a metric of the report.
 *
 *   class Slow : public tarry::Pattern { void message(...) override; };
 *   TARRY_PATTERNS(TARRY_PATTERN(Slow, "slow", "Slow messages", "What it means", "mpi_latesender"))
 *
 * Events come in any order, and those of one trace go to several objects on several processes. The
 * numbers are the same for any number of threads and processes only if what is charged for an event
 * depends on this event alone.
 *
 * A function may throw. A plug-in that throws, that spends more than some seconds with one event or
 * that asks for too much memory is stopped. Its metric is then empty, a warning of the report says
 * why, and everything else is as without it.
 */
#ifndef TARRY_PATTERN_H
#define TARRY_PATTERN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TARRY_PATTERN_VERSION 3

/* Times are ticks of the trace; see tarry_pattern_event.ticks_per_second. */

#define TARRY_PATTERN_COUNTERS 2   /* the counters that all patterns together may name */
#define TARRY_PATTERN_NONE (~0ull) /* stands for the number of a visit that there is not */

/* A call that an event is in. */
struct tarry_pattern_call {
  int64_t enter;
  int64_t leave;
  int64_t own;        /* the time that is not in regions nested in it */
  uint32_t rank;      /* in MPI_COMM_WORLD */
  uint32_t thread;    /* of the process */
  uint32_t may_wait;  /* 1: a call of MPI that waits, and does not only test */
  uint32_t number;    /* tells it from other calls of the thread */
  const char* name;   /* "MPI_Recv" */
  const char* metric; /* the metric that its time belongs to: "mpi_point2point" */
  /* For the functions `path` and `counter` of the event: */
  uint32_t path_number;
  int64_t counted[TARRY_PATTERN_COUNTERS];
};

/* A visit of a region, which is any function, loop or call that was recorded. */
struct tarry_pattern_visit {
  struct tarry_pattern_call call;
  uint64_t number; /* counts the visits of the thread in the order of their enters, from 0 */
  uint64_t around; /* number of the visit around it, or TARRY_PATTERN_NONE */
  uint64_t times; /* visits that this one stands for: 1; more for calls that tested in vain and were
                     recorded together; 0 if a task goes on here that another thread began */
};

/* A message that was received, with both of its ends. */
struct tarry_pattern_message {
  struct tarry_pattern_call receive; /* the call that completes the receive */
  struct tarry_pattern_call send;
  int64_t sent; /* time of the record of the send */
  uint64_t bytes;
  uint32_t tag;
  uint32_t any_source; /* 1: posted with MPI_ANY_SOURCE */
};

/* The part of a process in a collective operation. */
struct tarry_pattern_member {
  struct tarry_pattern_call call; /* the call, or the one that completes the operation */
  int64_t begin;
  int64_t waits_from; /* begin, or the enter of the completing call */
  int64_t end;
  uint64_t sent;
  uint64_t received;
};

struct tarry_pattern_collective {
  const char* operation; /* "allreduce" */
  const char* kind;      /* "barrier", "n-to-n", "1-to-n", "n-to-1", "prefix", "neighborhood",
                            "other" */
  const struct tarry_pattern_member* members; /* by rank in the communicator */
  uint32_t member_count;
  int32_t root; /* index of a member, or -1 */
};

/* The acquisition of a lock. */
struct tarry_pattern_lock {
  struct tarry_pattern_call call;
  int64_t acquired;
  uint32_t lock;            /* number in the process, of those of its paradigm */
  const char* paradigm;     /* "openmp", "pthread" */
  uint32_t was_released;    /* 1: another thread released it directly before */
  int64_t released;         /* when it did */
  uint32_t released_thread; /* that thread */
};

/* A call on a window. */
struct tarry_pattern_one_sided {
  struct tarry_pattern_call call;
  int64_t time;
  const char* kind; /* "create", "free", "fence", "start", "complete", "post", "wait", "lock",
                       "acquire", "unlock", "operation", "completion" */
  int32_t target;   /* in MPI_COMM_WORLD, or -1 */
  uint32_t window;
  uint32_t exclusive; /* 1: of a lock, it is exclusive */
};

/* A wait state of the catalogue, or what another pattern has found: a call that was charged it. */
struct tarry_pattern_result {
  const char* pattern; /* id of its metric: "mpi_latesender" */
  struct tarry_pattern_call call;
  int64_t amount;                              /* ticks */
  const struct tarry_pattern_message* message; /* that the call waited for; 0: it is no message */
};

/* What a function gets besides its event. */
struct tarry_pattern_event {
  int64_t ticks_per_second;
  /* Charges an amount to a call of the event: ticks, or a number if that is the unit. */
  void (*charge)(const struct tarry_pattern_event* event, const struct tarry_pattern_call* call,
                 int64_t amount);
  /* Writes the names of the regions that the thread was in, from the outermost to the call itself,
   * but at most `most`. Returns how many there are. */
  uint32_t (*path)(const struct tarry_pattern_event* event, const struct tarry_pattern_call* call,
                   const char** names, uint32_t most);
  /* Sets `value` to what a counter of the list `counters` has counted from the enter to the leave
   * of the call, and returns 1. Returns 0 if the trace does not tell. */
  uint32_t (*counter)(const struct tarry_pattern_event* event,
                      const struct tarry_pattern_call* call, const char* name, int64_t* value);
};

struct tarry_pattern {
  uint32_t version; /* TARRY_PATTERN_VERSION */
  const char* name; /* id of the metric; static, as all strings here */
  const char* title;
  const char* about;
  const char* parent;     /* id of the metric that it is part of; 0: a metric of its own */
  const char* unit;       /* "seconds", "occurrences" or "bytes" */
  const char* confidence; /* "max", or how far the pattern can be trusted, for its description */
  /* Ids of wait states, ended by 0: a call that was charged one of them, or one below it, is not
   * charged; may be 0. */
  const char* const* unless;
  /* Ids of wait states (with all below them) and names of patterns before this one, in this library
   * or in one named before it, that are times and see no visits. Their results are events of this
   * pattern. Ended by 0; may be 0. */
  const char* const* asks_for;
  /* Names of counters whose values the functions want, ended by 0; may be 0. */
  const char* const* counters;
  void* (*create)(void); /* an object; may be 0 */
  void (*destroy)(void* object);
  /* Functions that are 0 are not called. */
  void (*message)(void* object, const struct tarry_pattern_message*,
                  const struct tarry_pattern_event*);
  void (*collective)(void* object, const struct tarry_pattern_collective*,
                     const struct tarry_pattern_event*);
  void (*lock)(void* object, const struct tarry_pattern_lock*, const struct tarry_pattern_event*);
  /* Each call that sends or receives, synchronizes, or takes a lock. */
  void (*call)(void* object, const struct tarry_pattern_call*, const struct tarry_pattern_event*);
  /* Each barrier that all threads of a team of OpenMP are in: members by thread, no root. */
  void (*team_barrier)(void* object, const struct tarry_pattern_collective*,
                       const struct tarry_pattern_event*);
  void (*one_sided)(void* object, const struct tarry_pattern_one_sided*,
                    const struct tarry_pattern_event*);
  /* Each result of what `asks_for` names. */
  void (*result)(void* object, const struct tarry_pattern_result*,
                 const struct tarry_pattern_event*);
  /* Each visit of any region that was left. The trace is read once more. */
  void (*visit)(void* object, const struct tarry_pattern_visit*, const struct tarry_pattern_event*);
};

/* The library exports this function: it returns the patterns, ended by 0. */
const struct tarry_pattern* const* tarry_patterns(void);

#ifdef __cplusplus
}

#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tarry {

using PatternCall = ::tarry_pattern_call;
using PatternVisit = ::tarry_pattern_visit;
using PatternMessage = ::tarry_pattern_message;
using PatternMember = ::tarry_pattern_member;
using PatternCollective = ::tarry_pattern_collective;
using PatternLock = ::tarry_pattern_lock;
using PatternOneSided = ::tarry_pattern_one_sided;
using PatternResult = ::tarry_pattern_result;

/* The event that a function was called for. */
class PatternEvent {
 public:
  explicit PatternEvent(const ::tarry_pattern_event* event) : event_(event) {}
  void charge(const PatternCall& call, int64_t amount) const {
    event_->charge(event_, &call, amount);
  }
  /* Returns the names of the regions that the thread was in, from the outermost to the call. */
  std::vector<std::string_view> path(const PatternCall& call) const {
    std::vector<const char*> names(event_->path(event_, &call, nullptr, 0));
    event_->path(event_, &call, names.data(), static_cast<uint32_t>(names.size()));
    return {names.begin(), names.end()};
  }
  /* Returns what a counter of the list `counters` has counted in the call, if the trace tells. */
  std::optional<int64_t> counter(const PatternCall& call, const char* name) const {
    int64_t value = 0;
    if (event_->counter(event_, &call, name, &value) == 0) return std::nullopt;
    return value;
  }
  int64_t ticks_per_second() const { return event_->ticks_per_second; }

 private:
  const ::tarry_pattern_event* event_;
};

/* A pattern in C++. */
class Pattern {
 public:
  /* A pattern that leaves calls to other wait states has instead:
   *   static constexpr const char* unless[] = {"mpi_collective", nullptr}; */
  static constexpr const char* const* unless = nullptr;
  /* In the same way, one that is tried on results of others has `asks_for`. */
  static constexpr const char* const* asks_for = nullptr;
  /* And one that wants the values of counters has `counters`. */
  static constexpr const char* const* counters = nullptr;

  virtual ~Pattern() = default;
  virtual void message(const PatternMessage&, const PatternEvent&) {}
  virtual void collective(const PatternCollective&, const PatternEvent&) {}
  virtual void lock(const PatternLock&, const PatternEvent&) {}
  virtual void call(const PatternCall&, const PatternEvent&) {}
  virtual void team_barrier(const PatternCollective&, const PatternEvent&) {}
  virtual void one_sided(const PatternOneSided&, const PatternEvent&) {}
  virtual void result(const PatternResult&, const PatternEvent&) {}
  virtual void visit(const PatternVisit&, const PatternEvent&) {}
};

/* Whether a member function is not that of Pattern. */
template <class Class, class... Arguments>
constexpr bool is_written(void (Class::*)(Arguments...)) {
  return !std::is_same<Class, Pattern>::value;
}

/* Returns the function of the table that calls a member function; 0 if that is not written. */
template <class Seen, void (Pattern::*function)(const Seen&, const PatternEvent&)>
constexpr auto seen_by(bool written) {
  void (*const call)(void*, const Seen*, const ::tarry_pattern_event*) =
      [](void* object, const Seen* seen, const ::tarry_pattern_event* event) {
        (static_cast<Pattern*>(object)->*function)(*seen, PatternEvent(event));
      };
  return written ? call : nullptr;
}

/* Returns the table of functions for a class. */
template <class T>
constexpr ::tarry_pattern pattern_of(const char* name, const char* title, const char* about,
                                     const char* parent, const char* unit = "seconds",
                                     const char* confidence = "max") {
  return {TARRY_PATTERN_VERSION,
          name,
          title,
          about,
          parent,
          unit,
          confidence,
          T::unless,
          T::asks_for,
          T::counters,
          []() -> void* { return static_cast<Pattern*>(new T); },
          [](void* object) { delete static_cast<Pattern*>(object); },
          seen_by<PatternMessage, &Pattern::message>(is_written(&T::message)),
          seen_by<PatternCollective, &Pattern::collective>(is_written(&T::collective)),
          seen_by<PatternLock, &Pattern::lock>(is_written(&T::lock)),
          seen_by<PatternCall, &Pattern::call>(is_written(&T::call)),
          seen_by<PatternCollective, &Pattern::team_barrier>(is_written(&T::team_barrier)),
          seen_by<PatternOneSided, &Pattern::one_sided>(is_written(&T::one_sided)),
          seen_by<PatternResult, &Pattern::result>(is_written(&T::result)),
          seen_by<PatternVisit, &Pattern::visit>(is_written(&T::visit))};
}

}  // namespace tarry

#define TARRY_PATTERN(TYPE, ...) tarry::pattern_of<TYPE>(__VA_ARGS__)

/* Use it once in a library, with one or more TARRY_PATTERN. */
#define TARRY_PATTERNS(...)                                                                     \
  extern "C" __attribute__((visibility("default"))) const tarry_pattern* const* tarry_patterns( \
      void) {                                                                                   \
    static const tarry_pattern all[] = {__VA_ARGS__};                                           \
    static const tarry_pattern* ends[sizeof all / sizeof all[0] + 1] = {};                      \
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; ++i) ends[i] = &all[i];                \
    return ends;                                                                                \
  }

#endif
#endif
