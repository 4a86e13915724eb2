// SPDX-License-Identifier: BSD-3-Clause
// The functions of events::Trace about compound events.
#include <algorithm>

#include "event_library/opened_trace.h"

namespace tarry::events {

using event_library::CollectivePart;
using event_library::StoredCollective;
using event_library::StoredMessage;
using event_library::StoredTeam;
using event_library::StoredTenure;
using event_library::TeamPart;

namespace {

void check_number(const char* what, std::uint64_t number, std::uint64_t count) {
  if (number >= count)
    throw Error("the trace has no " + std::string(what) + " " + std::to_string(number) + ", only " +
                std::to_string(count));
}

// What a filter asks of one thing: whether its places, and the time of it, are wanted.
class Wanted {
 public:
  Wanted(const CompoundFilter& filter, const std::vector<Location>& locations)
      : filter_(filter), locations_(locations) {}

  [[nodiscard]] bool place(std::uint32_t location) const {
    return location != kNone && has(filter_.locations, location) &&
           has(filter_.ranks, locations_[location].rank);
  }
  [[nodiscard]] bool comm(std::uint32_t comm) const { return has(filter_.comms, comm); }
  [[nodiscard]] bool time(const event_library::Moment& begin,
                          const event_library::Moment& end) const {
    return begin.time <= filter_.until && end.time >= filter_.from;
  }

 private:
  static bool has(const std::vector<std::uint32_t>& wanted, std::uint32_t value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  }

  const CompoundFilter& filter_;
  const std::vector<Location>& locations_;
};

template <class Item, class Fits>
std::vector<std::uint64_t> numbers_of(std::span<Item> items, Fits fits) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < items.size(); ++i)
    if (fits(items[i])) numbers.push_back(i);
  return numbers;
}

// The time of an end that the trace does not have is 0.
std::int64_t time_of(const event_library::Moment& moment) {
  return moment.valid() ? moment.time : 0;
}

}  // namespace

std::uint64_t Trace::message_count() const { return opened_->index().messages().size(); }
Message Trace::message(std::uint64_t number) const {
  const std::span<const StoredMessage> all = opened_->matched().messages();
  check_number("message", number, all.size());
  const StoredMessage& stored = all[number];
  Message shown;
  shown.send = stored.begin.position();
  shown.receive = stored.receive.position();
  shown.send_time = stored.begin.time;
  shown.receive_time = time_of(stored.receive);
  shown.bytes = stored.bytes;
  shown.source = stored.source;
  shown.destination = stored.destination;
  shown.comm = stored.comm;
  shown.tag = stored.tag;
  shown.send_enter_time = stored.send_enter;
  shown.receive_enter_time = stored.receive_enter;
  shown.send_region = stored.send_region;
  shown.receive_region = stored.receive_region;
  shown.send_path = stored.send_path;
  shown.receive_path = stored.receive_path;
  return shown;
}

std::uint64_t Trace::collective_count() const { return opened_->index().collectives().size(); }
Collective Trace::collective(std::uint64_t number) const {
  event_library::TraceIndex& index = opened_->index();
  check_number("collective operation", number, index.collectives().size());
  const StoredCollective& stored = index.collectives()[number];
  const std::span<const CollectivePart> parts =
      index.collective_parts().subspan(stored.first, stored.members);
  Collective shown;
  shown.comm = parts.front().comm;
  shown.sequence = parts.front().sequence;
  shown.root = parts.front().root;
  shown.op = parts.front().op;
  shown.nonblocking = parts.front().nonblocking;
  shown.complete = stored.complete;
  for (const CollectivePart& part : parts)
    shown.members.push_back({part.begin.position(), part.end.position(), part.begin.time,
                             part.end.time, part.enter, part.sent, part.received, part.rank,
                             part.region, part.path});
  return shown;
}

std::uint64_t Trace::parallel_region_count() const { return opened_->index().teams().size(); }
ParallelRegion Trace::parallel_region(std::uint64_t number) const {
  event_library::TraceIndex& index = opened_->index();
  check_number("parallel region", number, index.teams().size());
  const StoredTeam& stored = index.teams()[number];
  const std::span<const TeamPart> parts = index.team_parts().subspan(stored.first, stored.members);
  ParallelRegion shown;
  shown.team = parts.front().team;
  shown.instance = parts.front().instance;
  shown.fork = stored.fork.position();
  shown.join = stored.join.position();
  for (const TeamPart& part : parts)
    shown.members.push_back(
        {part.begin.position(), part.end.position(), part.begin.time, time_of(part.end)});
  return shown;
}

std::uint64_t Trace::lock_tenure_count() const { return opened_->index().tenures().size(); }
LockTenure Trace::lock_tenure(std::uint64_t number) const {
  event_library::TraceIndex& index = opened_->index();
  check_number("tenure of a lock", number, index.tenures().size());
  const StoredTenure& stored = index.tenures()[number];
  return {stored.begin.position(),
          stored.end.position(),
          stored.begin.time,
          time_of(stored.end),
          stored.rank,
          stored.lock,
          stored.order,
          stored.paradigm};
}

std::vector<std::uint64_t> Trace::messages(const CompoundFilter& filter) const {
  const Wanted wanted(filter, locations());
  return numbers_of(opened_->matched().messages(), [&](const StoredMessage& message) {
    return wanted.comm(message.comm) && wanted.time(message.begin, message.end) &&
           (wanted.place(message.begin.location) || wanted.place(message.receive.location));
  });
}

std::vector<std::uint64_t> Trace::collectives(const CompoundFilter& filter) const {
  const Wanted wanted(filter, locations());
  event_library::TraceIndex& index = opened_->index();
  return numbers_of(index.collectives(), [&](const StoredCollective& stored) {
    const std::span<const CollectivePart> parts =
        index.collective_parts().subspan(stored.first, stored.members);
    return wanted.time(stored.begin, stored.end) && wanted.comm(parts.front().comm) &&
           (filter.operation.empty() || filter.operation == collective_name(parts.front().op)) &&
           std::any_of(parts.begin(), parts.end(), [&](const CollectivePart& part) {
             return wanted.place(part.begin.location);
           });
  });
}

std::vector<std::uint64_t> Trace::parallel_regions(const CompoundFilter& filter) const {
  const Wanted wanted(filter, locations());
  event_library::TraceIndex& index = opened_->index();
  return numbers_of(index.teams(), [&](const StoredTeam& stored) {
    const std::span<const TeamPart> parts =
        index.team_parts().subspan(stored.first, stored.members);
    return wanted.time(stored.begin, stored.end) && wanted.comm(parts.front().team) &&
           std::any_of(parts.begin(), parts.end(),
                       [&](const TeamPart& part) { return wanted.place(part.begin.location); });
  });
}

// Locks are on no communicator.
std::vector<std::uint64_t> Trace::lock_tenures(const CompoundFilter& filter) const {
  const Wanted wanted(filter, locations());
  return numbers_of(opened_->index().tenures(), [&](const StoredTenure& tenure) {
    return filter.comms.empty() && wanted.time(tenure.begin, tenure.end) &&
           wanted.place(tenure.begin.location);
  });
}

std::uint64_t Trace::message_of(Position position) const {
  return opened_->matched().message_of(opened_->event(position));
}
std::uint64_t Trace::collective_of(Position position) const {
  opened_->event(position);  // fails if there is none
  return opened_->index().collective_of(position);
}

}  // namespace tarry::events
