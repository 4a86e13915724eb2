/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The interface of plug-ins that add statistics to compressed traces: shared libraries with
 * functions that are called at the begin and at the end of MPI calls and return a number. Tarry
 * keeps histograms of these numbers, per place in the program and per place before it, merged over
 * iterations and ranks. Times are always kept; they need no plug-in.
 *
 *   class Faults : public tarry::Stat { void start(...) override; double end(...) override; };
 *   TARRY_STATISTICS(TARRY_STATISTIC(Faults, "page faults", "faults", TARRY_IN_CALLS))
 *
 * Numbers become whole numbers of the unit that the statistic names, so that sums do not depend on
 * the order in which they are made: choose a fine unit ("us", not "s"). A negative number or NaN
 * means that this call is not counted: so a plug-in can select calls.
 *
 * All functions are called inside the measured program, between its MPI calls: they must not call
 * MPI, must not throw, and everything they do is an overhead that is measured as computation. Each
 * thread has a state of its own.
 */
#ifndef TARRY_STATISTICS_H
#define TARRY_STATISTICS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TARRY_STATISTICS_VERSION 1

enum tarry_statistic_span {
  TARRY_IN_CALLS = 0,     /* start() at the begin of an MPI call, end() at its end */
  TARRY_BETWEEN_CALLS = 1 /* start() at the end of a call, end() at the begin of the next */
};

/* The properties of a call. Those that are unknown at its begin are 0 or -1. */
struct tarry_statistics_call {
  const char* function; /* "MPI_Isend" */
  int64_t peer;         /* partner of the first message in MPI_COMM_WORLD, or -1 */
  uint64_t bytes_sent;
  uint64_t bytes_received;
};

struct tarry_statistic {
  uint32_t version;      /* TARRY_STATISTICS_VERSION */
  uint32_t span;         /* enum tarry_statistic_span */
  const char* name;      /* "page faults"; static, as all strings here */
  const char* unit;      /* "faults" */
  void* (*create)(void); /* the state of a thread; may be 0 */
  void (*destroy)(void* state);
  void (*start)(void* state, const struct tarry_statistics_call* call);
  double (*end)(void* state, const struct tarry_statistics_call* call);
};

/* The library exports this function: it returns the statistics, ended by 0. */
const struct tarry_statistic* const* tarry_statistics(void);

#ifdef __cplusplus
}

namespace tarry {

using StatisticsCall = ::tarry_statistics_call;

/* A statistic in C++. Each thread has an object of its own. */
class Stat {
 public:
  virtual ~Stat() = default;
  virtual void start(const StatisticsCall& call) = 0;
  virtual double end(const StatisticsCall& call) = 0;
};

/* Returns the table of functions for a class. */
template <class T>
constexpr ::tarry_statistic statistic_of(const char* name, const char* unit,
                                         ::tarry_statistic_span span) {
  return {TARRY_STATISTICS_VERSION,
          static_cast<uint32_t>(span),
          name,
          unit,
          []() -> void* { return static_cast<Stat*>(new T); },
          [](void* state) { delete static_cast<Stat*>(state); },
          [](void* state, const StatisticsCall* call) { static_cast<Stat*>(state)->start(*call); },
          [](void* state, const StatisticsCall* call) {
            return static_cast<Stat*>(state)->end(*call);
          }};
}

}  // namespace tarry

#define TARRY_STATISTIC(TYPE, NAME, UNIT, SPAN) tarry::statistic_of<TYPE>(NAME, UNIT, SPAN)

/* Use it once in a library, with one or more TARRY_STATISTIC. */
#define TARRY_STATISTICS(...)                                                     \
  extern "C" __attribute__((visibility("default"))) const tarry_statistic* const* \
  tarry_statistics(void) {                                                        \
    static const tarry_statistic all[] = {__VA_ARGS__};                           \
    static const tarry_statistic* ends[sizeof all / sizeof all[0] + 1] = {};      \
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; ++i) ends[i] = &all[i];  \
    return ends;                                                                  \
  }

#endif
#endif
