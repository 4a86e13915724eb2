// SPDX-License-Identifier: BSD-3-Clause
// Finds, for an address in code, the object that contains it and the call frame information there.
// It uses, without locks, what the dynamic loader keeps for unwinders.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/unwinding/frame_rules.h"

namespace tarry::runtime::unwinding {

// Finds the loaded object that contains `pc`; returns false if there is none. Thread: any. Signal:
// safe.
bool find_object(std::uint64_t pc, dl_find_object& found);

// Returns whether the object is one of the libraries that record events or take samples. Thread:
// any. Signal: safe.
bool is_ours(const dl_find_object& object);

// Returns the rules at `pc`, which lies in `object`. Thread: any. Signal: safe.
FrameRules find_rules(std::uint64_t pc, const dl_find_object& object);

}  // namespace tarry::runtime::unwinding
