// SPDX-License-Identifier: BSD-3-Clause
// The number of samples that a finding rests on: those of all ranks in the call where it shows, in
// its phases. A loss seen in few samples may be much smaller or larger than reported: n random
// samples have an error of the square root of n.
#pragma once

#include "diagnosis/dealt_shares.h"

namespace tarry::diagnosis {

// Collective; to be called after Worker::set_phases(). `run.findings` are those of worker 0, which
// gets the number of samples of each.
std::vector<std::uint64_t> count_samples(const Worker& worker, const OwnGroups& groups,
                                         const Diagnosis& run, workers::Transport& transport);

}  // namespace tarry::diagnosis
