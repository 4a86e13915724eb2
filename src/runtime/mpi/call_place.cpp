// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/call_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "trace/recording/mpi_library.h"

namespace tarry::runtime::mpi {
namespace {

using Address = std::uintptr_t;

// How far above the wrapper's frame the return address into the program lies; never 0.
using Distance = std::intptr_t;
constexpr Distance kNotKnown = 0;
constexpr Distance kIsOfProgram = -1;  // the caller itself
constexpr Distance kVaries = -2;       // to be found each time
constexpr Distance kNowhere = -3;      // not to be found

bool is_of_mpi(Address address) {
  Dl_info object{};
  return dladdr(reinterpret_cast<void*>(address), &object) != 0 && object.dli_fname != nullptr &&
         trace::recording::is_mpi_library(object.dli_fname);
}

// The frames from the caller of a wrapper up to the program.
struct Walk {
  Address caller = 0;
  bool is_in_binding = false;
  bool varies = false;
  Address frame_pointer = 0;  // of the binding
  Address found_at = 0;       // the return address into the program; 0: not found
};

#if defined(__x86_64__)

constexpr int kFramePointer = 6;

// The stack pointer here is what it is after the inner function's return: the return address lies
// below it. An inner function that finds its caller's frame by a frame pointer may have a frame of
// any size.
_Unwind_Reason_Code look_at_frame(_Unwind_Context* frame, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  const Address address = _Unwind_GetIP(frame);
  if (!walk.is_in_binding && address != walk.caller) return _URC_NO_REASON;  // our own
  const Address stack = _Unwind_GetCFA(frame);
  if (walk.is_in_binding && stack == walk.frame_pointer + 2 * sizeof(Address)) walk.varies = true;
  if (is_of_mpi(address)) {
    walk.is_in_binding = true;
    walk.frame_pointer = _Unwind_GetGR(frame, kFramePointer);
    return _URC_NO_REASON;
  }
  const Address at = stack - sizeof(Address);
  if (*reinterpret_cast<const Address*>(at) == address) walk.found_at = at;
  return _URC_NORMAL_STOP;
}

void unwind(Walk& walk) { _Unwind_Backtrace(look_at_frame, &walk); }

#else

void unwind(Walk&) {}  // return addresses need not be on the stack

#endif

Distance find(Address caller, Address frame) {
  if (!is_of_mpi(caller)) return kIsOfProgram;
  Walk walk{.caller = caller};
  unwind(walk);
  if (walk.found_at <= frame) return kNowhere;
  return walk.varies ? kVaries : static_cast<Distance>(walk.found_at - frame);
}

// Distances by caller. What finds no room is looked for each time.
struct Known {
  std::atomic<Address> caller;
  std::atomic<Distance> distance;
};
constexpr std::size_t kKnownBits = 12;
constexpr std::size_t kMostProbes = 16;
constinit Known known[std::size_t{1} << kKnownBits] = {};

Known* known_of(Address caller) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  std::size_t at = (caller * kMultiplier) >> (64 - kKnownBits);
  for (std::size_t probe = 0; probe < kMostProbes; ++probe, at = (at + 1) % std::size(known)) {
    Address there = known[at].caller.load(std::memory_order_relaxed);
    if (there == 0 && known[at].caller.compare_exchange_strong(there, caller)) return &known[at];
    if (there == caller) return &known[at];
  }
  return nullptr;
}

Distance distance_of(Address caller, Address frame) {
  Known* const place = known_of(caller);
  if (place == nullptr) return find(caller, frame);
  Distance distance = place->distance.load(std::memory_order_relaxed);
  if (distance == kNotKnown) [[unlikely]] {
    distance = find(caller, frame);
    place->distance.store(distance, std::memory_order_relaxed);
  }
  return distance;
}

}  // namespace

const void* place_of_call(const core::Entry& entry) {
  const auto caller = reinterpret_cast<Address>(entry.caller());
  const auto frame = reinterpret_cast<Address>(entry.frame());
  const Distance distance = distance_of(caller, frame);
  if (distance == kIsOfProgram || distance == kNowhere) return entry.caller();
  Address at = frame + static_cast<Address>(distance);
  if (distance == kVaries) {
    Walk walk{.caller = caller};
    unwind(walk);
    if (walk.found_at == 0) return entry.caller();
    at = walk.found_at;
  }
  return *reinterpret_cast<void* const*>(at);
}

}  // namespace tarry::runtime::mpi
