// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/short_functions_notes.h"

#include <set>

#include "base/counted.h"
#include "trace/finish/global_definitions.h"

namespace tarry::trace::finish {
namespace {

constexpr std::size_t kMostNames = 5;

using Keys = std::set<eventlog::FunctionKey>;

std::string names_of(const Keys& functions) {
  eventlog::DefinitionSet set;
  for (const eventlog::FunctionKey& key : functions) set.functions.emplace(key, model::RegionId{});
  set.assign_ids();
  std::set<std::string> names;
  for (const model::Region& region : regions_of(set)) names.insert(region.name);
  std::string out;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == kMostNames) return out + ", …";
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

std::string count_of(const Keys& functions) {
  return base::counted(functions.size(), "function was", "functions were");
}

std::string about_short(const Keys& functions, std::uint64_t calls) {
  std::string out = count_of(functions) + " left out because " +
                    std::string(base::form_for(functions.size(), "it is", "they are")) +
                    " short and called often: " + names_of(functions) + ". ";
  if (calls != 0)
    out += base::counted(calls, "later call was", "later calls were") + " not recorded. ";
  return out + "The time counts for the callers. --adaptive off records all calls";
}

std::string about_long(const Keys& functions) {
  return count_of(functions) + " short at first and long later: " + names_of(functions) +
         ". Calls in between were not recorded and count for the callers. --adaptive off records "
         "all calls";
}

}  // namespace

std::vector<std::string> short_functions_notes(const std::vector<RawProcess>& processes) {
  Keys short_ones, long_ones;
  std::uint64_t calls = 0;
  for (const RawProcess& process : processes) {
    calls += process.short_calls;
    for (const auto& [key, ns] : process.short_functions) short_ones.insert(key);
    long_ones.insert(process.long_functions.begin(), process.long_functions.end());
  }
  std::vector<std::string> out;
  if (!short_ones.empty()) out.push_back(about_short(short_ones, calls));
  if (!long_ones.empty()) out.push_back(about_long(long_ones));
  return out;
}

}  // namespace tarry::trace::finish
