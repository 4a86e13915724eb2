// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/alltoallv_overlap.h"

#include "analysis/patterns/wait_nxn.h"

namespace tarry::analysis {

void alltoallv_overlap(CollectiveInstance& instance) {
  wait_at_nxn(instance);
  for (CollectiveMember& member : instance.members) {
    member.synchronises = false;
    member.cause = CollectiveMember::kNoMember;
    member.completion = {};
    member.late_cause = false;  // a member may end before one begins that sends it nothing
  }
}

}  // namespace tarry::analysis
