// SPDX-License-Identifier: BSD-3-Clause
// Where the processes of a host record that does not see the experiment directory: in a folder of
// the host's own, which `tarry record` collects after the run (decision 089).
#pragma once

#include <filesystem>
#include <string>

namespace tarry::hosts {

// Returns true if `experiment` is the directory of the recording that began at `start_ns`, in
// nanoseconds since 1970. A directory of the same name on another file system is not.
bool sees_experiment(const std::filesystem::path& experiment, const std::string& start_ns);

// Returns the folder of this user for that recording, below TMPDIR or /tmp. It need not exist.
std::filesystem::path host_folder(const std::string& start_ns);

// Makes the folder, for this user alone. Returns false if that failed or somebody else has it.
bool make_host_folder(const std::filesystem::path& folder);

}  // namespace tarry::hosts
