// SPDX-License-Identifier: BSD-3-Clause
// The hooks that compilers call with -finstrument-functions. A record contains the raw address;
// names, files and lines are looked up after the run.
#include "runtime/core/adaptive_filter.h"
#include "runtime/core/record.h"
#include "runtime/core/region_filter.h"

namespace core = tarry::runtime::core;

extern "C" {

[[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function, void* /*call_site*/) {
  const auto address = reinterpret_cast<std::uint64_t>(function);
  const core::Decision decision = core::decision_on(address);
  if (core::is_recorded(decision))
    core::record_now(core::RecordKind::FunctionEnter, address);
  else if (decision == core::Decision::Short)
    core::enter_short_function(address);
}

[[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function, void* /*call_site*/) {
  const auto address = reinterpret_cast<std::uint64_t>(function);
  const core::Decision decision = core::decision_on(address);
  if (core::is_recorded(decision))
    core::record_now(core::RecordKind::FunctionLeave, address);
  else if (decision == core::Decision::Short)
    core::leave_short_function(address);
}

}  // extern "C"
