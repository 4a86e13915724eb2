// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/process_records.h"

#include <functional>
#include <map>
#include <queue>

namespace tarry::analysis {
namespace {

// Merges one list per location, each ascending by time: by key, then location.
template <class List, class Key>
std::pmr::vector<RecordRef> in_order(const ProcessRecords& process, List list, Key key) {
  using Next = decltype(std::pair(key(list(process.locations[0])[0]), RecordRef{}));
  std::pmr::vector<RecordRef> order;
  if (process.locations.size() == 1) {  // that of the file
    order.resize(list(process.locations[0]).size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {Sibling{0}, i};
    return order;
  }
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto go_to = [&](RecordRef ref) {
    const auto& records = list(process.locations[ref.location]);
    if (ref.index < records.size()) next.push({key(records[ref.index]), ref});
  };
  for (std::size_t l = 0; l < process.locations.size(); ++l) go_to({static_cast<Sibling>(l), 0});
  while (!next.empty()) {
    const RecordRef ref = next.top().second;
    next.pop();
    order.push_back(ref);
    go_to({ref.location, ref.index + 1});
  }
  return order;
}

bool ends_epoch(RmaKind kind) {
  return kind == RmaKind::Complete || kind == RmaKind::Wait || kind == RmaKind::Unlock;
}

struct Start {
  Ticks time;
  Sibling location;
  std::uint32_t index;
};

void link(ProcessRecords& process, const Start& start, Sibling completing_location,
          const ForeignCompletion& completion) {
  LocationRecords& starter = process.locations[start.location];
  switch (completion.kind) {
    case RequestKind::Send:
      if (completion.cancelled) {
        starter.sends[start.index].cancelled = true;
        break;
      }
      starter.sends[start.index].completion = completion.index;
      starter.sends[start.index].completion_location = completing_location;
      break;
    case RequestKind::Receive:
      if (completion.cancelled) {
        starter.posted[start.index].cancelled = true;
        break;
      }
      starter.posted[start.index].receive = completion.index;
      starter.posted[start.index].receive_location = completing_location;
      break;
    case RequestKind::Collective: {
      CollectiveRecord filled =
          process.locations[completing_location].foreign_collectives[completion.index];
      const CollectiveRecord& begun = starter.collectives[start.index];
      filled.initiated = begun.initiated;
      filled.begin = begun.begin;
      filled.initiated_at = begun.initiated_at;
      filled.initiating = begun.initiating;
      filled.nonblocking = true;
      filled.instance_location = completing_location;
      starter.collectives[start.index] = filled;
      break;
    }
  }
}

}  // namespace

RecordRef call_of(const ProcessRecords& process, RecordRef record, AwaitedEvent::Of of) {
  if (of == AwaitedEvent::Of::Call) return record;
  const CollectiveRecord& part = process.locations[record.location].collectives[record.index];
  if (of == AwaitedEvent::Of::Collective && part.nonblocking)
    return {record.location, part.initiating};
  return {part.instance_location, part.instance};
}

RecordRef first_instance(const ProcessRecords& process, std::uint32_t LocationRecords::*which) {
  RecordRef first{0, kNoIndex};
  const auto leave = [&](const RecordRef& ref) {
    return process.locations[ref.location].instances[ref.index].leave;
  };
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const RecordRef ref{static_cast<Sibling>(l), process.locations[l].*which};
    if (ref.index == kNoIndex) continue;
    if (first.index == kNoIndex || leave(ref) < leave(first)) first = ref;
  }
  return first;
}

void link_foreign_requests(ProcessRecords& process, model::Anomalies& anomalies) {
  std::map<std::pair<RequestKind, std::uint64_t>, std::vector<Start>> open;
  for (std::size_t l = 0; l < process.locations.size(); ++l)
    for (const OpenRequest& request : process.locations[l].open)
      open[{request.kind, request.request}].push_back(
          {request.time, static_cast<Sibling>(l), request.index});

  // The latest start of this id that is not after the completion.
  const auto link_to = [&](RequestKind kind, Sibling location, ForeignCompletion completion) {
    auto& starts = open[{kind, completion.request}];
    auto best = starts.end();
    for (auto it = starts.begin(); it != starts.end(); ++it)
      if (it->time <= completion.time && (best == starts.end() || best->time < it->time)) best = it;
    if (best == starts.end()) return false;
    completion.kind = kind;
    link(process, *best, location, completion);
    starts.erase(best);
    return true;
  };
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const auto location = static_cast<Sibling>(l);
    for (const ForeignCompletion& completion : process.locations[l].foreign) {
      if (link_to(completion.kind, location, completion)) continue;
      if (!completion.cancelled)
        anomalies.add("requests completed that were never started");
      else if (!link_to(RequestKind::Receive, location, completion))
        anomalies.add("requests cancelled that were never started");
    }
  }
}

std::pmr::vector<RecordRef> sends_in_order(const ProcessRecords& process) {
  return in_order(
      process, [](const LocationRecords& l) -> auto& { return l.sends; },
      [](const SendRecord& send) { return send.time; });
}

std::pmr::vector<RecordRef> receives_in_order(const ProcessRecords& process) {
  return in_order(
      process, [](const LocationRecords& l) -> auto& { return l.posted; },
      [](const PostedReceive& posted) { return posted.time; });
}

std::pmr::vector<RecordRef> collectives_in_order(const ProcessRecords& process) {
  return in_order(
      process, [](const LocationRecords& l) -> auto& { return l.collectives; },
      [](const CollectiveRecord& collective) { return collective.initiated; });
}

std::pmr::vector<RecordRef> rma_in_order(const ProcessRecords& process) {
  return in_order(
      process, [](const LocationRecords& l) -> auto& { return l.rma.records; },
      [](const RmaRecord& record) { return std::pair(record.time, !ends_epoch(record.kind)); });
}

}  // namespace tarry::analysis
