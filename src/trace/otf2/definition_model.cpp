// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/definition_model.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/base_name.h"
#include "trace/otf2/counter_model.h"
#include "trace/otf2/location_model.h"
#include "trace/otf2/neighbor_properties.h"
#include "trace/otf2/region_source.h"
#include "trace/otf2/topology_model.h"

namespace tarry::trace::otf2 {
namespace {

using model::Anomalies;
using model::Communicator;
using model::Paradigm;
using model::Rank;
using model::Region;
using model::RegionId;
using model::RegionRole;

// Returns positions of `records` by ascending id, only the first of equal ones.
template <class Record>
std::vector<std::size_t> by_id(const std::vector<Record>& records, Anomalies& anomalies) {
  std::vector<std::size_t> order(records.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto id = [&](std::size_t i) { return records[i].id; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return id(a) < id(b); });
  const auto last = std::unique(order.begin(), order.end(),
                                [&](std::size_t a, std::size_t b) { return id(a) == id(b); });
  anomalies.add("definitions whose id another one has (ignored)",
                static_cast<std::uint64_t>(order.end() - last));
  order.erase(last, order.end());
  return order;
}

RegionId add_region(Region region, model::Definitions& definitions) {
  definitions.regions.push_back(std::move(region));
  return RegionId{static_cast<std::uint32_t>(definitions.regions.size() - 1)};
}

bool stands_for_program(const Region& region) {
  return region.role == RegionRole::Artificial && region.paradigm == Paradigm::MeasurementSystem;
}

Region to_region(const RegionRecord& record, const DefinitionRecords& records) {
  Region region;
  region.name = records.text(record.name);
  region.canonical = records.text(record.canonical);
  if (region.name.empty()) region.name = region.canonical;
  if (region.name.empty()) region.name = "(unnamed region)";
  if (region.canonical.empty()) region.canonical = region.name;
  if (record.role <= static_cast<std::uint8_t>(RegionRole::FileIoMetadata))
    region.role = static_cast<RegionRole>(record.role);
  if (record.paradigm <= static_cast<std::uint8_t>(Paradigm::Kokkos))
    region.paradigm = static_cast<Paradigm>(record.paradigm);
  const auto line = [](std::uint32_t stored) { return stored == kUndefined32 ? 0 : stored; };
  restore_source({records.text(record.file), line(record.begin_line), line(record.end_line),
                  records.text(record.description)},
                 region);
  return region;
}

// Finds equal regions: compilers duplicate code, so one line may call MPI at several addresses,
// each with a region of its own. Readers see one region.
class CallSites {
 public:
  explicit CallSites(const std::vector<Region>& regions) : regions_(regions) {}

  // Returns the id of the equal region that came before; !valid() if there is none.
  RegionId add(const Region& region, RegionId id) {
    if (region.call_site.empty()) return {};
    const auto [first, last] = known_.equal_range(region.name + '@' + region.call_site);
    for (auto each = first; each != last; ++each)
      if (regions_[each->second.index()] == region) return each->second;
    known_.emplace_hint(last, region.name + '@' + region.call_site, id);
    return {};
  }

