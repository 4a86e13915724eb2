// SPDX-License-Identifier: BSD-3-Clause
// From an address in code to the object that holds it and the call frame information there, through
// what the dynamic loader keeps for unwinders: without locks.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/unwinding/frame_rules.h"

namespace tarry::runtime::unwinding {

// The loaded object that holds `pc`; false if there is none. Thread: any. Signal: safe.
bool find_object(std::uint64_t pc, dl_find_object& found);

// One of the libraries that record events or take samples. Thread: any. Signal: safe.
bool is_ours(const dl_find_object& object);

// The rules at `pc`, which lies in `object`. Thread: any. Signal: safe.
FrameRules find_rules(std::uint64_t pc, const dl_find_object& object);

}  // namespace tarry::runtime::unwinding
