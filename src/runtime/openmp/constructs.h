// SPDX-License-Identifier: BSD-3-Clause
// The regions of OpenMP constructs: one for each kind and place in the program. OMPT gives the
// place as the return address of the call into the OpenMP runtime, whose file and line are looked
// up after the run. Instrumented sources (hooks.cpp) know file and line.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/core/events.h"

namespace tarry::runtime::openmp {

enum class Construct : std::uint8_t {
  Parallel,
  Loop,
  Sections,
  Single,
  Workshare,
  Distribute,
  Taskloop,
  Scope,
  Masked,
  Barrier,
  ImplicitBarrier,
  Reduction,
  Taskwait,
  Taskgroup,
  Flush,
  Critical,
  CriticalBlock,
  Atomic,
  Ordered,
  OrderedBlock,
  TaskCreate,
  Task,
  SetLock,
  TestLock,
  UnsetLock,
  SetNestLock,
  TestNestLock,
  UnsetNestLock,
  // Distinguished only by instrumented sources.
  Master,
  SingleBlock,
  Section,
};

// Returns the region and defines it at the first use. Functions of the OpenMP library have one for
// all places. Not valid() if this process is not measured. Thread: any. Signal: safe.
core::RegionNumber region_of(Construct construct, const void* address);

// Defines a new region for a place with known file and line. Not valid() if this process is not
// measured. Thread: any. Signal: safe.
core::RegionNumber define_region(Construct construct, std::string_view file, std::uint32_t line);

// Record enter and leave of the calling thread. A leave ends the innermost region of its kind,
// because OMPT gives different addresses for begin and end of a construct. Regions that are still
// open inside it are left with it: LLVM's runtime does not see the end of some constructs that GCC
// compiles. Thread: any.
void enter(Construct construct, const void* address);
void leave(Construct construct);
// Do the same with a time that was read before, see core::record_at().
void enter_at(core::EventTime time, Construct construct, const void* address);
void leave_at(core::EventTime time, Construct construct);
// For callers that see both ends of every construct: this enter never ends another region.
void enter_region_at(core::EventTime time, Construct construct, core::RegionNumber region);

}  // namespace tarry::runtime::openmp
