// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/neighbor_properties.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::trace::otf2 {
namespace {

using model::Rank;

// The id of the communicator follows.
constexpr std::string_view kName = "TARRY::IN_NEIGHBORS::";

using Ranks = std::vector<std::uint32_t>;

std::string text_of(const Ranks& ranks) {
  std::string text;
  for (const std::uint32_t rank : ranks) text += (text.empty() ? "" : ",") + std::to_string(rank);
  return text;
}

std::optional<Ranks> parse_ranks(std::string_view text) {
  Ranks ranks;
  for (const std::string_view item : base::split(text, ',')) {
    std::uint32_t rank = 0;
    if (!base::parse_number(item, rank)) return std::nullopt;
    ranks.push_back(rank);
  }
  return ranks;
}

// Returns the communicator that a property is about; kUndefined32 for other properties.
std::uint32_t communicator_of(std::string_view name, const TraceDefinitions& known) {
  std::uint32_t id = 0;
  if (!name.starts_with(kName) || !base::parse_number(name.substr(kName.size()), id))
    return kUndefined32;
  return known.comms[id];
}

std::unordered_map<std::uint32_t, std::uint32_t> places_in(const model::Communicator& comm) {
  std::unordered_map<std::uint32_t, std::uint32_t> places;
  for (std::uint32_t i = 0; i < comm.members.size(); ++i)
    places.try_emplace(comm.members[i].value, i);
  return places;
}

bool are_others(const Ranks& neighbors, std::uint32_t place, std::size_t members) {
  return std::is_sorted(neighbors.begin(), neighbors.end()) &&
         std::adjacent_find(neighbors.begin(), neighbors.end()) == neighbors.end() &&
         std::all_of(neighbors.begin(), neighbors.end(), [&](std::uint32_t neighbor) {
           return neighbor < members && neighbor != place;
         });
}

}  // namespace

void write_neighbors(DefinitionQueue& queue, const model::Definitions& definitions) {
  std::unordered_map<std::uint32_t, OTF2_LocationRef> initial_threads;
  for (const model::Location& location : definitions.locations)
    if (location.thread == 0) initial_threads.try_emplace(location.rank.value, location.trace_id);
  for (std::size_t c = 0; c < definitions.communicators.size(); ++c) {
    const model::Communicator& comm = definitions.communicators[c];
    if (comm.in_neighbors.empty()) continue;
    const OTF2_StringRef name = queue.string(std::string(kName) + std::to_string(c));
    for (std::size_t i = 0; i < comm.in_neighbors.size(); ++i) {
      const auto thread = initial_threads.find(comm.members[i].value);
      if (comm.in_neighbors[i].empty() || thread == initial_threads.end()) continue;
      OTF2_AttributeValue value;
      value.stringRef = queue.string(text_of(comm.in_neighbors[i]));
      queue.add([location = thread->second, name, value](OTF2_GlobalDefWriter* writer) {
        return OTF2_GlobalDefWriter_WriteLocationProperty(writer, location, name, OTF2_TYPE_STRING,
                                                          value);
      });
    }
  }
}

void build_neighbors(const DefinitionRecords& records, const Processes& processes,
                     TraceDefinitions& to, model::Anomalies& anomalies) {
  std::map<std::uint32_t, std::vector<const LocationPropertyRecord*>> by_comm;
  for (const LocationPropertyRecord& property : records.location_properties)
    if (const std::uint32_t comm = communicator_of(records.text(property.name), to);
        comm != kUndefined32)
      by_comm[comm].push_back(&property);
  for (const auto& [id, properties] : by_comm) {
    model::Communicator& comm = to.model.communicators[id];
    const auto places = places_in(comm);
    for (const LocationPropertyRecord* property : properties) {
      const auto place = places.find(processes.rank_of_location(property->location).value);
      std::optional<Ranks> neighbors = parse_ranks(records.text(property->value));
      if (place == places.end() || !neighbors ||
          !are_others(*neighbors, place->second, comm.members.size())) {
        anomalies.add("neighbors in process topologies that make no sense (left out)");
        continue;
      }
      comm.in_neighbors.resize(comm.members.size());
      comm.in_neighbors[place->second] = std::move(*neighbors);
    }
  }
}

}  // namespace tarry::trace::otf2
