// SPDX-License-Identifier: BSD-3-Clause
// One numbering of call paths for all workers. Their trees are merged and put into an order that
// depends only on the call paths themselves, so that no later step depends on how threads were
// dealt to workers.
#pragma once

#include "samples/samples.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

// Collective: returns the samples of this worker with the call paths of all workers. Control flow
// keeps only calls that somebody sampled.
samples::SampleSet with_common_tree(samples::SampleSet own, workers::Transport& transport);

}  // namespace tarry::diagnosis
