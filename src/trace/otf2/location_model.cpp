// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/location_model.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
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

// The number of levels of a system tree that we examine: machine, rack, blade, node and the like.
constexpr int kDeepestTree = 32;

// Marks the records that have the id of an earlier one. Ids mostly ascend; then there are none.
std::vector<bool> second_definitions(const std::vector<LocationRecord>& records) {
  std::vector<bool> second(records.size());
  const auto rises = [](const LocationRecord& a, const LocationRecord& b) { return a.id < b.id; };
  const auto unordered = std::adjacent_find(
      records.begin(), records.end(),
      [&](const LocationRecord& a, const LocationRecord& b) { return !rises(a, b); });
  if (unordered == records.end()) return second;
  std::vector<std::uint32_t> order(records.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rises(records[a], records[b]); });
  for (std::size_t i = 1; i < order.size(); ++i)
    second[order[i]] = records[order[i - 1]].id == records[order[i]].id;
  return second;
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
  std::uint32_t host_at(std::uint32_t node);

  // The position of a location's group; if it has none, a group of its own behind the defined ones.
  struct Chosen {
    std::uint32_t record;
    std::uint32_t group;
    Rank rank;  // in MPI_COMM_WORLD; none if it is not an initial thread there
  };

  const DefinitionRecords& records_;
  Definitions& definitions_;
  Anomalies& anomalies_;
  Processes processes_;
  IdTable groups_;  // location group id -> position
  IdTable nodes_;   // system tree node id -> position
  std::vector<Chosen> chosen_;
  std::vector<Rank> group_rank_;
  std::vector<std::uint32_t> node_host_;  // by position in the system tree
  std::unordered_map<std::string, std::uint32_t> hosts_;
};

// MPI's group of locations lists the initial thread of each rank of MPI_COMM_WORLD.
void LocationBuilder::find_world() {
  for (const GroupRecord& group : records_.groups) {
    if (group.type != kGroupCommLocations ||
        group.paradigm != static_cast<std::uint8_t>(Paradigm::Mpi))
      continue;
    definitions_.has_mpi = true;
    for (const std::uint64_t location : group.members) {
      if (!processes_.world_locations.contains(location))
        processes_.world_locations.set(location, processes_.count);
      ++processes_.count;
    }
    return;
  }
}

void LocationBuilder::index_records() {
  for (std::size_t i = 0; i < records_.location_groups.size(); ++i)
    groups_.set(records_.location_groups[i].id, static_cast<std::uint32_t>(i));
  node_host_.resize(records_.system_tree.size(), kUndefined32);
  for (std::size_t i = 0; i < records_.system_tree.size(); ++i)
    nodes_.set(records_.system_tree[i].id, static_cast<std::uint32_t>(i));
}

void LocationBuilder::choose_locations() {
  const std::vector<bool> second = second_definitions(records_.locations);
  auto groups = static_cast<std::uint32_t>(records_.location_groups.size());
  chosen_.reserve(records_.locations.size());
  for (std::uint32_t i = 0; i < records_.locations.size(); ++i) {
    const LocationRecord& record = records_.locations[i];
    const LocationKind kind = to_kind(record.type);
    const Rank rank = processes_.rank_of_location(record.id);
    if (second[i]) {
      anomalies_.add("locations that are defined twice (second one ignored)");
    } else if (kind == LocationKind::Gpu || kind == LocationKind::Metric) {
      anomalies_.add("accelerator streams and metric locations (not analyzed)");
    } else if (const std::uint32_t group = groups_[record.group]; group != kUndefined32) {
      chosen_.push_back({i, group, rank});
    } else {
      anomalies_.add("locations that belong to no process (taken as processes of their own)");
      chosen_.push_back({i, groups++, rank});
    }
  }
  group_rank_.resize(groups);
}

// Processes of MPI_COMM_WORLD have their rank there; others follow in the order of definition.
void LocationBuilder::rank_groups() {
  for (const Chosen& chosen : chosen_) {
    if (chosen.rank.valid() && !group_rank_[chosen.group].valid())
      group_rank_[chosen.group] = chosen.rank;
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
    return std::tuple(group_rank_[chosen.group], !chosen.rank.valid(), chosen.record);
  };
  const auto before = [&](const Chosen& a, const Chosen& b) { return key(a) < key(b); };
  if (!std::is_sorted(chosen_.begin(), chosen_.end(), before))
    std::sort(chosen_.begin(), chosen_.end(), before);
  definitions_.locations.reserve(chosen_.size());
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

std::uint32_t LocationBuilder::host_of(const LocationGroupRecord& group) {
  const std::uint32_t node = nodes_[group.system_tree_parent];
  if (node == kUndefined32) return host_at(node);
  if (node_host_[node] == kUndefined32) node_host_[node] = host_at(node);
  return node_host_[node];
}

// Finds the node above a process; if none is called a node, the level right above the process.
std::uint32_t LocationBuilder::host_at(std::uint32_t node) {
  std::string name;
  for (int level = 0; level < kDeepestTree && node != kUndefined32; ++level) {
    const SystemTreeNodeRecord& record = records_.system_tree[node];
    const bool is_node = records_.text(record.class_name) == "node";
    if (name.empty() || is_node) name = records_.text(record.name);
    if (is_node) break;
    node = nodes_[record.parent];
  }
  const auto next = static_cast<std::uint32_t>(definitions_.hosts.size());
  const auto [found, added] = hosts_.try_emplace(name, next);
  if (added) definitions_.hosts.push_back(std::move(name));
  return found->second;
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
