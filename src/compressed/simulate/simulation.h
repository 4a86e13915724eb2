// SPDX-License-Identifier: BSD-3-Clause
// Carries out the calls of a compressed trace on a network that is a model, and so finds when each
// call begins and ends. Computation before a call is taken from the histograms of the trace. A call
// that communicates takes the overhead and then as long as its operations; every other call takes
// its recorded time. Operations that were started go on while the rank computes.
//
//   rank   |--- computation ---|o|~~~~ waits ~~~~|--- computation ---| ...
//                              ^call             ^the last of its operations has ended
//
// A call ends at the latest of what it was recorded to complete: a test that found a message waits
// for it. MPI_Init and MPI_Finalize end for all ranks at once, the shortest recorded time after the
// last has come. Looking for a message (MPI_Probe) takes the shortest recorded time, since the
// receive behind it waits.
//
// Time is proportional to the calls and the logarithm of the ranks. A simulation always ends: ranks
// that wait for each other for ever are reported. It is the same for each machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/expand/timed_calls.h"
#include "compressed/model/trace.h"
#include "compressed/simulate/changes.h"
#include "compressed/simulate/network.h"

namespace tarry::simulate {

struct Options {
  NetworkModel network;
  compressed::TimeChoice times = compressed::TimeChoice::Average;
  std::uint64_t seed = 0;  // of drawn times and drawn values
  Changes changes;
};

// Somebody who waits for ever.
struct Stuck {
  std::uint32_t rank = 0;
  std::uint64_t call = 0;  // the rank's calls before it
  std::string function;
  std::string what;                     // "a message of rank 3 with tag 7 on MPI_COMM_WORLD"
  std::vector<std::uint32_t> partners;  // ranks it waits for
  friend bool operator==(const Stuck&, const Stuck&) = default;
};

struct SimulatedRank {
  std::vector<compressed::CallTime> calls;  // those that ended
  Nanoseconds end = 0;                      // of the last call
};

struct Simulation {
  std::vector<SimulatedRank> ranks;
  Nanoseconds end = 0;         // the latest of the ranks
  std::uint64_t calls = 0;     // of all ranks
  std::uint64_t messages = 0;  // the program's own
  std::vector<Stuck> stuck;    // by rank; empty if all calls ended
  // What else cannot be: messages that nobody receives, calls that contradict each other.
  std::vector<std::string> problems;

  [[nodiscard]] bool is_complete() const { return stuck.empty() && problems.empty(); }
};

// Returns about how many bytes of memory the simulation of a trace takes. Loops make traces of a
// few bytes stand for more calls than any memory holds. Thread: any.
double memory_needed(const compressed::Trace& trace);

// Thread: any.
Simulation simulate(const compressed::Trace& trace, const Options& options);

// The simulated calls, for an archive. All arguments must outlive the function and what it returns.
compressed::OpenTimedCalls simulated_calls(const compressed::Trace& trace, const Options& options,
                                           const Simulation& simulation);

}  // namespace tarry::simulate
