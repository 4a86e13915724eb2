// SPDX-License-Identifier: BSD-3-Clause
// Sampling of one process. It begins with the library, which is loaded into every program that is
// started below `tarry record --sample`, and ends with the process. Threads take part from their
// begin to their end. The library shares no state with the one that records events
// (runtime/core/beside_samples.h).
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct Sampler;

// The sampler of the calling thread; nullptr if no samples are taken of it.
extern constinit thread_local Sampler* this_sampler;

// Returns the signal that timers send; 0 if this process is not sampled. Thread: any. Signal: safe.
int sample_signal();

// Returns the nanoseconds since the begin. Thread: any. Signal: safe.
std::uint64_t sample_time_ns();

// Returns whether samples are being taken in this process. Thread: any. Signal: safe.
bool is_sampling();

// Called by a new thread on itself, and at its very end.
void begin_thread();
void end_thread();

// Ends sampling in this process and tells the user the reason. After this there are no timers, and
// no signals for the calling thread. Thread: any. Signal: safe.
void stop_sampling(const char* reason);

// Blocks the signal for the calling thread. Returns false and does nothing if no samples are taken
// any more. Keeps errno. Thread: any. Signal: safe.
bool block_samples();
// Call it after a block_samples() that returned true.
void unblock_samples();

}  // namespace tarry::runtime::sampling
