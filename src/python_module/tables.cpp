// SPDX-License-Identifier: BSD-3-Clause
#include "python_module/tables.h"

#include <algorithm>

namespace tarry::python_module {
namespace {

using events::Event;

// A compound event, or a member of one, and its number.
template <class Item>
struct Numbered {
  std::uint64_t number;
  Item item;
};
struct Member {
  std::uint64_t number;
  const events::CollectiveMember& item;
};

// Adds a row for each number.
template <class Row, class Item>
py::dict numbered_columns(const std::vector<Choice<Row>>& choices, const Names& names,
                          const std::vector<std::uint64_t>& numbers, Item item) {
  Columns<Row> columns(choices, names);
  {
    const py::gil_scoped_release others_may_run;
    for (const std::uint64_t number : numbers) {
      const Row row{number, item(number)};
      columns.add(&row, 1);
    }
  }
  return columns.arrays();
}

#define TARRY_COLUMN(row, type, column, value) \
  choice<row, type>(#column, [](const row& r) { return value; })

const std::vector<Choice<Event>>& event_choices() {
  static const std::vector<Choice<Event>> all = {
      TARRY_COLUMN(Event, std::int64_t, time, r.time),
      TARRY_COLUMN(Event, std::uint32_t, location, r.location),
      TARRY_COLUMN(Event, std::uint64_t, number, r.number),
      TARRY_COLUMN(Event, std::uint8_t, kind, r.kind),
      TARRY_COLUMN(Event, std::uint32_t, region, r.region),
      TARRY_COLUMN(Event, std::uint32_t, peer, r.peer),
      TARRY_COLUMN(Event, std::uint32_t, comm, r.comm),
      TARRY_COLUMN(Event, std::uint32_t, tag, r.tag),
      TARRY_COLUMN(Event, std::uint64_t, bytes, r.bytes),
      TARRY_COLUMN(Event, std::uint64_t, received, r.received),
      TARRY_COLUMN(Event, std::uint64_t, id, r.id),
      TARRY_COLUMN(Event, std::uint8_t, op, r.op),
      TARRY_COLUMN(Event, std::uint32_t, root, r.root),
      TARRY_COLUMN(Event, std::uint32_t, window, r.window),
      TARRY_COLUMN(Event, std::uint32_t, lock, r.lock),
      TARRY_COLUMN(Event, std::uint32_t, order, r.order),
      TARRY_COLUMN(Event, std::uint8_t, paradigm, r.paradigm),
      TARRY_COLUMN(Event, std::uint32_t, counter, r.counter),
      TARRY_COLUMN(Event, double, value, r.value),
      TARRY_COLUMN(Event, bool, flag, r.flag),
      TARRY_COLUMN(Event, std::uint32_t, file, r.file)};
  return all;
}

}  // namespace

py::dict event_columns(const events::Trace& trace, const Names& names, const events::Filter& filter,
                       bool in_time_order) {
  constexpr std::uint64_t kMostReserved = 1 << 26;  // a damaged trace may declare anything
  Columns<Event> columns(event_choices(), names);
  std::uint64_t declared = 0;
  for (const events::Location& location : trace.locations()) declared += location.declared_events;
  const bool has_filter = !filter.locations.empty() || !filter.ranks.empty() ||
                          !filter.kinds.empty() || !filter.regions.empty() ||
                          filter.from != INT64_MIN || filter.until != INT64_MAX;
  if (!has_filter) columns.reserve(std::min(declared, kMostReserved));
  {
    const py::gil_scoped_release others_may_run;
    const auto add = [](void* self, const Event* events, std::size_t count) {
      static_cast<Columns<Event>*>(self)->add(events, count);
    };
    if (in_time_order)
      trace.for_each_batch_in_time(filter, &columns, add);
    else
      trace.for_each_batch(filter, &columns, add);
  }
  return columns.arrays();
}

py::dict message_columns(const events::Trace& trace, const Names& names,
                         const events::CompoundFilter& filter) {
  using Row = Numbered<events::Message>;
  static const std::vector<Choice<Row>> choices = {
      TARRY_COLUMN(Row, std::uint64_t, message, r.number),
      TARRY_COLUMN(Row, std::uint32_t, source, r.item.source),
      TARRY_COLUMN(Row, std::uint32_t, destination, r.item.destination),
      TARRY_COLUMN(Row, std::uint32_t, comm, r.item.comm),
      TARRY_COLUMN(Row, std::uint32_t, tag, r.item.tag),
      TARRY_COLUMN(Row, std::uint64_t, bytes, r.item.bytes),
      TARRY_COLUMN(Row, bool, received, r.item.receive.valid()),
      TARRY_COLUMN(Row, std::int64_t, send_time, r.item.send_time),
      TARRY_COLUMN(Row, std::int64_t, receive_time, r.item.receive_time),
      TARRY_COLUMN(Row, std::int64_t, send_enter_time, r.item.send_enter_time),
      TARRY_COLUMN(Row, std::int64_t, receive_enter_time, r.item.receive_enter_time),
      TARRY_COLUMN(Row, std::uint32_t, send_location, r.item.send.location),
      TARRY_COLUMN(Row, std::uint64_t, send_number, r.item.send.number),
      TARRY_COLUMN(Row, std::uint32_t, receive_location, r.item.receive.location),
      TARRY_COLUMN(Row, std::uint64_t, receive_number, r.item.receive.number),
      TARRY_COLUMN(Row, std::uint32_t, send_region, r.item.send_region),
      TARRY_COLUMN(Row, std::uint32_t, receive_region, r.item.receive_region),
      TARRY_COLUMN(Row, std::uint32_t, send_path, r.item.send_path),
      TARRY_COLUMN(Row, std::uint32_t, receive_path, r.item.receive_path)};
  return numbered_columns<Row>(choices, names, trace.messages(filter),
                               [&](std::uint64_t number) { return trace.message(number); });
}

py::dict collective_columns(const events::Trace& trace, const Names& names,
                            const events::CompoundFilter& filter) {
  using Row = Numbered<events::Collective>;
  static const auto first_begin = [](const events::Collective& all) {
    std::int64_t first = INT64_MAX;
    for (const auto& member : all.members) first = std::min(first, member.begin_time);
    return first;
  };
  static const auto last_begin = [](const events::Collective& all) {
    std::int64_t last = INT64_MIN;
    for (const auto& member : all.members) last = std::max(last, member.begin_time);
    return last;
  };
  static const auto last_end = [](const events::Collective& all) {
    std::int64_t last = INT64_MIN;
    for (const auto& member : all.members) last = std::max(last, member.end_time);
    return last;
  };
  static const std::vector<Choice<Row>> choices = {
      TARRY_COLUMN(Row, std::uint64_t, collective, r.number),
      TARRY_COLUMN(Row, std::uint32_t, comm, r.item.comm),
      TARRY_COLUMN(Row, std::uint32_t, sequence, r.item.sequence),
      TARRY_COLUMN(Row, std::uint8_t, op, r.item.op),
      TARRY_COLUMN(Row, std::uint32_t, root, r.item.root),
      TARRY_COLUMN(Row, bool, nonblocking, r.item.nonblocking),
      TARRY_COLUMN(Row, bool, complete, r.item.complete),
      TARRY_COLUMN(Row, std::uint32_t, members, r.item.members.size()),
      TARRY_COLUMN(Row, std::int64_t, first_begin_time, first_begin(r.item)),
      TARRY_COLUMN(Row, std::int64_t, last_begin_time, last_begin(r.item)),
      TARRY_COLUMN(Row, std::int64_t, last_end_time, last_end(r.item))};
  return numbered_columns<Row>(choices, names, trace.collectives(filter),
                               [&](std::uint64_t number) { return trace.collective(number); });
}

py::dict collective_member_columns(const events::Trace& trace, const Names& names,
                                   const events::CompoundFilter& filter) {
  static const std::vector<Choice<Member>> choices = {
      TARRY_COLUMN(Member, std::uint64_t, collective, r.number),
      TARRY_COLUMN(Member, std::uint32_t, rank, r.item.rank),
      TARRY_COLUMN(Member, std::int64_t, enter_time, r.item.enter_time),
      TARRY_COLUMN(Member, std::int64_t, begin_time, r.item.begin_time),
      TARRY_COLUMN(Member, std::int64_t, end_time, r.item.end_time),
      TARRY_COLUMN(Member, std::uint64_t, sent, r.item.sent),
      TARRY_COLUMN(Member, std::uint64_t, received, r.item.received),
      TARRY_COLUMN(Member, std::uint32_t, location, r.item.begin.location),
      TARRY_COLUMN(Member, std::uint64_t, begin_number, r.item.begin.number),
      TARRY_COLUMN(Member, std::uint32_t, end_location, r.item.end.location),
      TARRY_COLUMN(Member, std::uint64_t, end_number, r.item.end.number),
      TARRY_COLUMN(Member, std::uint32_t, region, r.item.region),
      TARRY_COLUMN(Member, std::uint32_t, path, r.item.path)};
  Columns<Member> columns(choices, names);
  {
    const py::gil_scoped_release others_may_run;
    for (const std::uint64_t number : trace.collectives(filter))
      for (const events::CollectiveMember& member : trace.collective(number).members) {
        const Member row{number, member};
        columns.add(&row, 1);
      }
  }
  return columns.arrays();
}

py::dict parallel_region_columns(const events::Trace& trace, const Names& names,
                                 const events::CompoundFilter& filter) {
  using Row = Numbered<events::ParallelRegion>;
  static const std::vector<Choice<Row>> choices = {
      TARRY_COLUMN(Row, std::uint64_t, parallel_region, r.number),
      TARRY_COLUMN(Row, std::uint32_t, team, r.item.team),
      TARRY_COLUMN(Row, std::uint32_t, instance, r.item.instance),
      TARRY_COLUMN(Row, std::uint32_t, members, r.item.members.size()),
      TARRY_COLUMN(Row, std::uint32_t, location, r.item.fork.location),
      TARRY_COLUMN(Row, std::uint64_t, fork_number, r.item.fork.number),
      TARRY_COLUMN(Row, std::uint64_t, join_number, r.item.join.number)};
  return numbered_columns<Row>(choices, names, trace.parallel_regions(filter),
                               [&](std::uint64_t number) { return trace.parallel_region(number); });
}

py::dict lock_tenure_columns(const events::Trace& trace, const Names& names,
                             const events::CompoundFilter& filter) {
  using Row = Numbered<events::LockTenure>;
  static const std::vector<Choice<Row>> choices = {
      TARRY_COLUMN(Row, std::uint64_t, lock_tenure, r.number),
      TARRY_COLUMN(Row, std::uint32_t, rank, r.item.rank),
      TARRY_COLUMN(Row, std::uint8_t, paradigm, r.item.paradigm),
      TARRY_COLUMN(Row, std::uint32_t, lock, r.item.lock),
      TARRY_COLUMN(Row, std::uint32_t, order, r.item.order),
      TARRY_COLUMN(Row, std::uint32_t, location, r.item.acquire.location),
      TARRY_COLUMN(Row, std::int64_t, acquire_time, r.item.acquire_time),
      TARRY_COLUMN(Row, std::int64_t, release_time, r.item.release_time),
      TARRY_COLUMN(Row, bool, released, r.item.release.valid()),
      TARRY_COLUMN(Row, std::uint64_t, acquire_number, r.item.acquire.number),
      TARRY_COLUMN(Row, std::uint64_t, release_number, r.item.release.number)};
  return numbered_columns<Row>(choices, names, trace.lock_tenures(filter),
                               [&](std::uint64_t number) { return trace.lock_tenure(number); });
}

#undef TARRY_COLUMN

}  // namespace tarry::python_module
