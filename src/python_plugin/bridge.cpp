// SPDX-License-Identifier: BSD-3-Clause
// Offers the patterns of a file in Python as those of a plug-in
// (analysis/declared/python_bridge.h). One file and one pattern of it are run in a process, which
// ends without ending Python.
#include <pybind11/embed.h>

#include <csignal>
#include <cstdio>
#include <deque>
#include <memory>
#include <new>
#include <stdexcept>

#include "analysis/declared/python_bridge.h"
#include "python_plugin/objects.h"

PYBIND11_EMBEDDED_MODULE(tarry_pattern, module) { tarry::python_plugin::define_objects(module); }

namespace tarry::python_plugin {
namespace {

struct Bridge {
  int last_words = -1;
  py::object chosen;  // the class whose functions are called
  std::deque<std::string> texts;
  std::deque<std::vector<const char*>> lists;
  std::vector<tarry_pattern> patterns;
  std::vector<const tarry_pattern*> ends;
  std::unique_ptr<char[]> reserve;  // for what is said when there is no more memory
};
// Python's objects must not be freed: the process ends without it.
Bridge& bridge = *new Bridge;

// An object of a pattern.
struct Object {
  py::object self, message, collective, lock, call, team_barrier, one_sided, result,
      visit;  // bound functions
  py::object event;
  Event* now = nullptr;  // in `event`
};

void say_place(const std::string& file, int line) {
  if (bridge.last_words >= 0)
    dprintf(bridge.last_words, "  File \"%s\", line %d\n", file.c_str(), line);
}

// Says where an exception was thrown, the innermost place first.
void say_places(const py::object& traceback) {
  if (!traceback || traceback.is_none()) return;
  say_places(traceback.attr("tb_next"));
  say_place(traceback.attr("tb_frame").attr("f_code").attr("co_filename").cast<std::string>(),
            traceback.attr("tb_lineno").cast<int>());
}

// Throws what the guarded process can show.
[[noreturn]] void rethrow(const py::error_already_set& error) {
  const bool has_no_memory = error.matches(PyExc_MemoryError);
  if (has_no_memory) bridge.reserve.reset();
  std::string text;
  try {
    if (error.matches(PyExc_SyntaxError)) {
      const py::object line = error.value().attr("lineno");
      say_place(error.value().attr("filename").cast<std::string>(),
                line.is_none() ? 1 : line.cast<int>());
    }
    say_places(error.trace());
    text = error.type().attr("__name__").cast<std::string>();
    const auto what = py::str(error.value()).cast<std::string>();
    if (!what.empty()) text += ": " + what.substr(0, what.find('\n'));
  } catch (...) {
    if (text.empty()) text = "an exception that cannot be shown";
  }
  if (has_no_memory) throw std::bad_alloc();
  throw std::runtime_error(text);
}

template <class Work>
auto with_exceptions(const Work& work) {
  try {
    return work();
  } catch (const py::error_already_set& error) {
    rethrow(error);
  }
}

// What Python sees of an event.
template <class Seen>
py::object shown(const Seen& seen) {
  return py::cast(seen);
}
py::object shown(const tarry_pattern_collective& operation) {
  return py::cast(Collective(operation));
}
py::object shown(const tarry_pattern_result& result) { return py::cast(Result(result)); }

template <py::object Object::*function, class Seen>
void call(void* object, const Seen* seen, const tarry_pattern_event* event) {
  Object& of = *static_cast<Object*>(object);
  with_exceptions([&] {
    of.now->now = event;
    (of.*function)(shown(*seen), of.event);
    of.now->now = nullptr;
  });
}

void* create() {
  return with_exceptions([] {
    auto* const object = new Object;
    object->self = bridge.chosen();
    const auto function = [&](const char* name) {
      return py::getattr(object->self, name, py::none());
    };
    object->message = function("message");
    object->collective = function("collective");
    object->lock = function("lock");
    object->call = function("call");
    object->team_barrier = function("team_barrier");
    object->one_sided = function("one_sided");
    object->result = function("result");
    object->visit = function("visit");
    object->event = py::cast(Event{});
    object->now = object->event.cast<Event*>();
    return object;
  });
}

// Functions that users write are found as methods; what a class has of a pattern are texts.
std::string text_of(const py::object& value, const char* name) {
  if (!py::isinstance<py::str>(value))
    throw std::runtime_error(std::string("'") + name + "' of a pattern must be a text");
  return value.cast<std::string>();
}

const char* kept(std::string text) { return bridge.texts.emplace_back(std::move(text)).c_str(); }

// nullptr: it is None.
const char* text_in(const py::object& pattern, const char* name) {
  const py::object value = pattern.attr(name);
  return value.is_none() ? nullptr : kept(text_of(value, name));
}

const char* const* list_in(const py::object& pattern, const char* name) {
  const py::object values = pattern.attr(name);
  if (py::isinstance<py::str>(values))
    throw std::runtime_error(std::string("'") + name + "' of a pattern must be a list of texts");
  std::vector<const char*>& list = bridge.lists.emplace_back();
  for (const py::handle value : values)
    list.push_back(kept(text_of(py::reinterpret_borrow<py::object>(value), name)));
  list.push_back(nullptr);
  return list.data();
}

// The first line of the description of a class.
const char* first_line(const py::object& pattern) {
  const py::object text = pattern.attr("__doc__");
  if (text.is_none()) return "";
  const auto lines = text.attr("strip")().attr("splitlines")().cast<py::list>();
  return lines.empty() ? "" : kept(lines[0].cast<std::string>());
}

tarry_pattern described(const py::object& pattern) {
  tarry_pattern out{};
  out.version = TARRY_PATTERN_VERSION;
  out.name = text_in(pattern, "name");
  out.title = text_in(pattern, "title");
  if (out.title == nullptr) out.title = out.name;
  out.about = text_in(pattern, "about");
  if (out.about == nullptr) out.about = first_line(pattern);
  out.parent = text_in(pattern, "parent");
  out.unit = text_in(pattern, "unit");
  out.confidence = text_in(pattern, "confidence");
  out.unless = list_in(pattern, "unless");
  out.asks_for = list_in(pattern, "asks_for");
  out.counters = list_in(pattern, "counters");
  out.create = create;  // the process ends without freeing
  if (py::hasattr(pattern, "message")) out.message = call<&Object::message>;
  if (py::hasattr(pattern, "collective")) out.collective = call<&Object::collective>;
  if (py::hasattr(pattern, "lock")) out.lock = call<&Object::lock>;
  if (py::hasattr(pattern, "call")) out.call = call<&Object::call>;
  if (py::hasattr(pattern, "team_barrier")) out.team_barrier = call<&Object::team_barrier>;
  if (py::hasattr(pattern, "one_sided")) out.one_sided = call<&Object::one_sided>;
  if (py::hasattr(pattern, "result")) out.result = call<&Object::result>;
  if (py::hasattr(pattern, "visit")) out.visit = call<&Object::visit>;
  return out;
}

void start_python() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.write_bytecode = 0;
  config.parse_argv = 0;
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, TARRY_PYTHON);
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0)
    throw std::runtime_error(std::string("Python cannot be started: ") +
                             (status.err_msg == nullptr ? "" : status.err_msg));
}

