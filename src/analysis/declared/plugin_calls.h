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
struct tarry_pattern_member;

namespace tarry::analysis::declared {

// An object of a plug-in. Its functions may throw.
class PluginCalls {
 public:
  // `set` and `regions` must outlive it. `take` is told what is charged. `number`: of the pattern
  // in the set.
  PluginCalls(const tarry_pattern& plugin, std::uint32_t number, const PatternSet& set,
              const std::vector<model::Region>& regions, std::uint64_t ticks_per_second,
              std::function<void(const Charge&)> take);
  PluginCalls(const PluginCalls&) = delete;
  PluginCalls& operator=(const PluginCalls&) = delete;
  ~PluginCalls();

  void call(const ReceiveFact& receive);
  void call(const CollectiveFact& operation);
  void call(const AcquireFact& acquire);
  void call(const CallFact& call);
  void call(const TeamBarrierFact& barrier);
  void call(const OneSidedFact& one_sided);
  // Results that the pattern does not ask for are left out.
  void call(const ResultFact& result);

 private:
  struct Event;

  [[nodiscard]] std::vector<tarry_pattern_member> shown_members(
      const CollectiveFact& operation) const;

  const tarry_pattern& plugin_;
  const std::uint32_t number_;
  const PatternSet& set_;
  const std::vector<model::Region>& regions_;
  const std::uint64_t ticks_per_second_;
  const std::function<void(const Charge&)> take_;
  void* object_ = nullptr;
  const ReceiveFact* receive_ = nullptr;  // that the present event is, or is a result of
};

}  // namespace tarry::analysis::declared
