// SPDX-License-Identifier: BSD-3-Clause
// The hooks that compilers call with -finstrument-functions. The record keeps the raw address;
// names, files and lines are looked up after the run.
#include "runtime/core/record.h"
#include "runtime/core/region_filter.h"

namespace core = tarry::runtime::core;

namespace {

[[gnu::always_inline]] inline core::Decision record(core::RecordKind kind, void* function) {
  const auto address = reinterpret_cast<std::uint64_t>(function);
  const core::Decision decision = core::decision_on(address);
  if (decision == core::Decision::Recorded) core::record_now(kind, address);
  return decision;
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function, void* /*call_site*/) {
  if (record(core::RecordKind::FunctionEnter, function) == core::Decision::LeftOut)
    ++core::this_thread.calls_left_out;
}

[[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function, void* /*call_site*/) {
  record(core::RecordKind::FunctionLeave, function);
}

}  // extern "C"