 private:
  const std::vector<Region>& regions_;  // by id
  std::multimap<std::string, RegionId> known_;
};

// Returns the id of the region that stands for a function called elsewhere; !valid() if there is
// none. Removes the reference, which means nothing to readers.
RegionId take_same(Region& region, const TraceDefinitions& known, Anomalies& anomalies) {
  const RegionId same = std::exchange(region.same_as, RegionId{});
  if (!same.valid()) return {};
  const std::uint32_t id = known.regions[same.value];
  if (id != kUndefined32 && known.model.regions[id].canonical == region.canonical)
    return RegionId{id};
  anomalies.add("functions that are said to be the same as another one (told apart)");
  return {};
}

// Converts the file's ids to those of the model, when all regions are known.
void resolve_inlined_functions(TraceDefinitions& to, Anomalies& anomalies) {
  std::vector<Region>& regions = to.model.regions;
  for (Region& region : regions) {
    for (RegionId& around : region.inlined_around) {
      const std::uint32_t known = to.regions[around.value];
      around = known != kUndefined32 && regions[known].is_inlined ? RegionId{known} : RegionId{};
    }
    const auto unknown = std::erase(region.inlined_around, RegionId{});
    anomalies.add("inlined functions that are not defined (not shown)", unknown);
    to.has_inlined_functions |= !region.inlined_around.empty();
  }
}

void build_regions(const DefinitionRecords& records, TraceDefinitions& to, Anomalies& anomalies) {
  CallSites call_sites(to.model.regions);  // equal ones have the same inlined functions
  for (const std::size_t i : by_id(records.regions, anomalies)) {
    const RegionRecord& record = records.regions[i];
    Region region = to_region(record, records);
    const RegionId next{static_cast<std::uint32_t>(to.model.regions.size())};
    RegionId equal = take_same(region, to, anomalies);
    if (!equal.valid()) equal = call_sites.add(region, next);
    if (equal.valid()) {
      to.regions.set(record.id, equal.value);
      continue;
    }
    const bool program = stands_for_program(region);
    const RegionId id = add_region(std::move(region), to.model);
    to.regions.set(record.id, id.value);
    if (program) to.programs.set(record.canonical, id.value);
  }
  resolve_inlined_functions(to, anomalies);
  Region undefined;
  undefined.name = undefined.canonical = "(undefined region)";
  undefined.role = RegionRole::Artificial;
  to.undefined_region = add_region(std::move(undefined), to.model);
}

bool is_of(const GroupRecord& group, Paradigm paradigm) {
  return group.paradigm == static_cast<std::uint8_t>(paradigm);
}

// Returns the world ranks of a group's members; empty if the group makes no sense.
std::vector<Rank> members_of(const GroupRecord& group, const Processes& processes,
                             Anomalies& anomalies) {
  std::vector<Rank> members;
  members.reserve(group.members.size());
  for (const std::uint64_t member : group.members) {
    Rank rank;
    if (group.type == kGroupCommLocations)
      rank = processes.rank_of_location(member);
    else if (member < processes.count)
      rank = Rank{static_cast<std::uint32_t>(member)};
    if (!rank.valid()) {
      anomalies.add("communicators with members that do not exist (members unknown)");
      return {};
    }
    members.push_back(rank);
  }
  return members;
}

// Returns the group that lists all OpenMP threads; nullptr if there is none.
const GroupRecord* openmp_threads(const DefinitionRecords& records) {
  for (const GroupRecord& group : records.groups)
    if (group.type == kGroupCommLocations && is_of(group, Paradigm::OpenMp)) return &group;
  return nullptr;
}

// Returns the location ids of a team's threads; empty if the group makes no sense.
std::vector<std::uint64_t> threads_of(const GroupRecord& team, const GroupRecord* all,
                                      Anomalies& anomalies) {
  if (team.type == kGroupCommLocations) return team.members;
  std::vector<std::uint64_t> threads;
  for (const std::uint64_t member : team.members) {
    if (all == nullptr || member >= all->members.size()) {
      anomalies.add("teams with threads that do not exist (threads unknown)");
      return {};
    }
    threads.push_back(all->members[member]);
  }
  return threads;
}

void build_communicators(const DefinitionRecords& records, const Processes& processes,
                         TraceDefinitions& to, Anomalies& anomalies) {
  IdTable groups;
  for (const std::size_t i : by_id(records.groups, anomalies))
    groups.set(records.groups[i].id, static_cast<std::uint32_t>(i));
  const GroupRecord* threads = openmp_threads(records);
  for (const std::size_t i : by_id(records.comms, anomalies)) {
    const CommRecord& record = records.comms[i];
    const std::uint32_t group = groups[record.group];
    const bool known = group != kUndefined32;
    Communicator comm;
    comm.name = records.text(record.name);
    comm.is_team = known && is_of(records.groups[group], Paradigm::OpenMp);
    if (known && !comm.is_team && !is_of(records.groups[group], Paradigm::Mpi))
      continue;  // its paradigm is not analyzed
    comm.is_inter = record.is_inter;
    comm.is_self = known && records.groups[group].type == kGroupCommSelf;
    if (!known) anomalies.add("communicators without a group (members unknown)");
    if (comm.is_team)
      comm.team = threads_of(records.groups[group], threads, anomalies);
    else if (known && !comm.is_self)
      comm.members = members_of(records.groups[group], processes, anomalies);
    if (const std::uint32_t remote = groups[record.remote_group]; remote != kUndefined32)
      comm.remote_members = members_of(records.groups[remote], processes, anomalies);
    to.comms.set(record.id, static_cast<std::uint32_t>(to.model.communicators.size()));
    to.model.communicators.push_back(std::move(comm));
  }
}

// Builds MPI's windows, and the groups that their records may name.
void build_windows(const DefinitionRecords& records, const Processes& processes,
                   TraceDefinitions& to, Anomalies& anomalies) {
  for (const std::size_t i : by_id(records.windows, anomalies)) {
    const WindowRecord& record = records.windows[i];
    const std::uint32_t comm = to.comms[record.comm];
    if (comm == kUndefined32 || to.model.communicators[comm].is_team) {
      to.windows.set(record.id, kOtherParadigm);
      continue;
    }
    to.windows.set(record.id, static_cast<std::uint32_t>(to.model.windows.size()));
    to.model.windows.push_back({records.text(record.name), model::CommId{comm}});
  }
  if (to.model.windows.empty()) return;
  Anomalies of_communicators;  // senseless groups were counted with the communicators
  for (const GroupRecord& group : records.groups) {
    if (!is_of(group, Paradigm::Mpi)) continue;
    to.groups.set(group.id, static_cast<std::uint32_t>(to.model.groups.size()));
    to.model.groups.push_back(members_of(group, processes, of_communicators));
  }
}

// Builds the files that MPI has opened. Files of other paradigms of I/O are not analyzed.
void build_files(const DefinitionRecords& records, TraceDefinitions& to, Anomalies& anomalies) {
  const auto is_mpi = [&](std::uint8_t paradigm) {
    return std::any_of(records.io_paradigms.begin(), records.io_paradigms.end(),
                       [&](const auto& known) {
                         return known.first == paradigm && records.text(known.second) == kMpiIo;
                       });
  };
  for (const std::size_t i : by_id(records.file_handles, anomalies)) {
    const FileHandleRecord& record = records.file_handles[i];
    const std::uint32_t comm = to.comms[record.comm];
    if (!is_mpi(record.paradigm) || comm == kUndefined32 || to.model.communicators[comm].is_team) {
      to.files.set(record.id, kOtherParadigm);
      continue;
    }
    to.files.set(record.id, static_cast<std::uint32_t>(to.model.files.size()));
    to.model.files.push_back({records.text(records.file_names[record.file]), model::CommId{comm}});
  }
}

void build_clock(const DefinitionRecords& records, TraceDefinitions& to, Anomalies& anomalies) {
  to.model.clock = records.clock;
  if (!records.has_clock) anomalies.add("missing clock properties (nanoseconds assumed)");
  if (to.model.clock.ticks_per_second == 0) {
    anomalies.add("clocks without a resolution (nanoseconds assumed)");
    to.model.clock.ticks_per_second = model::Clock{}.ticks_per_second;
  }
}

}  // namespace

TraceDefinitions build_definitions(const DefinitionRecords& records, Anomalies& anomalies) {
  TraceDefinitions definitions;
  definitions.any_source_attribute = records.any_source_attribute;
  definitions.joined_calls_attribute = records.joined_calls_attribute;
  definitions.neighborhood_attribute = records.neighborhood_attribute;
  build_clock(records, definitions, anomalies);
  build_regions(records, definitions, anomalies);
  const Processes processes = build_locations(records, definitions.model, anomalies);
  build_communicators(records, processes, definitions, anomalies);
  build_neighbors(records, processes, definitions, anomalies);
  build_windows(records, processes, definitions, anomalies);
  build_files(records, definitions, anomalies);
  build_topologies(records, definitions, anomalies);
  definitions.counter_sets = build_counters(records, definitions.model, anomalies);
  return definitions;
}

void define_program(const DefinitionRecords& records, std::uint64_t string_id,
                    TraceDefinitions& definitions) {
  const std::string name = records.text(string_id);
  definitions.model.program = name;
  if (definitions.programs.contains(string_id)) return;
  std::vector<Region>& regions = definitions.model.regions;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (regions[i].canonical == name && stands_for_program(regions[i]))
      return definitions.programs.set(string_id, static_cast<std::uint32_t>(i));
  }
  Region program;
  program.name = name.empty() ? "(program)" : std::string(base::base_name(name));
  program.canonical = name.empty() ? program.name : name;
  program.role = RegionRole::Artificial;
  program.paradigm = Paradigm::MeasurementSystem;
  definitions.programs.set(string_id, add_region(std::move(program), definitions.model).value);
}

}  // namespace tarry::trace::otf2
