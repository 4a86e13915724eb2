// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/region_table.h"

namespace tarry::analysis {

using model::Paradigm;
using model::RegionId;

RegionTable::RegionTable(const model::Definitions& definitions) : regions(definitions.regions) {
  buffer_flush = find_or_add("TRACE BUFFER FLUSH", Paradigm::MeasurementSystem);
  measurement_off = find_or_add("MEASUREMENT OFF", Paradigm::MeasurementSystem);
  threads = find_or_add("THREADS", Paradigm::MeasurementSystem);
  program = find_or_add(definitions.program.empty() ? "PROGRAM" : definitions.program.c_str(),
                        Paradigm::MeasurementSystem);
  outside = find_or_add("(outside of all regions)", Paradigm::MeasurementSystem);
  kinds.reserve(regions.size());
  for (const model::Region& region : regions) kinds.push_back(model::classify(region));
}

RegionId RegionTable::find_or_add(const char* name, Paradigm paradigm) {
  for (std::uint32_t i = 0; i < regions.size(); ++i)
    if (regions[i].name == name &&
        (regions[i].paradigm == paradigm || regions[i].role == model::RegionRole::Artificial))
      return RegionId{i};
  model::Region added;
  added.name = added.canonical = name;
  added.role = model::RegionRole::Artificial;
  added.paradigm = paradigm;
  regions.push_back(std::move(added));
  return RegionId{static_cast<std::uint32_t>(regions.size() - 1)};
}

}  // namespace tarry::analysis
