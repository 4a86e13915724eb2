// SPDX-License-Identifier: BSD-3-Clause
// Puts the threads of an OpenMP program side by side. The runtime begins its threads where the
// program knows nothing of them, so what they work on is on other call paths than the same work
// of the initial thread, and whether they wait at the end of a parallel region or for the next one
// is not to be seen in them. Both follow from where the initial thread is at that time:
//
//   initial thread   serial | GOMP_parallel > body > work | gomp_team_end | serial
//   another          wait   | start > body > work | wait                  | wait
//   become           P > (parallel_region) > body > work,
//                    P > (parallel_region) > (wait_for_region) before it begins,
//                    P > (parallel_region) > (end_of_region)   before it ends
//
// P is the path from which the initial thread begins the region. Begins and ends are counted as
// synchronisations of all threads (counted_exits.h), those that samples of the initial thread show.
#pragma once

#include "samples/samples.h"

namespace tarry::diagnosis {

// The samples of one process. Nothing changes if threads besides the initial one begin regions, if
// no thread was begun by the runtime, or if the sampler counted calls. Thread: any.
samples::SampleSet with_openmp_regions(samples::SampleSet process);

}  // namespace tarry::diagnosis
