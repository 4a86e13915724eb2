// SPDX-License-Identifier: BSD-3-Clause
// What every wrapper of an MPI function is made of: the exported names, the region of its function,
// and the enter and leave around it.
#pragma once

#include "runtime/core/events.h"
#include "runtime/mpi/calls.h"

// Begins the definition of a wrapper, in namespace tarry::runtime::mpi, which makes no difference
// to a function with C linkage. It is exported as MPI_X for programs and as PMPI_X for the Fortran
// bindings of those MPI libraries that call the latter.
#define TARRY_WRAPPER(result, name, ...)                                                       \
  extern "C" [[gnu::visibility("default")]] result MPI_##name __VA_ARGS__;                     \
  extern "C"                                                                                   \
      [[gnu::alias("MPI_" #name), gnu::visibility("default")]] result PMPI_##name __VA_ARGS__; \
  result MPI_##name __VA_ARGS__

namespace tarry::runtime::mpi {

using core::Entry;
using core::EventTime;

// The number of the function's region; defines it at the first call. Thread: any.
core::RegionNumber region_of(Call call);

// Enter at construction, leave at destruction.
class CallRecord {
 public:
  CallRecord(const Entry& entry, Call call)
      : entry_(entry), region_(region_of(call)), begin_(core::enter_region(entry, region_)) {}
  ~CallRecord() {
    if (ended_)
      core::leave_region_at(entry_, end_, region_);
    else
      core::leave_region(entry_, region_);
  }
  CallRecord(const CallRecord&) = delete;
  CallRecord& operator=(const CallRecord&) = delete;

  // Time of the enter.
  [[nodiscard]] EventTime begin() const { return begin_; }

  // Fixes the time of the leave, for records that share it. To be called right after the real call.
  EventTime end() {
    ended_ = true;
    return end_ = core::now();
  }

 private:
  const Entry& entry_;
  core::RegionNumber region_;
  EventTime begin_;
  EventTime end_;
  bool ended_ = false;
};

}  // namespace tarry::runtime::mpi
