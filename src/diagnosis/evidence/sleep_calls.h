// SPDX-License-Identifier: BSD-3-Clause
// Returns whether a function of the C library or of C++ only lets time pass. That time is the
// caller's.
#pragma once

#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

// Thread: any.
bool is_sleep(const samples::Site& site);

}  // namespace tarry::diagnosis
