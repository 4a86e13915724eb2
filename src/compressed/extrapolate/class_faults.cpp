// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/class_faults.h"

#include <algorithm>
#include <limits>

#include "compressed/fold/align.h"
#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

constexpr std::uint64_t kMostCells = 1'000'000'000;

Elastic constant_of(std::int64_t value) {
  Sequence values;
  values.append(Run{value, 0, std::numeric_limits<std::uint32_t>::max()});
  values.seal();
  return Elastic(ElasticPair{std::move(values), RankSet(0)});
}

// The events of the representative alone.
Trace alone(ClassCalls& calls, std::size_t base) {
  Trace out;
  out.ranks = 1;
  out.sites = calls.names().sites.sites();
  out.events = calls.folded(base, PeerForm::Relative);
  return out;
}

std::vector<std::uint32_t> events_of(const Trace& trace) {
  std::vector<std::uint32_t> out;
  Cursor cursor(trace, 0);
  for (CursorCall call; cursor.next(call);) out.push_back(call.event);
  return out;
}

// Returns the events in the order in which they are called if the loop has fewer trips.
std::vector<std::uint32_t> shortened(ClassCalls& calls, std::size_t base, const ClassFault& fault) {
  const std::vector<Event>& folded = calls.folded(base, PeerForm::Relative);
  Trace trace = alone(calls, base);
  for (std::size_t i = 0; i < folded.size(); ++i) {
    Event& event = trace.events[i];
    for (std::size_t level = 0; level < event.levels.size(); ++level) {
      const Elastic& trips = folded[i].levels[level].trips;
      if (!trips.empty() && &std::get<Sequence>(trips.pairs().front().values) == fault.trips[base])
        event.levels[level].trips = constant_of(fault.most_trips);
    }
    event.parameters = {};
    event.of(Parameter::Actions) = constant_of(0);
  }
  return events_of(trace);
}

// Marks all calls of the events of a fault.
void mark_range(const std::vector<std::uint32_t>& events, const std::vector<std::uint32_t>& places,
                const ClassFault& fault, std::vector<bool>& marked) {
  for (std::size_t i = 0; i < events.size(); ++i)
    if (places[events[i]] >= fault.first && places[events[i]] <= fault.last) marked[i] = true;
}

}  // namespace

void mark_openings(const Trace& trace, std::uint32_t rank, std::vector<bool>& marked) {
  OpenRequests<std::size_t> open;
  std::size_t number = 0;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call); ++number)
    for (const Action& action : call.actions) {
      if (closes_request(action.kind)) {
        const auto opening = open.close_at(action.request);
        if (opening && marked[number]) marked[*opening] = true;
      } else if (opens_request(action.kind)) {
        open.open(number);
      }
    }
}

std::vector<bool> faulty_calls(ClassCalls& calls, std::size_t base,
                               const std::vector<ClassFault>& faults) {
  const Trace trace = alone(calls, base);
  const std::vector<std::uint32_t> events = events_of(trace);
  const std::vector<std::uint32_t>& places = calls.places(base);
  std::vector<bool> out(events.size(), false);
  for (const ClassFault& fault : faults) {
    if (!fault.trips.empty() && fault.most_trips > 0) {
      if (fault.trips[base] == nullptr) continue;
      const std::vector<std::uint32_t> shorter = shortened(calls, base, fault);
      if (cells_to_align(events, shorter) > kMostCells) {  // then the whole loop goes
        mark_range(events, places, fault, out);
        continue;
      }
      std::vector<bool> stays(events.size(), false);
      for (const auto& [in_all, in_shorter] : align(events, shorter)) stays[in_all] = true;
      for (std::size_t i = 0; i < events.size(); ++i)
        if (!stays[i]) out[i] = true;
      continue;
    }
    mark_range(events, places, fault, out);
  }
  mark_openings(trace, 0, out);
  return out;
}

}  // namespace tarry::compressed
