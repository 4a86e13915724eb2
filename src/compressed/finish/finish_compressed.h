// SPDX-License-Identifier: BSD-3-Clause
// The last step of a recording that keeps only a compressed trace: the traces of the processes, in
// <experiment>/raw, become one. Ranks are united in aligned blocks, communicators get the numbers
// that all processes share, and functions get their names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct FinishedCompression {
  Trace trace;
  std::uint32_t processes = 0;       // number of processes that left something
  bool united_by_processes = false;  // the processes united their traces in MPI_Finalize
  std::vector<std::uint32_t> cut;    // ranks that did not end orderly, ascending
  std::string mpi_library;
  std::vector<std::string> hosts;
  std::vector<std::string> notes;  // messages to the user, besides the notes of the trace
};

// Returns true if the recording in `experiment` waits for this step.
bool has_process_traces(const std::filesystem::path& experiment);

// Leaves raw/ unchanged. Returns NotFound if no process left a trace.
base::Result<FinishedCompression> finish_compressed(const std::filesystem::path& experiment,
                                                    const FoldOptions& options, unsigned threads);

}  // namespace tarry::compressed
