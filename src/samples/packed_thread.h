// SPDX-License-Identifier: BSD-3-Clause
// Cuts the files of a thread to what is used. While a process runs they grow by pieces, because
// nothing may fail for want of room where a signal handler stores to them; of a short run nearly
// all of that is room that nobody needed.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "samples/sample_files.h"

namespace tarry::samples {

// Of a process that is over. Each file is replaced by a copy, whole or not at all: readers
// understand both forms, and a process that is not over in spite of all stores to files that nobody
// sees any more. What is packed already, or is no file of samples, stays as it is. Thread: one for
// each thread's files.
base::Status pack_thread(const SampledProcess& process, std::uint32_t thread);

}  // namespace tarry::samples
