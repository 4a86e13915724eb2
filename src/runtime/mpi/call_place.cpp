// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/call_place.h"

#include <dlfcn.h>
#include <unwind.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/core/claimed_slot.h"
#include "trace/eventlog/mpi_library.h"

namespace tarry::runtime::mpi {
namespace {

using Address = std::uintptr_t;

// The size of the frame that a return address belongs to; never 0.
using Size = std::intptr_t;
constexpr Size kNotKnown = 0;
constexpr Size kIsOfProgram = -1;  // the frame does not belong to MPI
constexpr Size kVaries = -2;       // the size must be found each time
constexpr Size kNowhere = -3;      // the size cannot be found

// Bindings have up to three functions in front of the function in C.
constexpr int kMostFrames = 8;

bool is_of_mpi(Address address) {
  Dl_info object{};
  return dladdr(reinterpret_cast<void*>(address), &object) != 0 && object.dli_fname != nullptr &&
         trace::eventlog::is_mpi_library(object.dli_fname);
}

// A frame is known by the stack pointer at the moment when the function that it has called returns.
struct Walk {
  Address wanted = 0;
  bool is_found = false;
  Address frame_pointer = 0;  // the frame pointer in the wanted frame
  Address next = 0;           // the frame further up, known in the same way; 0: not found
};

#if defined(__x86_64__)

constexpr int kFramePointer = 6;

_Unwind_Reason_Code look_at_frame(_Unwind_Context* frame, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  const Address stack = _Unwind_GetCFA(frame);
  if (!walk.is_found) {
    walk.is_found = stack == walk.wanted;
    walk.frame_pointer = _Unwind_GetGR(frame, kFramePointer);
    return stack > walk.wanted ? _URC_NORMAL_STOP : _URC_NO_REASON;
  }
  // The return address lies below it, except for frames of signals.
  const auto* const below = reinterpret_cast<const Address*>(stack) - 1;
  if (stack > walk.wanted && *below == _Unwind_GetIP(frame)) walk.next = stack;
  return _URC_NORMAL_STOP;
}

void unwind(Walk& walk) { _Unwind_Backtrace(look_at_frame, &walk); }

#else

void unwind(Walk&) {}  // return addresses need not be on the stack

#endif

Address frame_above(Address frame) {
  Walk walk{.wanted = frame};
  unwind(walk);
  return walk.next;
}

Size size_of(Address frame, Address address) {
  if (!is_of_mpi(address)) return kIsOfProgram;
  Walk walk{.wanted = frame};
  unwind(walk);
  if (walk.next == 0) return kNowhere;
  // A function that finds its frame by a frame pointer may have a frame of any size.
  if (walk.next == walk.frame_pointer + 2 * sizeof(Address)) return kVaries;
  return static_cast<Size>(walk.next - frame);
}

// The sizes by return address. A size that finds no room here is looked for each time.
struct Known {
  std::atomic<Address> address;
  std::atomic<Size> size;
};
constexpr std::size_t kMostProbes = 16;
constinit Known known[std::size_t{1} << 12] = {};

Size known_size_of(Address frame, Address address) {
  Known* const place = core::find_slot<&Known::address>(known, address, kMostProbes);
  if (place == nullptr) return size_of(frame, address);
  Size size = place->size.load(std::memory_order_relaxed);
  if (size == kNotKnown) [[unlikely]] {
    size = size_of(frame, address);
    place->size.store(size, std::memory_order_relaxed);
  }
  return size;
}

}  // namespace

const void* place_of_call(const core::Entry& entry) {
  auto address = reinterpret_cast<Address>(entry.caller());
  auto frame = reinterpret_cast<Address>(entry.frame());
  for (int depth = 0; depth < kMostFrames; ++depth) {
    const Size size = known_size_of(frame, address);
    if (size == kIsOfProgram) return reinterpret_cast<const void*>(address);
    if (size == kNowhere) break;
    frame = size == kVaries ? frame_above(frame) : frame + static_cast<Address>(size);
    if (frame == 0) break;
    address = reinterpret_cast<const Address*>(frame)[-1];
  }
  return nullptr;
}

}  // namespace tarry::runtime::mpi
