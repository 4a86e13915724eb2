// SPDX-License-Identifier: BSD-3-Clause
// The last step of a recording that keeps a compressed trace only: the traces of the processes, in
// <experiment>/raw, become one. Ranks are united in aligned blocks, communicators get the numbers
// of all, functions their names.
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
  std::uint32_t processes = 0;       // that left something
  bool united_by_processes = false;  // in MPI_Finalize
  std::uint32_t incomplete = 0;  // of them, those that did not end orderly: their last calls lack
  std::string mpi_library;
  std::vector<std::string> hosts;
  std::vector<std::string> notes;  // what the user should be told, besides those of the trace
};

// True if the recording in `experiment` waits for this.
bool has_process_traces(const std::filesystem::path& experiment);

// Leaves raw/ as it is. NotFound: no process left a trace.
base::Result<FinishedCompression> finish_compressed(const std::filesystem::path& experiment,
                                                    const FoldOptions& options, unsigned threads);

}  // namespace tarry::compressed
