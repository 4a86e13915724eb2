// SPDX-License-Identifier: BSD-3-Clause
// What the time of a sampled call path counts as: the same metrics as of a trace, so that reports
// of samples and of traces can be compared.
#pragma once

#include <vector>

#include "model/ids.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// By call path, positions in model::all_metrics(). The outermost call of MPI or of POSIX threads
// decides, else whether an OpenMP runtime waits there (openmp_frames.h, openmp_regions.h): the code
// of a parallel region is not within it. Tarry's own work is `overhead` wherever it is. What is
// outside of all of them is `comp`. Definition: docs/definitions.md, "Time classes". Thread: any.
std::vector<model::MetricId> time_metrics(const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis
