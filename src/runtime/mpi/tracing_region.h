// SPDX-License-Identifier: BSD-3-Clause
// The enter and leave of our own work between the events of the program, if it takes longer than a
// record does: its time then does not count as the program's.
#pragma once

#include "runtime/core/events.h"

namespace tarry::runtime::mpi {

// The region is entered at construction and left at destruction.
class TracingRegion {
 public:
  explicit TracingRegion(const core::Entry& entry);
  ~TracingRegion();
  TracingRegion(const TracingRegion&) = delete;
  TracingRegion& operator=(const TracingRegion&) = delete;

 private:
  const core::Entry& entry_;
  core::RegionNumber region_;
};

}  // namespace tarry::runtime::mpi
