// SPDX-License-Identifier: BSD-3-Clause
// Finds what find_sampled_processes() leaves out of an experiment. Files are missing or damaged if
// the disk was full, a process was killed at its begin, or not everything was copied. The remaining
// samples are still worth a diagnosis if the user is told.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tarry::samples {

// Returns one sentence for each process or thread whose files cannot be read, and for ranks that
// the launcher has started but that have no samples; if there are many, only a few sentences.
// Returns nothing if everything is there. Thread: any.
std::vector<std::string> missing_samples(const std::filesystem::path& experiment);

}  // namespace tarry::samples
