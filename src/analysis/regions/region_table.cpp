// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/regions/region_table.h"

#include <algorithm>
#include <map>

#include "model/artificial_regions.h"

namespace tarry::analysis {

using model::Paradigm;
using model::RegionId;

RegionTable::RegionTable(const model::Definitions& definitions, const model::SampleSource* samples,
                         bool keeps_calls)
    : regions(definitions.regions),
      keeps_mpi_calls(keeps_calls),
      recorded(definitions.regions.size()) {
  buffer_flush = find_or_add(model::kBufferFlush);
  measurement_off = find_or_add(model::kMeasurementOff);
  threads = find_or_add(model::kThreads);
  tasks = find_or_add(model::kTasks);
  unknown_team = find_or_add(model::kUnknownTeam);
  const std::string path = definitions.program.empty() ? model::kProgram : definitions.program;
  program = find_or_add(path.substr(path.rfind('/') + 1), path);
  outside = find_or_add(model::kOutside);
  without_core = find_or_add(model::kWithoutCore);
  fork_and_join = find_or_add(model::kForkAndJoin);
  if (samples != nullptr) add_sampled(*samples);
  kinds.reserve(regions.size());
  for (const model::Region& region : regions) {
    kinds.push_back(model::classify(region));
    from_call_stacks.push_back(model::is_from_call_stacks(region));
  }
  for (std::uint32_t i = 0; i < regions.size(); ++i) has_taskwaits |= is_taskwait(RegionId{i});
}

void RegionTable::add_sampled(const model::SampleSource& samples) {
  const auto is_function = [&](std::uint32_t i) {
    return model::is_function(regions[i]) && !regions[i].is_inlined;
  };
  std::map<std::string, RegionId> by_name;
  // A function without inlined functions around it is called by its caller directly, as in samples.
  for (const bool may_be_in_inlined : {false, true})
    for (std::uint32_t i = 0; i < regions.size(); ++i)
      if (is_function(i) && (may_be_in_inlined || regions[i].inlined_around.empty()))
        by_name.emplace(regions[i].name, RegionId{i});
  for (const model::SampleSource::Function& function : samples.functions()) {
    const auto [at, is_new] =
        by_name.emplace(function.name, RegionId{static_cast<std::uint32_t>(regions.size())});
    sampled.push_back(at->second);
    if (!is_new) continue;
    model::Region added;
    added.name = added.canonical = function.name;
    added.file = function.file;
    added.role = model::RegionRole::Function;
    added.paradigm = Paradigm::Compiler;
    regions.push_back(std::move(added));
  }
  if (std::none_of(regions.begin(), regions.end(), [](const model::Region& region) {
        return model::is_function(region) && !region.inlined_around.empty();
      }))
    return;
  of_name.resize(regions.size());
  for (std::uint32_t i = 0; i < regions.size(); ++i)
    if (is_function(i)) of_name[i] = by_name.at(regions[i].name);
}

RegionId RegionTable::find_or_add(const std::string& name) { return find_or_add(name, name); }

RegionId RegionTable::find_or_add(const std::string& name, const std::string& canonical) {
  for (std::uint32_t i = 0; i < regions.size(); ++i)
    if ((regions[i].canonical == canonical || regions[i].name == canonical) &&
        (regions[i].paradigm == Paradigm::MeasurementSystem ||
         regions[i].role == model::RegionRole::Artificial))
      return RegionId{i};
  model::Region added;
  added.name = name;
  added.canonical = canonical;
  added.role = model::RegionRole::Artificial;
  added.paradigm = Paradigm::MeasurementSystem;
  regions.push_back(std::move(added));
  return RegionId{static_cast<std::uint32_t>(regions.size() - 1)};
}

}  // namespace tarry::analysis
