// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/pthread/threads.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

#include "runtime/core/claimed_slot.h"
#include "runtime/core/process.h"
#include "runtime/core/thread_log.h"

namespace tarry::runtime::pthread {
namespace {

constinit std::atomic<std::uint32_t> count{0};

// Places for threads that are created and do not run yet. With them, creating a thread does not use
// the heap before the program does.
struct Place {
  std::atomic<bool> taken{false};
  Beginning beginning;
};
constexpr std::size_t kPlaces = 1024;
constinit Place places[kPlaces];
constinit std::atomic<std::size_t> next_place{0};

bool is_place(const Beginning* beginning) {
  const auto* begin = reinterpret_cast<const char*>(places);
  const auto* at = reinterpret_cast<const char*>(beginning);
  return at >= begin && at < begin + sizeof places;
}

// A thread that has ended keeps its place, because its id is used again.
struct Numbered {
  std::atomic<std::uint64_t> thread{0};
  std::atomic<std::uint32_t> number{0};
};
constexpr std::size_t kFarthest = 64;  // from the right slot; other threads have no number
constinit Numbered numbered[std::size_t{1} << 12];

Numbered* find(pthread_t thread, bool make) {
  return core::find_slot<&Numbered::thread>(numbered, static_cast<std::uint64_t>(thread), kFarthest,
                                            make);
}

}  // namespace

Beginning* keep(const Beginning& beginning) {
  for (std::size_t i = 0; i < kPlaces; ++i) {
    Place& place = places[next_place.fetch_add(1, std::memory_order_relaxed) % kPlaces];
    if (place.taken.exchange(true, std::memory_order_acquire)) continue;
    place.beginning = beginning;
    return &place.beginning;
  }
  auto* made = static_cast<Beginning*>(std::malloc(sizeof(Beginning)));
  if (made != nullptr) *made = beginning;
  return made;
}

void forget(Beginning* beginning) {
  if (!is_place(beginning)) return std::free(beginning);
  for (Place& place : places)
    if (&place.beginning == beginning) place.taken.store(false, std::memory_order_release);
}

namespace {

// Returns what the program wants the calling thread to do.
Beginning begin(void* data) {
  auto* kept = static_cast<Beginning*>(data);
  const Beginning beginning = *kept;
  forget(kept);
  if (beginning.number == 0) {
    core::this_thread.is_foreign = true;
  } else {
    set_number(pthread_self(), beginning.number);
    core::begin_created_thread(core::this_thread, beginning.number);
  }
  return beginning;
}

}  // namespace

void* begin_thread(void* data) {
  const Beginning beginning = begin(data);
  return beginning.routine(beginning.argument);
}

int begin_c11_thread(void* data) {
  const Beginning beginning = begin(data);
  return beginning.c11_routine(beginning.argument);
}

std::uint32_t next_number() { return count.fetch_add(1, std::memory_order_relaxed) + 1; }

void set_number(pthread_t thread, std::uint32_t number) {
  Numbered* slot = find(thread, true);
  if (slot == nullptr) return;
  std::uint32_t there = slot->number.load(std::memory_order_relaxed);
  while (there < number && !slot->number.compare_exchange_weak(there, number)) {
  }
}

std::uint32_t number_of(pthread_t thread) {
  const Numbered* slot = find(thread, false);
  return slot == nullptr ? 0 : slot->number.load(std::memory_order_relaxed);
}

}  // namespace tarry::runtime::pthread
