// SPDX-License-Identifier: BSD-3-Clause
// The events of one location of a generated trace, one after the other.
#pragma once

#include "model/event_handler.h"
#include "trace/synthetic/schedule.h"

namespace tarry::trace::synthetic {

// Returns the ticks that the function calls of an iteration take.
std::int64_t calls_ticks(std::uint64_t calls);

// Times from the begin of a pattern at a process to its calls; the expected waits need them, too.
inline constexpr std::int64_t kRingRecv = 9;        // LateSender: MPI_Send first
inline constexpr std::int64_t kSecondSend = 8;      // WrongOrderSame
inline constexpr std::int64_t kHaloFirstSend = 6;   // to the right
inline constexpr std::int64_t kHaloSecondSend = 9;  // to the left
inline constexpr std::int64_t kHaloWaitall = 12;

void deliver_communicating(const Schedule& schedule, std::uint32_t rank,
                           model::EventHandler& handler);

// Delivers the events of a thread that only calls functions.
void deliver_computing(const Schedule& schedule, model::EventHandler& handler);

}  // namespace tarry::trace::synthetic
