// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/called_functions.h"

#include <utility>

#include "base/strong_id.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/place_table.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::stacks {
namespace {

using Number = base::StrongId<struct CalledFunctionTag>;

struct CalledFunction {
  std::uint64_t function;
  std::uint64_t call_site;

  friend bool operator==(const CalledFunction&, const CalledFunction&) = default;
  [[nodiscard]] std::uint64_t hash() const { return call_site ^ (function << 16); }
};

constinit core::PlaceTable<14, CalledFunction, Number> known = {};
constinit std::uint32_t next = 0;  // guarded by Process::lock
constinit bool has_noted = false;  // guarded by Process::lock

[[gnu::cold, gnu::noinline]] Number define(const CalledFunction& called) {
  if (!core::start_measurement()) return {};  // a forked child must not take the lock
  const core::QuietSection quiet;
  if (const Number before = known.find(called); before.valid()) return before;
  if (!known.has_room()) {
    if (!std::exchange(has_noted, true))
      core::note(
          "functions are called at too many places: functions inlined around further calls are not "
          "shown, and functions called there get the time between their calls");
    return {};
  }
  const Number number{next++};
  core::DefinitionLine("called-function")
      .number(number.value)
      .hex(called.function)
      .hex(called.call_site);
  known.add(called, number);
  return number;
}

}  // namespace

std::uint64_t payload_of(const OpenFrame& frame) {
  const CalledFunction called{frame.function, frame.call_site};
  Number number = known.find(called);
  if (!number.valid()) number = define(called);
  return number.valid() ? trace::eventlog::called_function(number.value) : frame.function;
}

}  // namespace tarry::runtime::stacks
