// SPDX-License-Identifier: BSD-3-Clause
// The state that the parts of the case parser share while a case grows: known names, pending
// requests, and the format of numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/synthetic/case_file.h"
#include "trace/synthetic/location_name.h"

namespace tarry::trace::synthetic {

// The data of a new request that `complete=` needs later.
struct PendingRequest {
  Event::Kind completion{};  // IsendComplete, Irecv or NonBlockingComplete
  model::MessageRecord message;
  model::CollectiveRecord collective;
};

struct CaseBuilder {
  Case result;
  std::map<LocationName, std::vector<Event>> timelines;
  std::uint64_t resolution = 1000;  // ticks per unit of time (second)
  std::map<std::string, model::RegionId, std::less<>> regions;
  std::map<std::string, model::CommId, std::less<>> comms;
  std::map<std::string, model::WindowId, std::less<>> windows;
  std::map<std::string, model::FileId, std::less<>> files;
  std::map<std::vector<model::Rank>, model::GroupId> groups;
  std::map<std::string, model::CounterId, std::less<>> counters;
  std::map<std::string, model::CounterSetId, std::less<>> counter_sets;
  std::map<std::pair<std::uint32_t, std::uint64_t>, PendingRequest> pending;  // by rank, request
  std::uint64_t next_transfer = 1;  // matching number of a transfer that has no match=

  // Returns the region of that name, made from the name alone on first use.
  model::RegionId region(std::string_view name);

  // Returns the group of these processes, made on first use.
  model::GroupId group(const std::vector<model::Rank>& members);

  // With 1000 ticks per second, "2.5" is 2500; the result is empty if the text is not such a number
  // or lies between two ticks.
  [[nodiscard]] std::optional<Ticks> ticks(std::string_view text) const;
};

}  // namespace tarry::trace::synthetic
