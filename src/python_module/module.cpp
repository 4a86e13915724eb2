// SPDX-License-Identifier: BSD-3-Clause
// The part of the Python module tarry_trace that is compiled. What users see of it, with its
// descriptions, is tarry_trace/__init__.py.
#include <pybind11/stl.h>

#include <optional>

#include "python_module/tables.h"

namespace tarry::python_module {
namespace {

using events::Kind;
using events::kNone;
using events::Position;
using events::Trace;

using Numbers = std::vector<std::uint32_t>;

events::Filter filter_of(Numbers locations, Numbers ranks, const Names& kinds, Numbers regions,
                         std::optional<std::int64_t> start, std::optional<std::int64_t> end) {
  events::Filter filter{std::move(locations), std::move(ranks),          {},
                        std::move(regions),   start.value_or(INT64_MIN), end.value_or(INT64_MAX)};
  for (const std::string& wanted : kinds) {
    std::size_t kind = 0;
    while (kind < events::kKinds && events::name(static_cast<Kind>(kind)) != wanted) ++kind;
    if (kind == events::kKinds)
      throw py::value_error("there is no kind of event '" + wanted + "'; KINDS has all");
    filter.kinds.push_back(static_cast<Kind>(kind));
  }
  return filter;
}

events::CompoundFilter compound_filter(Numbers locations, Numbers ranks, Numbers comms,
                                       std::string operation, std::optional<std::int64_t> start,
                                       std::optional<std::int64_t> end) {
  return {std::move(locations), std::move(ranks),          std::move(comms),
          std::move(operation), start.value_or(INT64_MIN), end.value_or(INT64_MAX)};
}

// A member that the kind of event does not have is None.
template <class T>
std::optional<T> known(T value) {
  return value == static_cast<T>(-1) ? std::nullopt : std::optional<T>(value);
}

std::optional<std::pair<std::uint32_t, std::uint64_t>> shown(const Position& position) {
  if (!position.valid()) return std::nullopt;
  return std::pair{position.location, position.number};
}

template <class Get>
py::list list_of(const char* tuple_name, std::size_t count, Get get) {
  const py::object make = py::module_::import("tarry_trace._types").attr(tuple_name);
  py::list all;
  for (std::size_t i = 0; i < count; ++i) all.append(make(*py::tuple(get(i))));
  return all;
}

py::object event_of(const events::Event& event) {
  const py::object make = py::module_::import("tarry_trace._types").attr("Event");
  const bool is_transfer = event.kind == Kind::FileRead || event.kind == Kind::FileWrite ||
                           event.kind == Kind::FileFlush;
  const bool has_bytes = event.peer != kNone || event.kind == Kind::CollectiveEnd ||
                         event.kind == Kind::NonblockingCollectiveComplete || is_transfer ||
                         event.kind == Kind::FileCompleted;
  const bool has_op = event.kind == Kind::CollectiveEnd ||
                      event.kind == Kind::NonblockingCollectiveComplete ||
                      event.kind == Kind::RmaCollectiveEnd;
  const bool has_received = has_op || event.kind == Kind::RmaGet || event.kind == Kind::RmaPut ||
                            event.kind == Kind::RmaAtomic;
  const auto or_none = [](bool has, auto value) { return has ? py::cast(value) : py::none(); };
  const char* const op = is_transfer ? events::name(static_cast<events::FileMode>(event.op))
                                     : events::collective_name(event.op);
  return make(event.time, event.location, event.number, events::name(event.kind),
              known(event.region), known(event.peer), known(event.comm), known(event.tag),
              or_none(has_bytes, event.bytes), or_none(has_received, event.received),
              known(event.id), or_none(has_op || is_transfer, op), known(event.root),
              known(event.window), known(event.lock), known(event.order), known(event.counter),
              or_none(event.counter != kNone, event.value), event.flag, known(event.file));
}

template <class T>
py::object one(const char* tuple_name, const T& values) {
  return py::module_::import("tarry_trace._types").attr(tuple_name)(*values);
}

py::object message_of(const Trace& trace, std::uint64_t number) {
  const events::Message m = trace.message(number);
  return one("Message",
             py::make_tuple(shown(m.send), shown(m.receive), m.send_time,
                            m.receive.valid() ? py::cast(m.receive_time) : py::none(), m.bytes,
                            m.source, m.destination, m.comm, m.tag, m.send_enter_time,
                            m.receive.valid() ? py::cast(m.receive_enter_time) : py::none(),
                            known(m.send_region), known(m.receive_region), known(m.send_path),
                            known(m.receive_path)));
}

py::object collective_of(const Trace& trace, std::uint64_t number) {
  const events::Collective all = trace.collective(number);
  const py::object members = list_of("CollectiveMember", all.members.size(), [&](std::size_t i) {
    const events::CollectiveMember& m = all.members[i];
    return py::make_tuple(m.rank, shown(m.begin), shown(m.end), m.enter_time, m.begin_time,
                          m.end_time, m.sent, m.received, known(m.region), known(m.path));
  });
  return one("Collective", py::make_tuple(events::collective_name(all.op), all.comm, all.sequence,
                                          known(all.root), all.nonblocking, all.complete, members));
}

py::object parallel_region_of(const Trace& trace, std::uint64_t number) {
  const events::ParallelRegion all = trace.parallel_region(number);
  const py::object members = list_of("TeamMember", all.members.size(), [&](std::size_t i) {
    const events::TeamMember& m = all.members[i];
    return py::make_tuple(m.begin.location, shown(m.begin), shown(m.end), m.begin_time,
                          m.end.valid() ? py::cast(m.end_time) : py::none());
  });
  return one("ParallelRegion",
             py::make_tuple(all.team, all.instance, shown(all.fork), shown(all.join), members));
}

py::object lock_tenure_of(const Trace& trace, std::uint64_t number) {
  const events::LockTenure t = trace.lock_tenure(number);
  return one("LockTenure", py::make_tuple(shown(t.acquire), shown(t.release), t.acquire_time,
                                          t.release.valid() ? py::cast(t.release_time) : py::none(),
                                          t.rank, t.lock, t.order, t.paradigm));
}

void add_definitions(py::class_<Trace>& trace) {
  trace.def_property_readonly("program", &Trace::program)
      .def_property_readonly("ticks_per_second", &Trace::ticks_per_second)
      .def_property_readonly("length", &Trace::length)
      .def_property_readonly("times_are_measured", &Trace::times_are_measured)
      .def("seconds", &Trace::seconds)
      .def("warnings", &Trace::warnings)
      .def("regions",
           [](const Trace& self) {
             return list_of("Region", self.regions().size(), [&](std::size_t i) {
               const events::Region& r = self.regions()[i];
               return py::make_tuple(r.name, r.canonical, r.file, r.begin_line, r.end_line, r.role,
                                     r.paradigm, r.call_site);
             });
           })
      .def("locations",
           [](const Trace& self) {
             return list_of("Location", self.locations().size(), [&](std::size_t i) {
               const events::Location& l = self.locations()[i];
               return py::make_tuple(l.name, l.rank, l.thread, l.host, l.trace_id,
                                     l.declared_events);
             });
           })
      .def("communicators",
           [](const Trace& self) {
             return list_of("Communicator", self.communicators().size(), [&](std::size_t i) {
               const events::Communicator& c = self.communicators()[i];
               return py::make_tuple(c.name, c.members, c.remote_members, c.is_self, c.is_team);
             });
           })
      .def("windows",
           [](const Trace& self) {
             return list_of("Window", self.windows().size(), [&](std::size_t i) {
               return py::make_tuple(self.windows()[i].name, known(self.windows()[i].comm));
             });
           })
      .def("files",
           [](const Trace& self) {
             return list_of("File", self.files().size(), [&](std::size_t i) {
               return py::make_tuple(self.files()[i].name, known(self.files()[i].comm));
             });
           })
      .def("counters",
           [](const Trace& self) {
             return list_of("Counter", self.counters().size(), [&](std::size_t i) {
               return py::make_tuple(self.counters()[i].name, self.counters()[i].unit);
             });
           })
      .def("call_paths", [](const Trace& self) {
        const std::vector<events::CallPath>& paths = self.call_paths();
        return list_of("CallPath", paths.size(), [&](std::size_t i) {
          return py::make_tuple(known(paths[i].parent), paths[i].region);
        });
      });
}

void add_events(py::class_<Trace>& trace) {
  trace
      .def("event_count",
           [](const Trace& self, std::optional<std::uint32_t> location) {
             return location ? self.event_count(*location) : self.event_count();
           })
      .def("event",
           [](const Trace& self, std::uint32_t location, std::uint64_t number) {
             return event_of(self.event({location, number}));
           })
      .def("events",
           [](const Trace& self, std::uint32_t location, std::uint64_t first, std::uint64_t count) {
             py::list all;
             for (const events::Event& each : self.events({location, first}, count))
               all.append(event_of(each));
             return all;
           })
      .def("at_time", [](const Trace& self, std::uint32_t location,
                         std::int64_t time) { return self.at_time(location, time).number; })
      .def("region_stack",
           [](const Trace& self, std::uint32_t location, std::uint64_t number) {
             const std::vector<events::OpenRegion> open = self.region_stack({location, number});
             return list_of("OpenRegion", open.size(), [&](std::size_t i) {
               return py::make_tuple(open[i].enter.number, open[i].time, open[i].region,
                                     open[i].call_path);
             });
           })
      .def("call_path",
           [](const Trace& self, std::uint32_t location, std::uint64_t number) {
             return self.call_path({location, number});
           })
      .def("call_site",
           [](const Trace& self, std::uint32_t location,
              std::uint64_t number) -> std::optional<py::object> {
             const events::CallSite site = self.call_site({location, number});
             if (site.text.empty()) return std::nullopt;
             return one("CallSite", py::make_tuple(site.text, site.file, site.line));
           });
  const auto state = [&](const char* name,
                         std::vector<std::uint64_t> (Trace::*numbers)(Position) const) {
    trace.def(name, [numbers](const Trace& self, std::uint32_t location, std::uint64_t number) {
      return array_of<std::uint64_t>((self.*numbers)({location, number}));
    });
  };
  state("messages_in_flight", &Trace::messages_in_flight);
  state("open_collectives", &Trace::open_collectives);
  state("held_locks", &Trace::held_locks);
  state("open_parallel_regions", &Trace::open_parallel_regions);
  state("teams_of", &Trace::teams_of);
  const auto pointer = [&](const char* name, Position (Trace::*target)(Position) const) {
    trace.def(name, [target](const Trace& self, std::uint32_t location, std::uint64_t number) {
      return shown((self.*target)({location, number}));
    });
  };
  pointer("enclosing_enter", &Trace::enclosing_enter);
  pointer("partner", &Trace::partner);
  pointer("previous_owner", &Trace::previous_owner);
  const auto part_of = [&](const char* name, std::uint64_t (Trace::*compound)(Position) const) {
    trace.def(name, [compound](const Trace& self, std::uint32_t location, std::uint64_t number) {
      return known((self.*compound)({location, number}));
    });
  };
  part_of("message_of", &Trace::message_of);
  part_of("collective_of", &Trace::collective_of);
}

void add_tables(py::class_<Trace>& trace) {
  trace.def("columns", [](const Trace& self, const Names& names, Numbers locations, Numbers ranks,
                          const Names& kinds, Numbers regions, std::optional<std::int64_t> start,
                          std::optional<std::int64_t> end, bool in_time_order) {
    return event_columns(
        self, names,
        filter_of(std::move(locations), std::move(ranks), kinds, std::move(regions), start, end),
        in_time_order);
  });
  const auto table = [&](const char* name, auto columns) {
    trace.def(name, [columns](const Trace& self, const Names& names, Numbers locations,
                              Numbers ranks, Numbers comms, std::string operation,
                              std::optional<std::int64_t> start, std::optional<std::int64_t> end) {
      return columns(self, names,
                     compound_filter(std::move(locations), std::move(ranks), std::move(comms),
                                     std::move(operation), start, end));
    });
  };
  table("messages", message_columns);
  table("collectives", collective_columns);
  table("collective_members", collective_member_columns);
  table("parallel_regions", parallel_region_columns);
  table("lock_tenures", lock_tenure_columns);
  trace.def("message", message_of)
      .def("collective", collective_of)
      .def("parallel_region", parallel_region_of)
      .def("lock_tenure", lock_tenure_of);
}

}  // namespace

PYBIND11_MODULE(_library, module) {
  py::register_exception<events::Error>(module, "Error", PyExc_RuntimeError);
  py::class_<Trace> trace(module, "Trace");
  add_definitions(trace);
  add_events(trace);
  add_tables(trace);
  module.def("open", [](const std::string& path, bool correct_clocks, const std::string& scratch,
                        unsigned threads, std::uint64_t memory_limit) {
    return Trace::open(path, {correct_clocks, scratch, threads, memory_limit});
  });
  py::list kinds, operations, file_modes;
  for (std::size_t i = 0; i < events::kKinds; ++i) kinds.append(events::name(static_cast<Kind>(i)));
  for (std::uint8_t op = 0; *events::collective_name(op) != '\0'; ++op)
    operations.append(events::collective_name(op));
  const auto mode_name = [](int mode) { return events::name(static_cast<events::FileMode>(mode)); };
  for (int mode = 0; *mode_name(mode) != '\0'; ++mode) file_modes.append(mode_name(mode));
  module.attr("KINDS") = py::tuple(kinds);
  module.attr("OPERATIONS") = py::tuple(operations);
  module.attr("FILE_MODES") = py::tuple(file_modes);
}

}  // namespace tarry::python_module
