// SPDX-License-Identifier: BSD-3-Clause
// Functions that a generated program in C may need. Only those that it calls become part of it.
#pragma once

#include <set>
#include <string>

#include "compressed/emit/emitter.h"

namespace tarry::emit {

enum class Helper : std::uint8_t {
  Compute,     // compute(nanoseconds)
  Requests,    // opened(), newest(count)
  Taken,       // take(place), taken()
  None,        // a request that is none
  Persistent,  // prepared(...)
  Communicators,
  Counts,     // arrays of counts and offsets
  WorldRank,  // world_rank(comm, rank)
  Spread,     // a matrix from its row and column sums
  WaitSome,
  WaitAll,  // wait_all(count): with the requests of messages to nobody
  // Of windows and files (c_remote_support.h):
  Accesses,    // opened_access(), take_access(place)
  Windows,     // new_window(bytes), window(place), free_window(place)
  Target,      // target(rank), which may be nobody
  Assertions,  // assertions(mode)
  Groups,      // choose(window, count, ranks)
  Files,       // path(number), new_file(), file(place), close_file(place)
  Views,       // set_view(...)
};

// Returns the texts of the helpers and of those that they need. `computation` decides about
// Helper::Compute, `comms` is the most communicators of a rank.
std::string c_support(const std::set<Helper>& needed, Computation computation, std::int64_t comms);

}  // namespace tarry::emit
