// SPDX-License-Identifier: BSD-3-Clause
// The metrics that the time of a sampled call path counts as. They are those of traces, so that
// reports of samples and of traces can be compared.
#pragma once

#include <vector>

#include "model/ids.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// Returns by call path the ids in model::all_metrics(). The outermost call of MPI or of POSIX
// threads decides; without one, whether an OpenMP runtime waits there (openmp_frames.h,
// openmp_regions.h). The code of a parallel region is not part of the runtime. Tarry's own work is
// `overhead` everywhere. All other time is `comp`.
// Definition: docs/definitions.md, "Time classes". Thread: any.
std::vector<model::MetricId> time_metrics(const samples::CallingContextTree& paths);

// Returns by call path whether a thread waits there outside of MPI: for locks, conditions, other
// threads, or for work in an OpenMP runtime. Thread: any.
std::vector<bool> thread_waits(const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis
