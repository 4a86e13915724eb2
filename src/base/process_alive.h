// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tarry::base {

// True if a process of this machine has this id and is not a zombie. Thread: any.
bool is_alive(int pid);

}  // namespace tarry::base
