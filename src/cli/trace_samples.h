// SPDX-License-Identifier: BSD-3-Clause
// The samples beside a trace, for its analysis.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "model/sample_source.h"
#include "model/trace_source.h"

namespace tarry::cli {

// Looks up the names of the samples beside the archive `anchor` if that has not been done. Returns
// false if there are no samples. Only one process at a time may call it.
base::Result<bool> prepare_trace_samples(const std::filesystem::path& anchor);

// Opens prepared samples. `trace` must outlive them.
base::Result<std::unique_ptr<model::SampleSource>> open_trace_samples(
    const std::filesystem::path& anchor, const model::TraceSource& trace);

}  // namespace tarry::cli
