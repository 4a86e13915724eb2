// SPDX-License-Identifier: BSD-3-Clause
// Runs the calls of all ranks against each other without time: who can go on when, which message a
// receive gets, which calls make one collective operation. It finds calls that wait for each other.
//
// A receive from any source is given a message only when no rank can go on otherwise. Then all
// messages that it may get have been sent, as far as the order of the choices made so far allows;
// the first is taken, and another one if the run ends with ranks that wait for each other.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, sections 4.3 and 4.4 (algorithms 2 and 3,
// with messages matched by source, communicator and tag in the order in which they are sent). That
// receives wait until nothing else can go on, and that other choices are tried, is our completion.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct ProgressOptions {
  // Sends of at most this many bytes end without a receive.
  std::uint64_t eager_bytes = std::numeric_limits<std::uint64_t>::max();
  // Receives get the messages that they got when the trace was recorded. If false, only what they
  // ask for counts.
  bool use_recorded = true;
  // Number of runs with other choices before it is given up.
  std::uint32_t most_runs = 1000;
};

// A rank that cannot go on, and one of the ranks that it waits for.
struct WaitingRank {
  std::uint32_t rank = 0;
  std::string function;
  std::uint64_t call = 0;  // counted from 0
  std::uint32_t waits_for = 0;
  std::string reason;  // "a message from rank 1 with tag 5"
};

// What a receive got, in the order in which a rank's receives were posted.
struct MatchedSource {
  std::int64_t peer = 0;  // relative, as Parameter::Peer
  std::int64_t tag = 0;
  std::int64_t bytes = 0;
};

// A collective operation that ranks of different call sites make together.
struct SharedOperation {
  std::uint64_t call = 0;  // of the rank, counted from 0
  SiteId site;             // the lowest call site of its members
};

// An action of a rank: the number of its call and its place in the call, both counted from 0.
struct ActionPlace {
  std::uint64_t call = 0;
  std::uint32_t action = 0;
  friend auto operator<=>(const ActionPlace&, const ActionPlace&) = default;
};

struct Progress {
  // Ranks that wait for each other, each for the next one and the last for the first; or one chain
  // of ranks to one that has ended. Empty if all ranks came to their end.
  std::vector<WaitingRank> stuck;
  bool is_cycle = false;
  // Set if some run with other choices came to no end though the last one did: who waited then.
  std::vector<WaitingRank> hazard;
  std::uint32_t runs = 1;
  std::vector<std::vector<MatchedSource>> matched;  // by rank; all posted receives
  std::vector<std::vector<SharedOperation>> moved;  // by rank; calls whose site is not the lowest
  // Messages without a receive when all ranks had ended.
  std::uint64_t unreceived = 0;
  // Messages that are larger than what their receive asks for, where that is known.
  std::uint64_t too_large = 0;
  // By rank, ascending: what a repair leaves out. The completions of its requests go with it.
  std::vector<std::vector<ActionPlace>> dropped;
};

// The error is a trace that cannot be read through, or collective calls that do not fit together;
// it says which ranks and calls. Time is linear in the calls of all ranks for each run, and in the
// messages that wait at one rank. Thread: any.
base::Result<Progress> run_calls(const Trace& trace, const ProgressOptions& options = {});

// Finds what must be left out so that all ranks come to their end and all messages are received: a
// receive or collective operation that waits for a rank which has ended; if ranks wait for each
// other, a receive of theirs; sends without a receive, or with one that is too small. Sends end
// without a receive. Receives from any source get what they ask for, not what was recorded. The
// error is as above. Thread: any.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.4, which names the problem
// and proposes to make the missing partners up instead.
base::Result<Progress> repair_calls(const Trace& trace);

// Returns "rank 0 in MPI_Recv (call 3) waits for a message from rank 1 with tag 5; rank 1 ...".
std::string text_of(const std::vector<WaitingRank>& stuck);

}  // namespace tarry::compressed
