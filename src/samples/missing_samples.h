// SPDX-License-Identifier: BSD-3-Clause
// What find_sampled_processes() leaves out of an experiment. Where the disk was full, a process was
// killed as it began, or not all was copied, files are missing or damaged; what there is of the
// others is still worth a diagnosis, if the user is told.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tarry::samples {

// Processes and threads whose files cannot be read, and ranks of which there are none, though the
// launcher of the others has started them; one sentence each, few if there are many. Empty if all
// is there. Thread: any.
std::vector<std::string> missing_samples(const std::filesystem::path& experiment);

}  // namespace tarry::samples
