// SPDX-License-Identifier: BSD-3-Clause
// The experiment directory: its name, and making it without ever taking away something that is not
// an experiment.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace tarry::cli {

// "tarry-<program>-<ranks>x<threads>-<yyyymmdd-hhmmss>"; ranks that are not known yet are "n".
std::string default_experiment_name(const std::string& program, std::optional<std::uint32_t> ranks,
                                    std::uint32_t threads, std::time_t start);

// Whether the directory could be made: an Error if something is there that would not be replaced,
// or if it has no parent. Changes nothing. Thread: any.
base::Status check_experiment_directory(const std::filesystem::path& path, bool replace);

// Makes the directory, whose parent must exist. With `replace`, an experiment that is there is
// removed before; anything else that is there is an Error. Returns its absolute path.
base::Result<std::filesystem::path> make_experiment_directory(const std::filesystem::path& path,
                                                              bool replace);

// Makes a directory of this name or, if something has the name already, of the name with "-2", "-3"
// and so on: recordings that begin in the same second have directories of their own. Its parent
// must exist. Returns its absolute path. Thread: any.
base::Result<std::filesystem::path> make_unused_directory(const std::filesystem::path& path);

}  // namespace tarry::cli
