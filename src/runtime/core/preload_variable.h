// SPDX-License-Identifier: BSD-3-Clause
// Gives a measured process its own LD_PRELOAD back: what it starts is not measured, and does not
// inherit a library it knows nothing of.
#pragma once

namespace tarry::runtime::core {

// Other threads may be reading the environment meanwhile. Thread: one. Signal: safe.
void restore_preload_variable();

}  // namespace tarry::runtime::core
