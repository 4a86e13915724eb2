// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/generated_source.h"

#include <algorithm>
#include <vector>

#include "trace/synthetic/generated_events.h"
#include "trace/synthetic/generated_regions.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::trace::synthetic {
namespace {

using model::Rank;

// Makes the members a ring, in which each receives from the two beside it.
void make_ring(model::Communicator& comm) {
  const auto size = static_cast<std::uint32_t>(comm.members.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<std::uint32_t>& neighbors = comm.in_neighbors.emplace_back();
    for (const std::uint32_t other : {(i + size - 1) % size, (i + 1) % size})
      if (other != i) neighbors.push_back(other);
    std::sort(neighbors.begin(), neighbors.end());
    neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
  }
}

bool has_rings(const Schedule& schedule, GroupKind group) {
  const auto& patterns = schedule.parameters().patterns;
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
    return pattern.kind == PatternKind::Neighbors && pattern.group == group;
  });
}

void add_communicators(const Schedule& schedule, model::Definitions& to) {
  constexpr const char* kNames[] = {"MPI_COMM_WORLD", "row ", "column "};
  for (const GroupKind kind : {GroupKind::World, GroupKind::Row, GroupKind::Column}) {
    if (kind != GroupKind::World && !schedule.uses(kind)) continue;
    for (std::uint32_t group = 0; group < schedule.groups(kind); ++group) {
      model::Communicator comm;
      comm.name = kNames[static_cast<std::size_t>(kind)];
      if (kind != GroupKind::World) comm.name += std::to_string(group);
      const std::uint32_t size = schedule.group_size(kind, group);
      comm.members.reserve(size);
      for (std::uint32_t index = 0; index < size; ++index)
        comm.members.push_back(Rank{schedule.world_rank(kind, group, index)});
      if (has_rings(schedule, kind)) make_ring(comm);
      to.communicators.push_back(std::move(comm));
    }
  }
}

void add_locations(const Schedule& schedule, model::Definitions& to) {
  const Parameters& parameters = schedule.parameters();
  to.locations.reserve(parameters.ranks * parameters.threads);
  to.processes.reserve(parameters.ranks);
  for (std::uint32_t rank = 0; rank < parameters.ranks; ++rank) {
    if (rank % parameters.ranks_per_host == 0)
      to.hosts.push_back("node" + std::to_string(to.hosts.size()));
    to.processes.push_back("MPI Rank " + std::to_string(rank));
    for (std::uint32_t thread = 0; thread < parameters.threads; ++thread) {
      model::Location location;
      location.trace_id = std::uint64_t{thread} << 32 | rank;
      location.rank = Rank{rank};
      location.thread = thread;
      location.host = static_cast<std::uint32_t>(to.hosts.size() - 1);
      location.event_count = schedule.event_count(rank, thread);
      location.name = thread == 0 ? "Master thread" : "thread " + std::to_string(thread);
      to.locations.push_back(std::move(location));
    }
  }
}

model::Definitions make_definitions(const Schedule& schedule) {
  model::Definitions made;
  made.program = kGeneratedProgram;
  made.has_mpi = true;
  made.clock.ticks_per_second = kTicksPerSecond;
  made.clock.length = static_cast<std::uint64_t>(schedule.end());
  for (const std::string_view name : kGeneratedRegionNames)
    made.regions.push_back(region_by_name(name));
  model::Region& program = made.regions[id_of(GeneratedRegion::Program).index()];
  program.role = model::RegionRole::Artificial;
  program.paradigm = model::Paradigm::MeasurementSystem;
  for (std::uint64_t i = 0; i < schedule.parameters().functions; ++i)
    made.regions.push_back(region_by_name("function_" + std::to_string(i)));
  add_communicators(schedule, made);
  add_locations(schedule, made);
  return made;
}

}  // namespace

GeneratedSource::GeneratedSource(Parameters parameters)
    : schedule_(std::move(parameters)), definitions_(make_definitions(schedule_)) {}

base::Status GeneratedSource::read(model::LocationIndex location, model::EventHandler& handler,
                                   model::Anomalies&) {
  if (location.index() >= definitions_.locations.size())
    return base::Error{base::ErrorCode::Failed, "no such location", std::to_string(location.value),
                       ""};
  const model::Location& entry = definitions_.locations[location.index()];
  if (entry.thread == 0)
    deliver_communicating(schedule_, entry.rank.value, handler);
  else
    deliver_computing(schedule_, handler);
  return base::kOk;
}

}  // namespace tarry::trace::synthetic
