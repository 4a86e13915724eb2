// SPDX-License-Identifier: BSD-3-Clause
// Call paths as all reports of a diagnosis show them.
#pragma once

#include <string>
#include <vector>

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

using samples::FrameId;

// Returns the path from `main` to the frame, or from below the root if the path has no `main`. The
// functions that start a program interest nobody.
std::vector<FrameId> shown_path(const samples::CallingContextTree& paths, FrameId frame);

// Returns the name of a frame of such a path, as people read it.
std::string shown_name(const samples::CallingContextTree& paths, FrameId frame);

// Returns the names of all frames of such a path.
std::vector<std::string> path_names(const samples::CallingContextTree& paths, FrameId frame);

}  // namespace tarry::diagnosis
