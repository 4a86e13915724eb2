// SPDX-License-Identifier: BSD-3-Clause
// Cuts the files of a thread to their used part. While a process runs they grow by large pieces,
// because no store of the signal handler may fail for want of space. In a short run nearly all of
// that space stays unused.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "samples/sample_files.h"

namespace tarry::samples {

// Packs the files of a process that is over. Each file is replaced by a copy, whole or not at all.
// Readers understand both forms. If the process is not over after all, it stores to files that are
// no longer visible. A file that is packed already, or is no file of samples, stays as it is.
// Thread: one for each thread's files.
base::Status pack_thread(const SampledProcess& process, std::uint32_t thread);

}  // namespace tarry::samples
