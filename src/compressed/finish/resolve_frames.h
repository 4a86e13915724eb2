// SPDX-License-Identifier: BSD-3-Clause
// Names, files and lines of the frames of a recorded process, from the objects they lie in.
#pragma once

#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Others than unresolved ones (live/unresolved_frame.h) stay as they are.
void resolve_frames(std::vector<Frame>& frames);

}  // namespace tarry::compressed
