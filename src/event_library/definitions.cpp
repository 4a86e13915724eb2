// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/definitions.h"

#include <unordered_map>

namespace tarry::event_library {
namespace {

std::vector<std::uint32_t> values_of(const std::vector<model::Rank>& ranks) {
  std::vector<std::uint32_t> values;
  for (const model::Rank rank : ranks) values.push_back(rank.value);
  return values;
}

}  // namespace

ShownDefinitions::ShownDefinitions(const model::Definitions& definitions) {
  for (const model::Region& region : definitions.regions)
    regions.push_back({region.name, region.canonical, region.file, region.begin_line,
                       region.end_line, std::string(model::role_name(region.role)),
                       std::string(model::paradigm_name(region.paradigm)), region.call_site});
  std::unordered_map<std::uint64_t, std::uint32_t> by_trace_id;
  for (const model::Location& location : definitions.locations) {
    by_trace_id.emplace(location.trace_id, static_cast<std::uint32_t>(locations.size()));
    const bool has_host = location.host < definitions.hosts.size();
    locations.push_back({location.name, location.rank.value, location.thread,
                         has_host ? definitions.hosts[location.host] : "", location.trace_id,
                         location.event_count});
  }
  for (const model::Communicator& comm : definitions.communicators) {
    events::Communicator shown{comm.name, values_of(comm.members), values_of(comm.remote_members),
                               comm.is_self, comm.is_team};
    for (const std::uint64_t id : comm.team)
      if (const auto found = by_trace_id.find(id); found != by_trace_id.end())
        shown.members.push_back(found->second);
    communicators.push_back(std::move(shown));
  }
  for (const model::Window& window : definitions.windows)
    windows.push_back({window.name, window.comm.value});
  for (const model::OpenedFile& file : definitions.files)
    files.push_back({file.name, file.comm.value});
  for (const model::Counter& counter : definitions.counters)
    counters.push_back({counter.name, counter.unit});
}

}  // namespace tarry::event_library
