// SPDX-License-Identifier: BSD-3-Clause
// Counters of Linux' perf_event_open() for the calling thread. Counters of the system also count in
// the kernel, where that is allowed (kernel.perf_event_paranoid); counters of the processor count
// only the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "counters/catalogue.h"

namespace tarry::counters {

// Returns a descriptor, or the negative errno value. `leader` is the descriptor by which the whole
// group is read, or -1 if this counter is the leader. The descriptor is a high one, because
// programs close and reopen low ones as they like, and it is closed by exec. Thread: any. Signal:
// safe.
int open_perf_event(const KnownCounter& counter, int leader);

// The whole group counts from now on. A member that is added to a group which counts already would
// join it only at the next change of threads. Thread: the one that opened it. Signal: safe.
bool start_perf_group(int leader);

// Closes the descriptor if it is still the counter: the program may have closed it and got the
// number for a file of its own. Thread: any. Signal: safe.
void close_perf_event(int descriptor);

// Reads the values of `count` counters of a group, in the order of opening. Returns false if they
// cannot be read (any more): the descriptor is not ours, or the processor has no room for the
// group. Thread: the one that opened them. Signal: safe.
bool read_perf_group(int leader, std::uint64_t* values, std::size_t count);

// Writes what `error`, an errno value of open_perf_event(), means and what helps. The text is cut
// off at `size`.
void explain_perf_error(const KnownCounter& counter, int error, char* text, std::size_t size);

}  // namespace tarry::counters
