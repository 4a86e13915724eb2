// SPDX-License-Identifier: BSD-3-Clause
// The end of a recording that keeps a compressed trace only.
#pragma once

#include "base/result.h"
#include "cli/command.h"
#include "compressed/fold/fold_options.h"
#include "experiment/experiment.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::cli {

// Makes <experiment>/compressed/trace.tct of what the processes left and removes raw/. Returns what
// the manifest needs to know: `events` are MPI calls.
base::Result<trace::finish::FinishedArchive> finish_compressed_recording(
    const experiment::Experiment& experiment, const compressed::FoldOptions& fold,
    const CommonOptions& common);

// The same if `experiment` is a recording whose `tarry record` did not get that far: what is in
// raw/ is all there is of it.
base::Status finish_compressed_if_needed(const experiment::Experiment& experiment,
                                         const CommonOptions& common);

}  // namespace tarry::cli
