// SPDX-License-Identifier: BSD-3-Clause
// Calls the functions of a plug-in (include/tarry/pattern.h) with the facts of an event.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "analysis/declared/call_paths.h"
#include "analysis/declared/facts.h"
#include "analysis/declared/matcher.h"
#include "model/definitions.h"

struct tarry_pattern;
struct tarry_pattern_call;
struct tarry_pattern_member;

namespace tarry::analysis::declared {

// An object of a plug-in. Its functions may throw.
class PluginCalls {
 public:
  // `set`, `regions` and `paths` must outlive it. `take` is told what is charged. `number`: of the
  // pattern in the set.
  PluginCalls(const tarry_pattern& plugin, std::uint32_t number, const PatternSet& set,
              const std::vector<model::Region>& regions, const CallPaths& paths,
              std::uint64_t ticks_per_second, std::function<void(const Charge&)> take);
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
  // `place` takes the place of the call in what is charged.
  void call(const VisitFact& visit, std::uint32_t place);

 private:
  struct Event;

  void charge(const tarry_pattern_call& call, std::int64_t amount) const;
  std::uint32_t write_path(const tarry_pattern_call& call, const char** names,
                           std::uint32_t most) const;
  [[nodiscard]] std::int64_t counted(const tarry_pattern_call& call, std::string_view name) const;

  [[nodiscard]] std::vector<tarry_pattern_member> shown_members(
      const CollectiveFact& operation) const;

  const tarry_pattern& plugin_;
  const std::uint32_t number_;
  const PatternSet& set_;
  const std::vector<model::Region>& regions_;
  const CallPaths& paths_;
  const std::uint64_t ticks_per_second_;
  const std::function<void(const Charge&)> take_;
  void* object_ = nullptr;
  const ReceiveFact* receive_ = nullptr;  // that the present event is, or is a result of
  const VisitFact* visit_ = nullptr;      // the present event
  std::uint32_t place_ = 0;               // of this visit
};

}  // namespace tarry::analysis::declared
