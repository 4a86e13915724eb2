// SPDX-License-Identifier: BSD-3-Clause
// What a directory that a user names has of an experiment, and which command comes next. Every verb
// that does not find what it needs says it with these words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace tarry::cli {

struct ExperimentContents {
  bool manifest = false;
  bool unfinished = false;  // still being recorded, or left behind by a killed `tarry record`
  bool trace = false;       // traces.otf2
  bool compressed = false;
  bool summary = false;
  bool analysis = false;
  bool samples = false;
  bool diagnosis = false;  // of the samples
};

// All false for what is no directory.
ExperimentContents contents_of(const std::filesystem::path& directory);

// Of all regular files in `path`, or of the file that it is; what cannot be read does not count.
std::uint64_t bytes_below(const std::filesystem::path& path);

// Why there is no report in `directory`, which has no analysis, summary or diagnosis.
base::Error no_report(const std::filesystem::path& directory);

// Why there is nothing to be analysed in `directory`.
base::Error no_trace(const std::filesystem::path& directory);

// Of an experiment whose summary is shown: what else can be had of this run, and how. Of one whose
// analysis is shown: where the summary is that knows more than it. Else nothing.
std::string more_than_summary(const std::filesystem::path& directory);
std::string more_than_analysis(const std::filesystem::path& directory);

}  // namespace tarry::cli
