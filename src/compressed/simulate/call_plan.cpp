// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/call_plan.h"

#include <algorithm>
#include <limits>

#include "compressed/replay/call_role.h"

namespace tarry::simulate {

namespace {

CallPlan plan_of(std::string_view function) {
  CallPlan plan;
  switch (replay::call_role(function)) {
    case replay::CallRole::Starts:
      plan.duration = Duration::Start;
      break;
    case replay::CallRole::Ends:
      plan.duration = Duration::End;
      break;
    case replay::CallRole::Synchronises:
      plan.duration = Duration::Shortest;
      break;
    case replay::CallRole::Communicates:
      break;
    default:
      plan.duration = Duration::Recorded;
      break;
  }
  const replay::SendMode mode = replay::send_mode(function);
  if (mode == replay::SendMode::Synchronous) plan.sends = Protocol::Synchronous;
  if (mode == replay::SendMode::Buffered) plan.sends = Protocol::Eager;
  return plan;
}

template <class Predicate>
bool any_value(const compressed::Elastic& element, Predicate predicate) {
  for (const compressed::ElasticPair& pair : element.pairs()) {
    if (const auto* histogram = std::get_if<compressed::ValueHistogram>(&pair.values)) {
      for (const auto& [value, count] : histogram->counts)
        if (predicate(value)) return true;
      continue;
    }
    for (compressed::SequenceCursor cursor(std::get<compressed::Sequence>(pair.values));
         !cursor.done();) {
      const compressed::Run run = cursor.next_run_whole();
      if (predicate(run.first) || predicate(run.at(run.count - 1))) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<CallPlan> call_plans(const compressed::Trace& trace) {
  std::vector<CallPlan> plans;
  plans.reserve(trace.sites.size());
  for (const compressed::Site& site : trace.sites) plans.push_back(plan_of(site.function));
  return plans;
}

WholeRun whole_run(const compressed::Trace& trace, const std::vector<CallPlan>& plans,
                   Duration which) {
  WholeRun found;
  compressed::RankSet ranks;
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (const compressed::Event& event : trace.events) {
    if (plans[event.site.index()].duration != which) continue;
    ranks.unite(event.ranks);
    for (const compressed::EventTimes& times : event.times)
      if (times.duration.count() != 0) shortest = std::min(shortest, times.duration.smallest());
  }
  found.ranks = static_cast<std::uint32_t>(ranks.size());
  if (shortest != std::numeric_limits<std::uint64_t>::max())
    found.shortest = static_cast<Nanoseconds>(shortest);
  return found;
}

bool needs_fates(const compressed::Trace& trace) {
  const auto is_open = [](std::int64_t value) { return value < 0; };
  const auto is_cancelled = [](std::int64_t kind) {
    return kind == static_cast<std::int64_t>(compressed::ActionKind::Cancelled);
  };
  return std::any_of(trace.events.begin(), trace.events.end(), [&](const compressed::Event& event) {
    return any_value(event.of(compressed::Parameter::PostedPeer), is_open) ||
           any_value(event.of(compressed::Parameter::PostedTag), is_open) ||
           any_value(event.of(compressed::Parameter::Kind), is_cancelled);
  });
}

}  // namespace tarry::simulate
