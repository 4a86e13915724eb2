// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/location_model.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace tarry::trace::otf2 {
namespace {

using model::Anomalies;
using model::Definitions;
using model::Location;
using model::LocationKind;
using model::Paradigm;
using model::Rank;

LocationKind to_kind(std::uint8_t type) {
  switch (type) {
    case 1:
      return LocationKind::CpuThread;
    case 2:
      return LocationKind::Gpu;
    case 3:
      return LocationKind::Metric;
    default:
      return LocationKind::Unknown;
  }
}

class LocationBuilder {
 public:
  LocationBuilder(const DefinitionRecords& records, Definitions& definitions, Anomalies& anomalies)
      : records_(records), definitions_(definitions), anomalies_(anomalies) {}

  Processes build() {
    find_world();
    index_records();
    choose_locations();
    rank_groups();
    add_locations();
    name_processes();
    return std::move(processes_);
  }

 private:
  void find_world();
  void index_records();
  void choose_locations();
  void rank_groups();
  void add_locations();
  void name_processes();
  std::uint32_t host_of(const LocationGroupRecord& group);

  // Position of a location's group; a group of its own behind the defined ones if it has none.
  struct Chosen {
    std::size_t record;
    std::size_t group;
  };

  const DefinitionRecords& records_;
  Definitions& definitions_;
  Anomalies& anomalies_;
  Processes processes_;
  IdTable groups_;  // location group id -> position
  IdTable nodes_;   // system tree node id -> position
  std::vector<Chosen> chosen_;
  std::vector<Rank> group_rank_;
};

// MPI's group of locations lists the initial thread of each rank of MPI_COMM_WORLD.
void LocationBuilder::find_world() {
  for (const GroupRecord& group : records_.groups) {
    if (group.type != kGroupCommLocations ||
        group.paradigm != static_cast<std::uint8_t>(Paradigm::Mpi))
      continue;
    definitions_.has_mpi = true;
    for (const std::uint64_t location : group.members)
      processes_.world_locations.try_emplace(location, Rank{processes_.count++});
    return;
  }
}

void LocationBuilder::index_records() {
  for (std::size_t i = 0; i < records_.location_groups.size(); ++i)
    groups_.set(records_.location_groups[i].id, static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; i < records_.system_tree.size(); ++i)
    nodes_.set(records_.system_tree[i].id, static_cast<std::uint32_t>(i));
}

void LocationBuilder::choose_locations() {
  std::unordered_set<std::uint64_t> seen;
  std::size_t groups = records_.location_groups.size();
  for (std::size_t i = 0; i < records_.locations.size(); ++i) {
    const LocationRecord& record = records_.locations[i];
    const LocationKind kind = to_kind(record.type);
    if (!seen.insert(record.id).second) {
      anomalies_.add("locations that are defined twice (second one ignored)");
    } else if (kind == LocationKind::Gpu || kind == LocationKind::Metric) {
      anomalies_.add("accelerator streams and metric locations (not analysed)");
    } else if (const std::uint32_t group = groups_[record.group]; group != kUndefined32) {
      chosen_.push_back({i, group});
    } else {
      anomalies_.add("locations that belong to no process (taken as processes of their own)");
      chosen_.push_back({i, groups++});
    }
  }
  group_rank_.resize(groups);
}

// Processes of MPI_COMM_WORLD have their rank there; others follow in the order of definition.
void LocationBuilder::rank_groups() {
  for (const Chosen& chosen : chosen_) {
    const Rank rank = processes_.rank_of_location(records_.locations[chosen.record].id);
    if (rank.valid() && !group_rank_[chosen.group].valid()) group_rank_[chosen.group] = rank;
  }
  std::vector<std::size_t> rest;
  for (const Chosen& chosen : chosen_)
    if (!group_rank_[chosen.group].valid()) rest.push_back(chosen.group);
  std::sort(rest.begin(), rest.end());
  rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
  if (definitions_.has_mpi)
    anomalies_.add("processes outside MPI_COMM_WORLD (ranked behind it)", rest.size());
  for (const std::size_t group : rest) group_rank_[group] = Rank{processes_.count++};
}

void LocationBuilder::add_locations() {
  const auto key = [&](const Chosen& chosen) {
    const bool initial = processes_.rank_of_location(records_.locations[chosen.record].id).valid();
    return std::tuple(group_rank_[chosen.group], !initial, chosen.record);
  };
  std::sort(chosen_.begin(), chosen_.end(),
            [&](const Chosen& a, const Chosen& b) { return key(a) < key(b); });
  for (const Chosen& chosen : chosen_) {
    const LocationRecord& record = records_.locations[chosen.record];
    Location location;
    location.trace_id = record.id;
    location.rank = group_rank_[chosen.group];
    const bool same_process =
        !definitions_.locations.empty() && definitions_.locations.back().rank == location.rank;
    location.thread = same_process ? definitions_.locations.back().thread + 1 : 0;
    location.kind = to_kind(record.type);
    if (chosen.group < records_.location_groups.size())
      location.host = host_of(records_.location_groups[chosen.group]);
    location.event_count = record.event_count == kUndefined64 ? 0 : record.event_count;
    location.name = records_.text(record.name);
    definitions_.locations.push_back(std::move(location));
  }
}

// The node above a process, or whatever is right above it where nothing is called a node.
std::uint32_t LocationBuilder::host_of(const LocationGroupRecord& group) {
  std::string name;
  std::uint32_t position = nodes_[group.system_tree_parent];
  for (std::size_t steps = 0; steps < records_.system_tree.size(); ++steps) {
    if (position == kUndefined32) break;
    const SystemTreeNodeRecord& node = records_.system_tree[position];
    const bool is_node = records_.text(node.class_name) == "node";
    if (name.empty() || is_node) name = records_.text(node.name);
    if (is_node) break;
    position = nodes_[node.parent];
  }
  std::vector<std::string>& hosts = definitions_.hosts;
  // Neighbouring processes mostly share a host.
  const auto found = std::find(hosts.rbegin(), hosts.rend(), name);
  if (found != hosts.rend()) return static_cast<std::uint32_t>(hosts.rend() - found - 1);
  hosts.push_back(name);
  return static_cast<std::uint32_t>(hosts.size() - 1);
}

void LocationBuilder::name_processes() {
  definitions_.processes.resize(processes_.count);
  for (std::size_t group = 0; group < records_.location_groups.size(); ++group)
    if (group_rank_[group].valid())
      definitions_.processes[group_rank_[group].index()] =
          records_.text(records_.location_groups[group].name);
  for (std::size_t rank = 0; rank < definitions_.processes.size(); ++rank) {
    std::string& name = definitions_.processes[rank];
    if (name.empty())
      name = (definitions_.has_mpi ? "MPI Rank " : "Process ") + std::to_string(rank);
  }
}

}  // namespace

Processes build_locations(const DefinitionRecords& records, Definitions& definitions,
                          Anomalies& anomalies) {
  return LocationBuilder(records, definitions, anomalies).build();
}

}  // namespace tarry::trace::otf2
