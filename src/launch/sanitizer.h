// SPDX-License-Identifier: BSD-3-Clause
// Programs that are linked with the runtime of a sanitizer as a library (GCC's default). The
// runtime has to be loaded before every other library, ours included, or it ends the program.
#pragma once

#include <optional>

#include "base/result.h"
#include "launch/program.h"

namespace tarry::launch {

// Returns the library to preload before all others, if there is one. Returns an Error for
// ThreadSanitizer, whose threads cannot run any code of ours before their own beginning.
base::Result<std::optional<NeededLibrary>> sanitizer_of(const Program& program);

}  // namespace tarry::launch