// Signals that end the process leave the place of the function that was running.
void watch_signals() {
  if (bridge.last_words < 0) return;
  using py::literals::operator""_a;
  const py::module_ handler = py::module_::import("faulthandler");
  handler.attr("enable")("file"_a = bridge.last_words, "all_threads"_a = false);
  for (const int signal : {SIGPROF, SIGALRM})
    handler.attr("register")(signal, "file"_a = bridge.last_words, "all_threads"_a = false,
                             "chain"_a = true);
}

void run_file(const char* file) {
  const py::module_ sys = py::module_::import("sys");
  sys.attr("stdout") = sys.attr("stderr");  // the report has the other one
  const py::dict names = py::module_::import("__main__").attr("__dict__");
  names["file"] = file;
  py::exec(R"(
import os, sys, types
import tarry_pattern

def read_patterns(file):
    module = types.ModuleType("patterns_of_a_file")
    module.__file__ = file
    sys.modules[module.__name__] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    with open(file, "rb") as text:
        exec(compile(text.read(), file, "exec"), module.__dict__)
    return [each for each in module.__dict__.values()
            if isinstance(each, type) and issubclass(each, tarry_pattern.Pattern)
            and each.__module__ == module.__name__ and each.name is not None]

patterns = read_patterns(file)
)",
           names);
  for (const py::handle pattern : names["patterns"])
    bridge.patterns.push_back(described(py::reinterpret_borrow<py::object>(pattern)));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const tarry_pattern* const* tarry_open_python(
    const char* file, std::uint32_t number, int last_words) {
  bridge.last_words = last_words;
  bridge.reserve = std::make_unique<char[]>(1 << 20);
  start_python();
  with_exceptions([&] {
    watch_signals();
    run_file(file);
    if (number < bridge.patterns.size())
      bridge.chosen = py::module_::import("__main__").attr("patterns")[py::int_(number)];
  });
  for (const tarry_pattern& pattern : bridge.patterns) bridge.ends.push_back(&pattern);
  bridge.ends.push_back(nullptr);
  return bridge.ends.data();
}

}  // namespace tarry::python_plugin
