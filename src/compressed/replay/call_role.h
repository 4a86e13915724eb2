// SPDX-License-Identifier: BSD-3-Clause
// What a replay makes of an MPI function besides the actions that its calls have: most of it lies
// in the actions, but not how a send is sent, nor what calls without actions are.
#pragma once

#include <string_view>

namespace tarry::replay {

enum class CallRole {
  Communicates,  // what its actions say; without any, nothing
  Polls,         // MPI_Test and the like: without actions, the MPI library gets a chance to work
  Computes,      // MPI_Pack, MPI_Comm_rank: without actions, its time is computation
  Synchronises,  // makes a communicator or looks for a message: without actions, nothing
  Starts,        // starts MPI: a replay begins behind it, where all processes are together
  Ends,          // ends MPI, which is the tool's own affair
  Unsupported,   // one-sided, files, other programs, neighbours: not in the trace
};

// `function` with its "MPI_".
CallRole call_role(std::string_view function);

// Whether a replay looks at the actions of such calls.
constexpr bool is_replayed(CallRole role) {
  return role != CallRole::Starts && role != CallRole::Ends && role != CallRole::Unsupported;
}

// Ready sends are standard ones here: whether the receive is there is not for a replay to promise.
enum class SendMode { Standard, Synchronous, Buffered };
SendMode send_mode(std::string_view function);

}  // namespace tarry::replay
