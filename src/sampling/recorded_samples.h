// SPDX-License-Identifier: BSD-3-Clause
// The samples of an experiment as diagnoses need them: all threads, one tree of call paths, with
// names, and functions that the compiler has inlined as frames of their own.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "sampling/samples.h"

namespace tarry::sampling {

// Looks up the names if that has not been done (sample_names.h). Without `flows`: they come from
// the programs. NotFound if there are no samples. Thread: any.
base::Result<SampleSet> read_recorded_samples(const std::filesystem::path& experiment);

}  // namespace tarry::sampling
