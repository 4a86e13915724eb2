// SPDX-License-Identifier: BSD-3-Clause
// Looks up names, files and lines of a recorded process' frames in the objects that contain them.
#pragma once

#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Only unresolved frames (live/unresolved_frame.h) are changed.
void resolve_frames(std::vector<Frame>& frames);

}  // namespace tarry::compressed
