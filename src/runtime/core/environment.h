// SPDX-License-Identifier: BSD-3-Clause
// Takes what starts a recording out of the environment of a measured process: its children are not
// measured, neither by a library that is preloaded nor by a runtime that is linked into them.
#pragma once

namespace tarry::runtime::core {

// Gives the process its own LD_PRELOAD back, and removes the experiment directory. Other threads
// may read the environment meanwhile. Thread: one. Signal: safe.
void restore_environment();

}  // namespace tarry::runtime::core
