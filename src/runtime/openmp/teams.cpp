// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/openmp/teams.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "base/hash.h"
#include "runtime/core/arena.h"
#include "runtime/core/call_tree.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"
#include "runtime/stacks/call_stacks.h"

namespace tarry::runtime::openmp {
namespace {

using core::EventTime;
using core::RecordKind;
namespace eventlog = trace::eventlog;

constexpr std::uint32_t kNobody = ~0u;

// A set of threads that has formed a team at least once; never freed.
struct KnownTeam {
  std::uint32_t number;
  std::uint32_t size;
  KnownTeam* next;  // in the same bucket
  std::uint32_t* members;
};
constexpr std::size_t kBuckets = 1024;
// Guarded by core::Process::lock.
constinit KnownTeam* known_teams[kBuckets] = {};
constinit std::uint32_t known_count = 0;
constinit char* text = nullptr;  // buffer for a definition
constinit std::size_t text_capacity = 0;

struct Forks {
  Team* teams = nullptr;
  const KnownTeam* last = nullptr;
};
constinit thread_local Forks forks;

bool is_same(const KnownTeam& known, const Team& team, std::uint32_t size) {
  return known.size == size &&
         std::memcmp(known.members, team.members, size * sizeof team.members[0]) == 0;
}

std::size_t bucket_of(const Team& team, std::uint32_t size) {
  std::uint64_t hash = base::kFnv1aStart;
  for (std::uint32_t i = 0; i < size; ++i) hash = base::fnv1a(hash, team.members[i]);
  return hash % kBuckets;
}

// Returns room for a text, valid until the next call; nullptr if there is none. Caller: in a
// QuietSection.
char* text_of(std::size_t bytes) {
  if (bytes > text_capacity) {
    const std::size_t wanted = std::max(bytes, 2 * text_capacity);
    auto* larger = static_cast<char*>(core::allocate_for_good(wanted));
    if (larger == nullptr) return nullptr;
    text = larger;
    text_capacity = wanted;
  }
  return text;
}

const KnownTeam* define(const Team& team, std::uint32_t size) {
  const core::QuietSection quiet;
  KnownTeam*& bucket = known_teams[bucket_of(team, size)];
  for (const KnownTeam* known = bucket; known != nullptr; known = known->next)
    if (is_same(*known, team, size)) return known;
  constexpr std::uint32_t kMost = 0xFFFFFF;
  constexpr std::size_t kDigits = 11;
  if (known_count == kMost) return nullptr;
  char* const members = text_of(size * kDigits + 1);
  if (members == nullptr) return nullptr;
  auto* made = static_cast<KnownTeam*>(
      core::allocate_for_good(sizeof(KnownTeam) + size * sizeof(std::uint32_t)));
  if (made == nullptr) return nullptr;
  *made = {++known_count, size, bucket, reinterpret_cast<std::uint32_t*>(made + 1)};
  std::memcpy(made->members, team.members, size * sizeof team.members[0]);
  bucket = made;
  std::size_t length = 0;
  for (std::uint32_t i = 0; i < size; ++i)
    length += static_cast<std::size_t>(
        std::snprintf(members + length, kDigits + 1, i == 0 ? "%u" : ",%u", made->members[i]));
  core::DefinitionLine("team").number(made->number).text(members, length);
  return made;
}

// Returns 0 if some member is unknown.
std::uint32_t number_of(const Team& team) {
  const std::uint32_t size = team.size.load(std::memory_order_acquire);
  if (size == 0 || size > team.capacity) return 0;
  if (forks.last != nullptr && is_same(*forks.last, team, size)) return forks.last->number;
  if (std::find(team.members, team.members + size, kNobody) != team.members + size) return 0;
  const KnownTeam* known = define(team, size);
  if (known == nullptr) return 0;
  forks.last = known;
  return known->number;
}

Team* new_team() {
  const core::QuietSection quiet;
  void* memory = core::allocate_for_good(sizeof(Team));
  if (memory == nullptr) return nullptr;
  Team* team = new (memory) Team;
  team->next = forks.teams;
  forks.teams = team;
  return team;
}

bool make_room(Team& team, std::uint32_t capacity) {
  if (capacity <= team.capacity) return true;
  capacity = std::max(capacity, 2 * team.capacity);
  const core::QuietSection quiet;
  void* members = core::allocate_for_good(capacity * sizeof(std::uint32_t));
  if (members == nullptr) return false;
  team.members = static_cast<std::uint32_t*>(members);
  team.capacity = capacity;
  return true;
}

// Returns an unused team, or a new one.
Team* free_team(std::uint32_t capacity) {
  Team* team = forks.teams;
  while (team != nullptr && team->users.load(std::memory_order_acquire) != 0) team = team->next;
  if (team == nullptr) team = new_team();
  return team != nullptr && make_room(*team, capacity) ? team : nullptr;
}

std::uint32_t own_log() {
  const eventlog::LogHeader* header = core::this_thread.log.header();
  return header != nullptr ? header->thread : kNobody;
}

}  // namespace

Team* fork_team(const void* address, std::uint32_t requested) {
  if (core::paused()) return nullptr;
  stacks::at_fork(core::now());
  core::record_now(RecordKind::ThreadFork, requested);
  const std::uint32_t log = own_log();
  if (!core::recording() || log == kNobody) return nullptr;
  const std::uint64_t count = ++core::this_thread.forks;
  Team* team = free_team(std::max(requested, 1u));
  if (team == nullptr) return nullptr;
  team->fork = eventlog::thread_and_count(log, count);
  team->place = core::place_of_fork();
  team->address = address;
  team->forked_by = log;
  team->join_ticks.store(0, std::memory_order_relaxed);
  team->size.store(0, std::memory_order_relaxed);
  std::fill(team->members, team->members + team->capacity, kNobody);
  team->users.store(1, std::memory_order_release);
  core::this_thread.is_forking = true;
  return team;
}

void join_team(Team& team) {
  core::this_thread.is_forking = false;
  const EventTime time = core::now();
  team.join_ticks.store(time.ticks, std::memory_order_release);
  core::record_at(RecordKind::ThreadJoin, time,
                  eventlog::fork_and_team(eventlog::count_of(team.fork), number_of(team)));
  stacks::after_call(time);
  team.users.fetch_sub(1, std::memory_order_release);
}

void begin_member(Team& team, std::uint32_t index, std::uint32_t size) {
  core::this_thread.is_forking = false;
  team.users.fetch_add(1, std::memory_order_relaxed);
  if (team.place != 0 && own_log() != team.forked_by)
    core::record_now(RecordKind::TeamPlace, team.place);
  core::record_now(RecordKind::TeamBegin, team.fork);
  if (index < team.capacity) team.members[index] = own_log();
  team.size.store(size, std::memory_order_release);
}

void end_member(Team& team) {
  core::record_at(RecordKind::TeamEnd, time_in(team), team.fork);
  team.users.fetch_sub(1, std::memory_order_release);
}

EventTime time_in(const Team& team) {
  EventTime time = core::now();
  const std::uint64_t join = team.join_ticks.load(std::memory_order_acquire);
  if (join != 0) time.ticks = std::min(time.ticks, join);
  return time;
}

}  // namespace tarry::runtime::openmp
