// SPDX-License-Identifier: BSD-3-Clause
// Deals samples in memory to several workers, which diagnose them.
#pragma once

#include "diagnosis/diagnosis.h"

namespace tarry::testing {

// Returns the samples as each of so many workers would read them: ranks in turn, and only the call
// paths of its own threads, numbered in the order in which they occur.
std::vector<samples::SampleSet> dealt(const samples::SampleSet& samples, std::size_t workers);

// Returns the diagnosis that so many workers, each a thread, make of the samples.
base::Result<diagnosis::Diagnosis> diagnosed(const samples::SampleSet& samples, std::size_t workers,
                                             const diagnosis::Wanted& wanted = {});

}  // namespace tarry::testing
