// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/expand/expanded_definitions.h"

#include <map>
#include <string>

#include "model/thread_names.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::compressed {
namespace {

std::vector<model::Rank> ranks_of(const std::vector<std::uint32_t>& numbers) {
  std::vector<model::Rank> made;
  made.reserve(numbers.size());
  for (const std::uint32_t number : numbers) made.emplace_back(number);
  return made;
}

// Only the name of a frame shows its kind.
model::Region region_of(const Frame& frame) {
  model::Region region = trace::synthetic::region_by_name(frame.name);
  region.name = frame.name;
  region.canonical = frame.name;
  region.file = frame.file;
  region.begin_line = frame.line;
  return region;
}

}  // namespace

ExpandedDefinitions expanded_definitions(const Trace& trace) {
  ExpandedDefinitions made;
  model::Definitions& out = made.definitions;
  out.clock.ticks_per_second = 1'000'000'000;
  out.program = trace.program;
  out.has_mpi = true;
  out.hosts = {"expanded"};
  for (const Frame& frame : trace.frames) out.regions.push_back(region_of(frame));
  std::map<std::string, model::RegionId> functions;
  for (const Site& site : trace.sites) {
    const auto [found, is_unknown] = functions.try_emplace(
        site.function, model::RegionId{static_cast<std::uint32_t>(out.regions.size())});
    if (is_unknown) out.regions.push_back(trace::synthetic::region_by_name(site.function));
    made.functions.push_back(found->second);
  }
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    model::Location location;
    location.trace_id = rank;
    location.rank = model::Rank{rank};
    location.name = model::kMainThread;
    out.locations.push_back(location);
    out.processes.push_back("MPI Rank " + std::to_string(rank));
  }
  for (const Communicator& comm : trace.communicators) {
    model::Communicator defined;
    defined.name = comm.name;
    defined.members = ranks_of(comm.members);
    defined.remote_members = ranks_of(comm.remote_members);
    defined.is_self = comm.is_self;
    defined.is_inter = comm.is_inter;
    out.communicators.push_back(defined);
  }
  return made;
}

}  // namespace tarry::compressed
