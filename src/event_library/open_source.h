// SPDX-License-Identifier: BSD-3-Clause
// What a path names, as a source of events. A compressed trace becomes the archive that
// `tarry expand` would write, in a folder that is removed with the source: then its events, too,
// can be read from any position without being in memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/temporary_directory.h"
#include "model/trace_source.h"
#include "tarry/trace.h"

namespace tarry::event_library {

struct OpenedSource {
  std::optional<base::TemporaryDirectory> folder;  // of an expanded trace; goes last
  std::unique_ptr<model::TraceSource> events;
  // False for what a compressed trace, a simulation or a generator has made.
  bool times_are_measured = false;
  std::vector<std::string> notes;  // of a compressed trace: what it lacks
};

base::Result<OpenedSource> open_source(const std::string& path, const events::Options& options);

// Returns the folder for files that disappear with the trace.
std::filesystem::path scratch_folder(const events::Options& options);

}  // namespace tarry::event_library
