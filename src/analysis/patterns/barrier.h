// SPDX-License-Identifier: BSD-3-Clause
// Wait at Barrier and Barrier Completion; the same split serves MPI_Init and MPI_Finalize.
// Definition: docs/definitions.md, "Start, end and barriers".
//
//   member  ──█wait····|work|completion█──   wait until the last member begins; completion after
//                      ^last begin ^first end  the first member has ended
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void wait_at_barrier(CollectiveInstance& instance);

}  // namespace tarry::analysis
