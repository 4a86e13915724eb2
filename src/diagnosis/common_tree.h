// SPDX-License-Identifier: BSD-3-Clause
// One numbering of call paths for all workers: theirs are merged and put into an order that only
// depends on the call paths themselves, so that nothing later depends on how threads were dealt
// out.
#pragma once

#include "samples/samples.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

// Collective. The samples of this worker with the call paths of all. Control flow of calls that
// nobody sampled stays, without them.
samples::SampleSet with_common_tree(samples::SampleSet own, workers::Transport& transport);

}  // namespace tarry::diagnosis
