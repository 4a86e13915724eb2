// SPDX-License-Identifier: BSD-3-Clause
// Samples in memory, dealt out to several workers and diagnosed by them.
#pragma once

#include "diagnosis/diagnosis.h"

namespace tarry::testing {

// The samples as each of so many workers would read them: ranks in turn, and only the call paths
// that its own threads have, numbered in the order in which they come.
std::vector<samples::SampleSet> dealt(const samples::SampleSet& samples, std::size_t workers);

// What so many workers, each a thread, make of the samples.
base::Result<diagnosis::Diagnosis> diagnosed(const samples::SampleSet& samples, std::size_t workers,
                                             const diagnosis::Wanted& wanted = {});

}  // namespace tarry::testing
