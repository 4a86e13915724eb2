// SPDX-License-Identifier: BSD-3-Clause
// Sampling of one process: begins with the library, which is loaded into whatever is started below
// `tarry record --sample`, and ends with the process. Threads take part from their begin to their
// end. A library of its own, with no state shared with the one that records events
// (runtime/core/beside_samples.h).
#pragma once

#include <cstdint>

namespace tarry::runtime::sampling {

struct Sampler;

// Of the calling thread; nullptr if no samples are taken of it.
extern constinit thread_local Sampler* this_sampler;

// The signal by which timers tell; 0 if this process is not sampled. Thread: any. Signal: safe.
int sample_signal();

// Nanoseconds since the begin. Thread: any. Signal: safe.
std::uint64_t sample_time_ns();

// Whether samples are being taken in this process. Thread: any. Signal: safe.
bool is_sampling();

// For a new thread, on itself, and at its very end.
void begin_thread();
void end_thread();

// No more samples in this process, for a reason that the user is told. Timers are gone after this,
// and signals of the calling thread's. Thread: any. Signal: safe.
void stop_sampling(const char* reason);

// Blocks the signal for the calling thread; false, and nothing is done, if no samples are taken any
// more. Keeps errno. Thread: any. Signal: safe.
bool block_samples();
// After a block_samples() that was true.
void unblock_samples();

}  // namespace tarry::runtime::sampling
