// SPDX-License-Identifier: BSD-3-Clause
// Enter and leave of our own work between the program's events, where it takes longer than a record
// does: it is then not taken for the program's.
#pragma once

#include "runtime/core/events.h"

namespace tarry::runtime::mpi {

// Enter at construction, leave at destruction.
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
