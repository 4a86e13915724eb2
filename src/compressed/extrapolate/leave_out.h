// SPDX-License-Identifier: BSD-3-Clause
// Makes a trace without some of its calls, and counts what is lost. All levels of lossy
// extrapolation and the repair of messages without a partner leave calls out this way.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compressed/generate/progress.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// What is left out of the calls of one rank.
struct RankCut {
  // True for calls that begin nothing any more; missing ones stay. Requests are completed if and
  // only if their opening stays, so a call that completes others is left.
  std::vector<bool> calls;
  std::vector<ActionPlace> actions;  // single actions, ascending
};

struct RankLoss {
  std::uint32_t rank = 0;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};

// Adds to the loss of the same rank in `ranks`, which are ascending.
void add_rank(const RankLoss& loss, std::vector<RankLoss>& ranks);

// What was left out of the calls at sites that look the same. A call counts if it is gone, or
// begins less. Bytes are those of messages that calls send or receive, and those that a collective
// operation sends.
struct LeftOutCalls {
  std::string call;  // "MPI_Send (heat.c:42)"
  std::uint64_t left_out = 0;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  std::uint64_t all_bytes = 0;
  std::vector<RankLoss> ranks;  // that lost some, ascending
};

std::uint64_t lost_calls(const std::vector<LeftOutCalls>& left_out);

struct FilteredTrace {
  Trace trace;
  std::vector<LeftOutCalls> left_out;  // by call, only those with a loss
  std::uint64_t calls = 0;             // that the trace had
};

// Returns "2 of 5 calls of 2 ranks, which have no partner" as a note for a trace.
std::string lack_note(std::uint64_t lost, std::uint64_t calls, std::uint32_t ranks,
                      std::string_view why);
// Gives a trace that lacks calls the note that says `why`.
void add_note(std::string_view why, FilteredTrace& trace);

// Returns the trace itself if nothing is left out. Otherwise calls have the mean times of their
// event, and the computation before a call that is left out goes before the next one. The caller
// notes why. The error is a trace that cannot be read through. Thread: any.
base::Result<FilteredTrace> leave_out(const Trace& trace,
                                      const std::function<RankCut(std::uint32_t rank)>& cut);

}  // namespace tarry::compressed
