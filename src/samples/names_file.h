// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes samples/names.tsv of an experiment (docs/formats/samples.md).
#pragma once

#include <filesystem>

#include "base/result.h"
#include "samples/sample_names.h"

namespace tarry::samples {

// Thread: any.
base::Status write_sample_names(const std::filesystem::path& experiment, const SampleNames& names);

// Returns an error if the file is damaged; lines that have no meaning are left out. Thread: any.
base::Result<SampleNames> read_sample_names(const std::filesystem::path& experiment);

}  // namespace tarry::samples
