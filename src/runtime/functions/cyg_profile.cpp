// SPDX-License-Identifier: BSD-3-Clause
// The hooks that compilers call with -finstrument-functions. The record keeps the raw address;
// names, files and lines are looked up after the run.
#include "runtime/core/record.h"

namespace core = tarry::runtime::core;

extern "C" {

[[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function, void* /*call_site*/) {
  core::record_now(core::RecordKind::FunctionEnter, reinterpret_cast<std::uint64_t>(function));
}

[[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function, void* /*call_site*/) {
  core::record_now(core::RecordKind::FunctionLeave, reinterpret_cast<std::uint64_t>(function));
}

}  // extern "C"
