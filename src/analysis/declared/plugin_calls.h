// SPDX-License-Identifier: BSD-3-Clause
// Calls the functions of a plug-in (include/tarry/pattern.h) with the facts of an event.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/declared/facts.h"
#include "analysis/declared/matcher.h"
#include "model/definitions.h"

struct tarry_pattern;

namespace tarry::analysis::declared {

// Returns whether it wants to see events of this kind.
bool has_function(const tarry_pattern& plugin, Type root);

// An object of a plug-in. Its functions may throw.
class PluginCalls {
 public:
  // `regions` must outlive it. `take` is told what is charged. `number`: of the pattern in the set.
  PluginCalls(const tarry_pattern& plugin, std::uint32_t number,
              const std::vector<model::Region>& regions, std::uint64_t ticks_per_second,
              std::function<void(const Charge&)> take);
  PluginCalls(const PluginCalls&) = delete;
  PluginCalls& operator=(const PluginCalls&) = delete;
  ~PluginCalls();

  void call(const ReceiveFact& receive);
  void call(const CollectiveFact& operation);
  void call(const AcquireFact& acquire);

 private:
  struct Event;

  const tarry_pattern& plugin_;
  const std::uint32_t number_;
  const std::vector<model::Region>& regions_;
  const std::uint64_t ticks_per_second_;
  const std::function<void(const Charge&)> take_;
  void* object_ = nullptr;
};

}  // namespace tarry::analysis::declared
