// SPDX-License-Identifier: BSD-3-Clause
// No verb writes over what it reads.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace tarry::cli {

// An Error if `output` is a file of `input`: that file itself, and of an OTF2 archive, which is
// named by its anchor, all others and the manifest beside it. `output` may be empty.
base::Status check_output(const std::filesystem::path& output, const std::filesystem::path& input);

}  // namespace tarry::cli
