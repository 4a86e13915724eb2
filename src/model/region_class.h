// SPDX-License-Identifier: BSD-3-Clause
// The class that a region's time counts for, and which MPI call it is. Both are found by paradigm,
// then by name, then by role, and the first match counts; names are taken without Fortran case and
// without `_f08*`. Definition: docs/definitions.md, "Time classes".
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/definitions.h"

namespace tarry::model {

// Every region has exactly one class.
enum class RegionClass : std::uint8_t {
#define TARRY_REGION_CLASS(region_class, ...) region_class,
#include "model/region_classes.def"
};
inline constexpr std::size_t kRegionClasses =
    static_cast<std::size_t>(RegionClass::PthreadConditional) + 1;

constexpr bool is_omp_barrier(RegionClass region_class) {
  return region_class == RegionClass::OmpExplicitBarrier ||
         region_class == RegionClass::OmpImplicitBarrier;
}

// Returns whether such a region takes a lock; a condition wait takes its mutex back.
constexpr bool takes_lock(RegionClass region_class) {
  return region_class == RegionClass::OmpCritical || region_class == RegionClass::OmpLockApi ||
         region_class == RegionClass::PthreadLockApi ||
         region_class == RegionClass::PthreadConditional;
}

// Returns the metric that is the exclusive time of this class: comp, mpi_point2point, mpi, ...
MetricId class_metric(RegionClass region_class);

// The MPI calls that patterns and counts tell apart.
enum class MpiCall : std::uint8_t {
  NotMpi,
  Other,
  Init,
  Finalize,
  Send,       // standard, blocking
  Ssend,      // synchronous, blocking
  SendOther,  // buffered, ready, non-blocking, persistent
  Recv,
  Sendrecv,
  Wait,         // one request, also Waitany
  WaitMany,     // Waitall, Waitsome
  Test,         // any Test* or probe, MPI_Request_get_status
  RequestFree,  // a receive record in it may lie before its send
  Pause,        // MEASUREMENT OFF, which holds the calls made meanwhile: as RequestFree
  Put,          // Put, Rput
  Get,          // Get, Rget
  Atomic,
  WinStart,
  WinComplete,
  WinPost,
  WinWait,
  WinTest,
  WinFree,
  FileIndividual,  // counts as individual file operation
  FileIndividualRead,
  FileIndividualWrite,
  FileCollective,  // counts as collective file operation
  FileCollectiveRead,
  FileCollectiveWrite,
};
inline constexpr std::size_t kMpiCalls = static_cast<std::size_t>(MpiCall::FileCollectiveWrite) + 1;

struct RegionKind {
  RegionClass region_class = RegionClass::Computation;
  MpiCall call = MpiCall::NotMpi;
};

// Returns whether a call completes operations without waiting for them, or without a record of it.
constexpr bool never_waits(MpiCall call) {
  return call == MpiCall::Test || call == MpiCall::RequestFree || call == MpiCall::Pause ||
         call == MpiCall::WinTest;
}

RegionKind classify(const Region& region);

}  // namespace tarry::model
