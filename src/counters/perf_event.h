// SPDX-License-Identifier: BSD-3-Clause
// Counters of Linux' perf_event_open() for the calling thread. Those of the system count in the
// kernel as well, where that is allowed (kernel.perf_event_paranoid); those of the processor count
// the program alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "counters/catalogue.h"

namespace tarry::counters {

// A descriptor, or the negative errno value. `leader` is the one that is read for all of its group,
// or -1: this one is it. Programs close and reopen low descriptors as
// they like, so that it is a high one, and closed by exec. Thread: any. Signal: safe.
int open_perf_event(const KnownCounter& counter, int leader);

// The whole group counts from now on. Members that were added to a group that counts already would
// join it at the next change of threads only. Thread: the one that opened it. Signal: safe.
bool start_perf_group(int leader);

// Leaves it alone if it is not what was opened: the program may have closed it and got the number
// for a file of its own. Thread: any. Signal: safe.
void close_perf_event(int descriptor);

// The values of `count` counters of a group, in the order of opening. False if they cannot be read
// (any more): the descriptor is not ours, or the processor has no room for the group.
// Thread: the one that opened them. Signal: safe.
bool read_perf_group(int leader, std::uint64_t* values, std::size_t count);

// What `error`, an errno value of open_perf_event(), means and what helps. Cut off if it is longer
// than `size`.
void explain_perf_error(const KnownCounter& counter, int error, char* text, std::size_t size);

}  // namespace tarry::counters
