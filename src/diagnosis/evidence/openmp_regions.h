// SPDX-License-Identifier: BSD-3-Clause
// Makes the threads of an OpenMP program comparable. The runtime begins its threads outside of the
// program's code. Their work is therefore on other call paths than the same work of the initial
// thread, and their samples do not tell whether they wait at the end of a parallel region or for
// the next one. The place of the initial thread at that time tells both:
//
//   initial thread   serial | GOMP_parallel > body > work | gomp_team_end | serial
//   another          wait   | start > body > work | wait                  | wait
//   become           P > (parallel_region) > body > work,
//                    P > (parallel_region) > (wait_for_region) before it begins,
//                    P > (parallel_region) > (end_of_region)   before it ends
//
// P is the path from which the initial thread begins the region. Begins and ends of regions that
// samples of the initial thread show are counted as synchronizations of all threads
// (counted_exits.h).
#pragma once

#include "samples/samples.h"

namespace tarry::diagnosis {

// Takes the samples of one process. They stay as they are if other threads than the initial one
// begin regions, if the runtime began no thread, or if the sampler counted calls. Thread: any.
samples::SampleSet with_openmp_regions(samples::SampleSet process);

}  // namespace tarry::diagnosis
