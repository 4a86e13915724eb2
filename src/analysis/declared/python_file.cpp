// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/python_file.h"

#include <dlfcn.h>

#include <filesystem>
#include <memory_resource>
#include <optional>
#include <stdexcept>
#include <utility>

#include "analysis/declared/guarded_run.h"
#include "analysis/declared/plugin_library.h"
#include "analysis/declared/python_bridge.h"
#include "workers/message.h"

namespace tarry::analysis::declared {
namespace {

using base::Error;
using base::ErrorCode;

OpenPython* load(const std::string& bridge) {
  // Modules of Python in shared libraries take its symbols from the program.
  void* const library = dlopen(bridge.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* const found = library == nullptr ? nullptr : dlsym(library, kOpenPython);
  if (found == nullptr) {
    const char* const why = dlerror();
    throw std::runtime_error(why == nullptr ? bridge : why);
  }
  return reinterpret_cast<OpenPython*>(found);
}

void append_text(workers::Bytes& bytes, const char* text) {
  workers::append(bytes, static_cast<std::uint8_t>(text != nullptr));
  workers::append_text(bytes, text == nullptr ? "" : text);
}

std::optional<std::string> take_text(workers::MessageReader& reader) {
  const bool exists = reader.take<std::uint8_t>() != 0;
  std::string text(reader.take_text());
  return exists ? std::optional(std::move(text)) : std::nullopt;
}

constexpr const char* tarry_pattern::*kTexts[] = {
    &tarry_pattern::name,   &tarry_pattern::title, &tarry_pattern::about,
    &tarry_pattern::parent, &tarry_pattern::unit,  &tarry_pattern::confidence};
constexpr const char* const* tarry_pattern::*kLists[] = {
    &tarry_pattern::unless, &tarry_pattern::asks_for, &tarry_pattern::counters};

// What a pattern says of itself, on its way from the guarded process. Of its functions, it holds
// only which there are.
void append(workers::Bytes& bytes, const tarry_pattern& described) {
  for (const auto text : kTexts) append_text(bytes, described.*text);
  for (const auto list : kLists) {
    for (const char* const* each = described.*list; each != nullptr && *each != nullptr; ++each)
      append_text(bytes, *each);
    append_text(bytes, nullptr);
  }
  tarry_pattern functions = described;
  for (const auto text : kTexts) functions.*text = nullptr;
  for (const auto list : kLists) functions.*list = nullptr;
  workers::append(bytes, functions);
}

base::Result<Pattern> take_pattern(workers::MessageReader& reader, Plugin plugin,
                                   const PatternSet& set) {
  std::vector<std::optional<std::string>> texts;
  for (std::size_t i = 0; i < std::size(kTexts); ++i) texts.push_back(take_text(reader));
  std::vector<std::vector<std::string>> lists(std::size(kLists));
  for (std::vector<std::string>& list : lists)
    while (std::optional<std::string> text = take_text(reader)) list.push_back(std::move(*text));
  auto described = reader.take<tarry_pattern>();
  for (std::size_t i = 0; i < texts.size(); ++i)
    described.*kTexts[i] = texts[i] ? texts[i]->c_str() : nullptr;
  std::vector<std::vector<const char*>> pointers(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const std::string& text : lists[i]) pointers[i].push_back(text.c_str());
    pointers[i].push_back(nullptr);
    described.*kLists[i] = pointers[i].data();
  }
  return checked_plugin(described, std::move(plugin), set);
}

Error no_python(const std::string& why, const std::string& hint) {
  return Error{ErrorCode::Unsupported, "patterns in Python cannot be run", why, hint};
}

}  // namespace

base::Status load_python(const std::string& file, const std::string& bridge, PatternSet& set) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(file, error)) return Error{ErrorCode::NotFound, "no such file", file, ""};
  if (!fs::exists(bridge, error))
    return no_python(bridge + " is missing",
                     "build tarry where python3-dev and pybind11-dev are installed");
  constexpr char kOpened = '.';
  const GuardedResult result = run_guarded(
      set.limits,
      [&](Guard& guard) {
        OpenPython* const open = load(bridge);
        guard.tell({&kOpened, 1});
        workers::Bytes bytes(std::pmr::new_delete_resource());
        const auto* plugin = open(file.c_str(), kNoPythonPattern, guard.last_words());
        for (; *plugin != nullptr; ++plugin) append(bytes, **plugin);
        guard.tell({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      },
      "while it was read");
  if (result.told.empty())
    return no_python(result.problem,
                     "install the library of Python that is named (Debian: libpython3.11)");
  if (!result.problem.empty())
    return Error{ErrorCode::BadInput, "the patterns of a file cannot be read", file,
                 result.problem + place_in(result.last_words, file)};
  const auto* const begin = reinterpret_cast<const std::byte*>(result.told.data());
  const workers::Bytes bytes(begin + 1, begin + result.told.size());
  std::uint32_t number = 0;
  for (workers::MessageReader reader(bytes); !reader.at_end(); ++number) {
    TRY_ASSIGN(Pattern pattern, take_pattern(reader, {file, {}, nullptr, bridge, number}, set));
    set.add(std::move(pattern));
  }
  if (number == 0)
    return Error{ErrorCode::BadInput, "a file without patterns", file,
                 "a pattern is a class derived from tarry_pattern.Pattern that has a name"};
  return base::kOk;
}

const tarry_pattern& functions_of(const Plugin& plugin, int last_words) {
  if (plugin.functions != nullptr) return *plugin.functions;
  return *load(plugin.bridge)(plugin.file.c_str(), plugin.number, last_words)[plugin.number];
}

std::string place_in(const std::string& last_words, const std::string& file) {
  const std::string begin = "File \"" + file + "\", line ";
  const std::size_t at = last_words.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t line = at + begin.size();
  const std::size_t end = last_words.find_first_not_of("0123456789", line);
  return " (" + file + ':' + last_words.substr(line, end - line) + ')';
}

}  // namespace tarry::analysis::declared
