// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/entry.h"

#include "runtime/core/record.h"

namespace tarry::runtime::core {

void close_abandoned_call() {
  const std::uint32_t region = this_thread.mpi_region;
  if (region == ThreadState::kNoRegion) return;
  this_thread.mpi_region = ThreadState::kNoRegion;
  record_now(RecordKind::RegionLeave, region);
}

void look_for_border() {
  if (is_at_border(now())) pass_border();
}

}  // namespace tarry::runtime::core
