// SPDX-License-Identifier: BSD-3-Clause
// What a trace tells about the network that it was recorded on. The shortest calls say most: they
// did not wait.
//
//   overhead   the shortest start of a message, or send of at most 1 KiB
//   latency    the shortest barrier or n-to-n operation of at most 1 KiB is the one of its last
//              member: (its time - overhead) / rounds - overhead
//   bandwidth  the fastest blocking message or allreduce of at least 32 KiB, without what the same
//              would take with no bytes
#pragma once

#include <optional>

#include "compressed/model/trace.h"
#include "compressed/simulate/network.h"

namespace tarry::simulate {

// Nothing where the trace has no such calls.
struct DerivedNetwork {
  std::optional<Nanoseconds> overhead;
  std::optional<Nanoseconds> latency;
  std::optional<double> bandwidth;  // bytes per second
};

// Thread: any.
DerivedNetwork derived_network(const compressed::Trace& trace);

}  // namespace tarry::simulate
