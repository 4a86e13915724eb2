// SPDX-License-Identifier: BSD-3-Clause
#include "python_plugin/objects.h"

#include <pybind11/eval.h>

#include <cstring>
#include <stdexcept>

namespace tarry::python_plugin {
namespace {

// Names in traces may have any bytes.
py::object text(const char* name) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(name, static_cast<Py_ssize_t>(std::strlen(name)), "replace"));
}

void define_call(py::module_& module) {
  using Call = tarry_pattern_call;
  py::class_<Call>(module, "Call")
      .def_readonly("enter", &Call::enter)
      .def_readonly("leave", &Call::leave)
      .def_readonly("own", &Call::own)
      .def_readonly("rank", &Call::rank)
      .def_readonly("thread", &Call::thread)
      .def_property_readonly("may_wait", [](const Call& call) { return call.may_wait != 0; })
      .def_property_readonly("name", [](const Call& call) { return text(call.name); })
      .def_property_readonly("metric", [](const Call& call) { return call.metric; });
}

void define_message(py::module_& module) {
  using Message = tarry_pattern_message;
  py::class_<Message>(module, "Message")
      .def_readonly("receive", &Message::receive)
      .def_readonly("send", &Message::send)
      .def_readonly("sent", &Message::sent)
      .def_readonly("bytes", &Message::bytes)
      .def_readonly("tag", &Message::tag)
      .def_property_readonly("any_source",
                             [](const Message& message) { return message.any_source != 0; });
}

void define_collective(py::module_& module) {
  using Member = tarry_pattern_member;
  py::class_<Member>(module, "Member")
      .def_readonly("call", &Member::call)
      .def_readonly("begin", &Member::begin)
      .def_readonly("waits_from", &Member::waits_from)
      .def_readonly("end", &Member::end)
      .def_readonly("sent", &Member::sent)
      .def_readonly("received", &Member::received);
  // Members live as long as their operation.
  const auto member = [](const py::object& operation, const Member& of) {
    return py::cast(&of, py::return_value_policy::reference_internal, operation);
  };
  py::class_<Collective>(module, "Collective")
      .def_readonly("operation", &Collective::word)
      .def_readonly("kind", &Collective::kind)
      .def_property_readonly("members",
                             [member](const py::object& self) {
                               py::list all;
                               for (const Member& each : self.cast<const Collective&>().members)
                                 all.append(member(self, each));
                               return all;
                             })
      .def_property_readonly("root", [member](const py::object& self) -> py::object {
        const auto& operation = self.cast<const Collective&>();
        if (operation.root < 0) return py::none();
        return member(self, operation.members[static_cast<std::size_t>(operation.root)]);
      });
}

void define_lock(py::module_& module) {
  using Lock = tarry_pattern_lock;
  py::class_<Lock>(module, "Lock")
      .def_readonly("call", &Lock::call)
      .def_readonly("acquired", &Lock::acquired)
      .def_readonly("lock", &Lock::lock)
      .def_property_readonly("paradigm", [](const Lock& lock) { return text(lock.paradigm); })
      .def_property_readonly("released",
                             [](const Lock& lock) -> py::object {
                               if (lock.was_released == 0) return py::none();
                               return py::int_(lock.released);
                             })
      .def_property_readonly("released_thread", [](const Lock& lock) -> py::object {
        if (lock.was_released == 0) return py::none();
        return py::int_(lock.released_thread);
      });
}

void define_one_sided(py::module_& module) {
  using OneSided = tarry_pattern_one_sided;
  py::class_<OneSided>(module, "OneSided")
      .def_readonly("call", &OneSided::call)
      .def_readonly("time", &OneSided::time)
      .def_property_readonly("kind", [](const OneSided& call) { return text(call.kind); })
      .def_property_readonly("target",
                             [](const OneSided& call) -> py::object {
                               if (call.target < 0) return py::none();
                               return py::int_(call.target);
                             })
      .def_readonly("window", &OneSided::window)
      .def_property_readonly("exclusive", [](const OneSided& call) { return call.exclusive != 0; });
}

void define_result(py::module_& module) {
  py::class_<Result>(module, "Result")
      .def_readonly("pattern", &Result::pattern)
      .def_readonly("call", &Result::call)
      .def_readonly("amount", &Result::amount)
      .def_property_readonly("message", [](const py::object& self) -> py::object {
        const auto& result = self.cast<const Result&>();
        if (!result.message) return py::none();
        return py::cast(&*result.message, py::return_value_policy::reference_internal, self);
      });
}

void define_visit(py::module_& module) {
  using Visit = tarry_pattern_visit;
  py::class_<Visit>(module, "Visit")
      .def_readonly("call", &Visit::call)
      .def_readonly("number", &Visit::number)
      .def_property_readonly("around",
                             [](const Visit& visit) -> py::object {
                               if (visit.around == TARRY_PATTERN_NONE) return py::none();
                               return py::int_(visit.around);
                             })
      .def_readonly("times", &Visit::times);
}

void charge(const Event& event, const tarry_pattern_call& call, const py::object& amount) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(amount.ptr()));
  if (!number) throw py::error_already_set();
  event.get().charge(&event.get(), &call, number.cast<std::int64_t>());
}

py::list path(const Event& event, const tarry_pattern_call& call) {
  const tarry_pattern_event& now = event.get();
  std::vector<const char*> names(now.path(&now, &call, nullptr, 0));
  now.path(&now, &call, names.data(), static_cast<std::uint32_t>(names.size()));
  py::list all;
  for (const char* name : names) all.append(text(name));
  return all;
}

py::object counter(const Event& event, const tarry_pattern_call& call, const std::string& name) {
  std::int64_t value = 0;
  if (event.get().counter(&event.get(), &call, name.c_str(), &value) == 0) return py::none();
  return py::int_(value);
}

void define_event(py::module_& module) {
  py::class_<Event>(module, "Event")
      .def_property_readonly("ticks_per_second",
                             [](const Event& event) { return event.get().ticks_per_second; })
      .def("charge", charge, py::arg("call"), py::arg("amount"))
      .def("path", path, py::arg("call"))
      .def("counter", counter, py::arg("call"), py::arg("name"));
}

}  // namespace

const tarry_pattern_event& Event::get() const {
  if (now == nullptr) throw std::runtime_error("an event is used after its function has ended");
  return *now;
}

void define_objects(py::module_& module) {
  define_call(module);
  define_message(module);
  define_collective(module);
  define_lock(module);
  define_one_sided(module);
  define_result(module);
  define_visit(module);
  define_event(module);
  py::exec(R"(
class Pattern:
    """A pattern is a class derived from this one, with a name and at least one function."""
    name = None
    title = None
    about = None
    parent = None
    unit = "seconds"
    confidence = "max"
    unless = ()
    asks_for = ()
    counters = ()
)",
           module.attr("__dict__"));
}

}  // namespace tarry::python_plugin
