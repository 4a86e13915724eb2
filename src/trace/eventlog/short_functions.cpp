// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/short_functions.h"

#include <unordered_map>
#include <utility>

#include "trace/eventlog/clock_reading.h"

namespace tarry::trace::eventlog {
namespace {

// The total time of the visits of a function.
struct VisitTimes {
  std::uint32_t limit_ns = 0;  // limit per visit of a short function
  std::uint64_t visits = 0;
  double ns = 0.0;

  [[nodiscard]] bool is_short() const { return ns <= static_cast<double>(visits) * limit_ns; }
};
using VisitsByAddress = std::unordered_map<std::uint64_t, VisitTimes>;

template <class Visit>
void for_each_address(const FunctionKey& key, const std::vector<Module>& modules, Visit visit) {
  for (const Module& module : modules)
    if (module.path == key.module) visit(module.bias + key.offset);
}

// Visits without a leave end with those around them; their time is unknown.
void add_visits(LogReader& log, VisitsByAddress& functions) {
  const double ns = ns_per_tick(log.header().begin, log.header().latest);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> open;  // address and ticks
  for (LogRecord record; log.next(record);) {
    if (record.kind != RecordKind::FunctionEnter && record.kind != RecordKind::FunctionLeave)
      continue;
    const auto function = functions.find(record.payload());
    if (function == functions.end()) continue;
    if (record.kind == RecordKind::FunctionEnter) {
      open.emplace_back(record.payload(), record.ticks);
      continue;
    }
    while (!open.empty() && open.back().first != record.payload()) open.pop_back();
    if (open.empty()) continue;
    ++function->second.visits;
    function->second.ns += ns * static_cast<double>(record.ticks - open.back().second);
    open.pop_back();
  }
}

}  // namespace

ShortFunctions find_short_functions(const ProcessDefinitions& definitions,
                                    const DefinitionSet& unified,
                                    const std::vector<std::filesystem::path>& logs) {
  ShortFunctions out;
  for (const auto& [key, ns] : definitions.set.short_functions)
    for_each_address(key, definitions.modules, [&](std::uint64_t address) { out.insert(address); });
  VisitsByAddress elsewhere;
  for (const auto& [key, ns] : unified.short_functions)
    for_each_address(key, definitions.modules, [&, limit = ns](std::uint64_t address) {
      if (!out.contains(address)) elsewhere[address].limit_ns = limit;
    });
  if (elsewhere.empty()) return out;
  for (const std::filesystem::path& path : logs)
    if (base::Result<LogReader> log = LogReader::open(path); log.ok()) add_visits(*log, elsewhere);
  for (const auto& [address, times] : elsewhere)
    if (times.is_short()) out.insert(address);
  return out;
}

}  // namespace tarry::trace::eventlog
