// SPDX-License-Identifier: BSD-3-Clause
// Which objects are loaded where: what turns the raw addresses of function events into names after
// the run.
#pragma once

namespace tarry::runtime::core {

// Writes a `module` line for every object that has been loaded since the last call; cheap if there
// is none. Thread: any, not in a QuietSection (the dynamic loader has a lock of its own). Signal:
// safe.
void define_new_modules();

}  // namespace tarry::runtime::core
