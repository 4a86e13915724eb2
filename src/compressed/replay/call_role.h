// SPDX-License-Identifier: BSD-3-Clause
// How a replay treats an MPI function besides the actions of its calls. Actions say most, but
// neither the mode of a send nor the meaning of calls without actions.
#pragma once

#include <string_view>

namespace tarry::replay {

enum class CallRole {
  Communicates,  // performs its actions; without any, does nothing
  Polls,         // MPI_Test and the like: without actions, lets the MPI library progress
  Computes,      // MPI_Pack, MPI_Comm_rank: without actions, its time counts as computation
  Synchronises,  // makes a communicator or looks for a message: without actions, does nothing
  Starts,        // starts MPI: a replay begins behind it, where all processes are together
  Ends,          // ends MPI, which the tool does itself
  OneSided,      // works on a window: performs its actions; without any, the trace lacks them
  OnFile,        // works on a file, likewise
  Unsupported,   // other programs, neighbors: not in the trace
};

// `function` begins with "MPI_".
CallRole call_role(std::string_view function);

// Returns whether a replay performs the actions of such calls.
constexpr bool is_replayed(CallRole role) {
  return role != CallRole::Starts && role != CallRole::Ends && role != CallRole::Unsupported;
}

// Ready sends become standard ones: a replay cannot promise that the receive is there.
enum class SendMode { Standard, Synchronous, Buffered };
SendMode send_mode(std::string_view function);

}  // namespace tarry::replay
