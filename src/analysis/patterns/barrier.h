// SPDX-License-Identifier: BSD-3-Clause
// Wait at Barrier and Barrier Completion; the same split serves MPI_Init and MPI_Finalize. Source:
// definitions 1.2; trace-patterns 2.5.
//
//   member  ──█wait····|work|completion█──   wait until the last member begins; completion after
//   the
//                      ^last begin ^first end  first member has ended
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void wait_at_barrier(CollectiveInstance& instance);

}  // namespace tarry::analysis
