// SPDX-License-Identifier: BSD-3-Clause
// The regions of OpenMP constructs: one per kind and place in the program. OMPT tells the place by
// the return address of the call into the OpenMP runtime, whose file and line are looked up after
// the run; who instruments sources (runtime/openmp) knows them.
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
  // Only where an instrumenter tells them apart.
  Master,
  SingleBlock,
  Section,
};

// The region, made at the first use. Functions of the OpenMP library have one for all places.
// !valid() if this process is not measured. Thread: any. Signal: safe.
core::RegionNumber region_of(Construct construct, const void* address);

// A new region of a place that is known by file and line. !valid() if this process is not measured.
// Thread: any. Signal: safe.
core::RegionNumber define_region(Construct construct, std::string_view file, std::uint32_t line);

// Enter and leave of the calling thread. What is left is the innermost one of the kind: the
// addresses that OMPT gives for begin and end of a construct are different ones. Whatever is open
// inside is left with it: of some constructs of GCC, LLVM's runtime does not see the end. Thread:
// any.
void enter(Construct construct, const void* address);
void leave(Construct construct);
// The same with a time that has been read before, see core::record_at().
void enter_at(core::EventTime time, Construct construct, const void* address);
void leave_at(core::EventTime time, Construct construct);
// For those who see both ends of every construct: nothing is taken for left by it.
void enter_region_at(core::EventTime time, Construct construct, core::RegionNumber region);

}  // namespace tarry::runtime::openmp
