// SPDX-License-Identifier: BSD-3-Clause
// Takes any text as a filter: it is refused with its place, or it answers any question. Any text
// also serves as the name of a region, which a rule for it must leave out.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "filter/parser.h"

namespace {

using namespace tarry;

// Names have neither zero bytes nor line ends.
std::string name_of(std::string text) {
  std::erase_if(text, [](char c) { return c == '\0' || c == '\n'; });
  return text;
}

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_exact_pattern(const std::string& name) {
  const auto made =
      filter::parse_filter("SCOREP_REGION_NAMES_BEGIN EXCLUDE " + filter::exact_pattern(name) +
                               " SCOREP_REGION_NAMES_END",
                           "name");
  check(made.ok() && made->regions.size() == 1, "the pattern of a name is no pattern");
  check(filter::excludes(*made, {.name = name.c_str()}), "the pattern of a name does not fit it");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string name = name_of(text.substr(0, 200));
  if (!name.empty()) check_exact_pattern(name);
  const auto made = filter::parse_filter(text, "fuzz.filter");
  if (!made.ok()) {
    check(made.error().where.starts_with("fuzz.filter:"), "an error without its place");
    return 0;
  }
  for (const char* each : {name.c_str(), "main", "_Z4mainv", "src/a.c"})
    filter::excludes(*made, {.name = each, .mangled = each, .file = each, .module = each});
  filter::keeps(*made, model::Rank{3});
  filter::keeps(*made, std::chrono::seconds(3));
  return 0;
}
