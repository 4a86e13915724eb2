// SPDX-License-Identifier: BSD-3-Clause
// On how many samples a finding rests: those of all ranks in the call where it shows, in its
// phases. A loss that few samples saw may be much smaller or larger than it is said to be: of n
// samples that come by chance, the square root of n.
#pragma once

#include "diagnosis/dealt_shares.h"

namespace tarry::diagnosis {

// Collective: `findings` are those of worker 0, which gets the number of samples of each. After
// Worker::set_phases().
std::vector<std::uint64_t> count_samples(const Worker& worker, const OwnGroups& groups,
                                         const Diagnosis& run, workers::Transport& transport);

}  // namespace tarry::diagnosis
