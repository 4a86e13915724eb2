// SPDX-License-Identifier: BSD-3-Clause
// Keeps verbs from writing over their input.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace tarry::cli {

// Returns an Error if `output` is a file of `input`: the file itself or, if `input` is the anchor
// of an OTF2 archive, any file of the archive or the manifest beside it. `output` may be empty.
base::Status check_output(const std::filesystem::path& output, const std::filesystem::path& input);

// Does the same for an output that is no part of an experiment: it must not replace any part of the
// one that `input` lies in.
base::Status check_no_part(const std::filesystem::path& output, const std::filesystem::path& input);

}  // namespace tarry::cli
