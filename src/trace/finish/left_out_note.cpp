// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/left_out_note.h"

#include <set>

#include "base/bytes_text.h"
#include "trace/finish/global_definitions.h"
#include "trace/recording/log_format.h"

namespace tarry::trace::finish {
namespace {

constexpr std::size_t kMostNames = 5;

std::string names_of(const recording::DefinitionSet& functions) {
  std::set<std::string> names;
  for (const model::Region& region : regions_of(functions)) names.insert(region.name);
  std::string out;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == kMostNames) return out + ", …";
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

}  // namespace

std::optional<std::string> left_out_note(const std::vector<RawProcess>& processes) {
  recording::DefinitionSet functions;
  std::uint64_t calls = 0;
  for (const RawProcess& process : processes) {
    calls += process.calls_left_out;
    for (const auto& [key, ns] : process.left_out)
      functions.functions.emplace(key, model::RegionId{});
  }
  if (functions.functions.empty()) return std::nullopt;
  functions.assign_ids();
  constexpr std::uint64_t kBytesOfCall = 2 * recording::kUnitBytes;
  const std::size_t count = functions.functions.size();
  const std::string subject =
      count == 1 ? "1 function left itself out, because it is"
                 : std::to_string(count) + " functions left themselves out, because they are";
  return subject + " short and called often (" + names_of(functions) +
         "): " + std::to_string(calls) +
         " calls were not recorded and count for their callers, which saved " +
         base::bytes_text(calls * kBytesOfCall) + " of event logs; --adaptive off records them";
}

}  // namespace tarry::trace::finish
