// SPDX-License-Identifier: BSD-3-Clause
// What happens to samples after the run: their files are cut to what is used, their names are
// looked up, and a few lines say what they have cost and where the time went.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/sampling_cost.h"
#include "samples/sample_names.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::cli {

struct FinishedSamples {
  trace::finish::FinishedArchive archive;  // its `events` are samples
  experiment::SamplingCost cost;
};

// The samples in `experiment`, with names. Files of processes that still run stay as they are.
base::Result<FinishedSamples> finish_samples(const std::filesystem::path& experiment,
                                             samples::NamedCode wanted);

// Says on stderr what they have cost.
void say_sampling_cost(const experiment::SamplingCost& cost, const CommonOptions& common);

// Says on stderr in which functions the threads were most of the time.
base::Status say_sampled_functions(const std::filesystem::path& experiment,
                                   const CommonOptions& common);

}  // namespace tarry::cli
