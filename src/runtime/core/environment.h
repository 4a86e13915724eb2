// SPDX-License-Identifier: BSD-3-Clause
// Gives a measured process its own LD_PRELOAD back: its children are not measured and do not
// inherit a library that they know nothing of.
#pragma once

namespace tarry::runtime::core {

// Other threads may read the environment meanwhile. Thread: one. Signal: safe.
void restore_preload_variable();

}  // namespace tarry::runtime::core
