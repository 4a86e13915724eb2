// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pattern_files.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "analysis/declared/parser.h"
#include "analysis/declared/plugin_library.h"
#include "analysis/declared/python_file.h"
#include "base/files.h"
#include "cli/installation.h"
#include "cli/memory_limit.h"
#include "trace/eventlog/settings.h"
#include "workers/agree.h"

namespace tarry::cli {

using analysis::declared::Pattern;
using analysis::declared::PatternSet;
using analysis::declared::PluginLimits;
using base::Error;
using base::ErrorCode;

namespace {

constexpr unsigned kMostSeconds = 100'000;
constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;  // of a plug-in

base::Result<PluginLimits> limits_from(const std::string& text) {
  const std::size_t comma = text.find(',');
  const std::string_view time = std::string_view(text).substr(0, comma);
  PluginLimits limits;
  const auto [end, error] = std::from_chars(time.begin(), time.end(), limits.seconds);
  bool is_good = comma != std::string::npos && error == std::errc() && end == time.end() &&
                 limits.seconds >= 1 && limits.seconds <= kMostSeconds;
  if (is_good && text.substr(comma + 1) == kUnlimited) {
    limits.bytes = 0;
  } else if (is_good) {
    const auto bytes = trace::eventlog::size_from_text(text.substr(comma + 1));
    is_good = bytes && *bytes >= kLeastMemory;
    limits.bytes = bytes.value_or(0);
  }
  if (is_good) return limits;
  return Error{ErrorCode::Usage, "no limits of plug-ins", "--pattern-limits " + text,
               "give the seconds for one event and the memory (16M or more, or unlimited), such as "
               "60,4G"};
}

base::Status load_python_file(const std::string& file, PatternSet& set) {
  TRY_ASSIGN(const Installation installation, find_installation());
  return analysis::declared::load_python(
      file, (installation.runtime() / "libtarry-python.so").string(), set);
}

}  // namespace

Option pattern_limits_option(std::string& text) {
  return {.names = "--pattern-limits",
          .target = &text,
          .help =
              "Stop a plug-in that computes for more seconds at one event, that takes ten times "
              "as long for it, or that asks for more memory beyond what the analysis has (or "
              "unlimited)",
          .value = "SECONDS,SIZE",
          .otherwise = kPatternLimits};
}

base::Result<PatternSet> read_pattern_files(const std::vector<std::string>& files,
                                            const std::string& limits,
                                            const std::vector<model::MetricId>& left_out,
                                            const Processes& processes) {
  PatternSet set;
  TRY_ASSIGN(set.limits, limits_from(limits));
  for (const std::string& file : files) {
    if (file.ends_with(".so")) {
      TRY(workers::agree(analysis::declared::load_library(file, set), processes.transport()));
      continue;
    }
    if (file.ends_with(".py")) {
      TRY(workers::agree(load_python_file(file, set), processes.transport()));
      continue;
    }
    if (!file.ends_with(".pattern"))
      return Error{ErrorCode::Usage,
                   "--pattern takes files whose names end with .pattern, .py or .so", file,
                   "docs/how-to/add-a-pattern.md says what is in them"};
    TRY_ASSIGN(const std::string text, processes.on_first([&] { return base::read_file(file); }));
    TRY(analysis::declared::parse(text, file, set));
  }
  for (const Pattern& pattern : set.patterns)
    for (model::MetricId above = pattern.parent; above.valid(); above = info(above).parent)
      if (std::find(left_out.begin(), left_out.end(), above) != left_out.end())
        return Error{ErrorCode::Usage,
                     "the parent of pattern " + pattern.name + ", " +
                         std::string(info(pattern.parent).id) + ", is left out",
                     "", "--patterns and --skip must leave it in"};
  return set;
}

}  // namespace tarry::cli
