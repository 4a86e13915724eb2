// SPDX-License-Identifier: BSD-3-Clause
// Teams of threads while they run. The members are known only when all have begun; at the join, the
// forking thread finds the number of the team with these members.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/clock.h"

namespace tarry::runtime::openmp {

struct Team {
  std::uint64_t fork = 0;         // trace::eventlog::thread_and_count() of the forking thread
  std::uint64_t place = 0;        // core::place_of_fork()
  const void* address = nullptr;  // place of the parallel construct
  std::uint32_t forked_by = 0;    // log of the forking thread
  std::atomic<std::uint64_t> join_ticks{0};  // 0: not joined
  std::atomic<std::uint32_t> users{0};       // the forking thread until the join; members until
                                             // they end, which may be long after the join
  std::atomic<std::uint32_t> size{0};
  std::uint32_t capacity = 0;
  std::uint32_t* members = nullptr;  // logs by thread number in the team
  Team* next = nullptr;              // next team of the same forking thread
};

// Records the fork. Returns nullptr if events are not recorded now. Thread: any.
Team* fork_team(const void* address, std::uint32_t requested);
// Records the join and the number of the team. Thread: that of the fork.
void join_team(Team& team);

// Records the begin of the calling thread's part. `index`: its number in the team.
void begin_member(Team& team, std::uint32_t index, std::uint32_t size);
// Records the end. The OpenMP runtime reports the end of pooled threads only when it needs them
// again.
void end_member(Team& team);

// Returns the present, but at most the time of the join, for events that are reported too late.
core::EventTime time_in(const Team& team);

}  // namespace tarry::runtime::openmp
