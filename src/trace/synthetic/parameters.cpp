// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/parameters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/files.h"
#include "base/parse_number.h"
#include "base/text_cursor.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/schedule.h"

namespace tarry::trace::synthetic {
namespace {

using base::Error;
using base::ErrorCode;

// The most events of one location that the analysis can process.
constexpr std::uint64_t kMostEvents = std::numeric_limits<std::uint32_t>::max() - 1;
// Time stamps stay far from the end of 64 bits.
constexpr double kLongestRun = 4e18;

// Parses "20k" as 20000; returns nothing if the text is not such a number or too large.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t unit = 1;
  if (text.ends_with('k')) unit = 1'000;
  if (text.ends_with('M')) unit = 1'000'000;
  if (text.ends_with('G')) unit = 1'000'000'000;
  if (unit != 1) text.remove_suffix(1);
  const auto count = base::number_in<std::uint64_t>(text);
  if (!count || *count > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return *count * unit;
}

base::Status set_patterns(std::string_view list, Parameters& parameters) {
  parameters.patterns.clear();
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    TRY_ASSIGN(const Pattern pattern, parse_pattern(list.substr(0, comma)));
    parameters.patterns.push_back(pattern);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return base::kOk;
}

// Returns the number of events of all locations for this number of iterations.
double total_events(Parameters parameters, std::uint64_t iterations) {
  parameters.iterations = iterations;
  const Schedule schedule(parameters);
  double total = 0.0;
  for (std::uint32_t rank = 0; rank < parameters.ranks; ++rank)
    total += static_cast<double>(schedule.event_count(rank, 0));
  if (parameters.threads > 1)
    total += static_cast<double>(parameters.ranks) * static_cast<double>(parameters.threads - 1) *
             static_cast<double>(schedule.event_count(0, 1));
  return total;
}

// Patterns that are not in every iteration make the growth uneven; over this many iterations the
// difference does not matter.
constexpr std::uint64_t kManyIterations = 1 << 20;

std::uint64_t iterations_for(const Parameters& parameters) {
  const double none = total_events(parameters, 0);
  const double each = (total_events(parameters, kManyIterations) - none) / kManyIterations;
  const double wanted = static_cast<double>(parameters.events) - none;
  return wanted <= each ? 1 : static_cast<std::uint64_t>(std::llround(wanted / each));
}

base::Status check_size(const Parameters& parameters) {
  // The sum is in doubles, because it may exceed 64 bits.
  const double slots = static_cast<double>(parameters.patterns.size()) + 2;
  const double slot = static_cast<double>(parameters.imbalance + parameters.noise) + 4 * kGrain;
  const double period = slots * slot + 52.0 * static_cast<double>(parameters.calls) + 2 * kGrain;
  const auto iterations = static_cast<double>(parameters.iterations);
  if (iterations * period > kLongestRun)
    return Error{ErrorCode::Usage, "the run would last longer than time stamps can tell", "",
                 "fewer iterations, or less imbalance and noise"};
  const double events =
      iterations * (2.0 + 2.0 * static_cast<double>(parameters.calls) + 18.0 * slots);
  if (events > static_cast<double>(kMostEvents))
    return Error{ErrorCode::Usage, "a location would have more than 4294967294 events", "",
                 "fewer iterations or calls"};
  return base::kOk;
}

}  // namespace

const std::vector<ParameterInfo>& parameter_table() {
  using P = Parameters;
  static const std::vector<ParameterInfo> kTable = {
      {"ranks", "Processes", &P::ranks, 1, 1 << 24},
      {"threads", "Locations of each process; all but the first only call functions", &P::threads,
       1, 1024},
      {"iterations", "Iterations of the main loop", &P::iterations, 1, 1ull << 40},
      {"events", "About so many events in all, instead of a number of iterations", &P::events, 0,
       1ull << 50},
      {"row", "Processes in a row of the grid that :row and :column refer to; 0: about square",
       &P::row, 0, 1 << 24},
      {"ranks-per-host", "Processes of each host", &P::ranks_per_host, 1, 1 << 24},
      {"imbalance", "The last process begins so many nanoseconds after the first, in each pattern",
       &P::imbalance, 0, 1ull << 40},
      {"noise", "Each process begins up to so many nanoseconds later, at random", &P::noise, 0,
       1ull << 40},
      {"seed", "Another number makes another noise", &P::seed, 0,
       std::numeric_limits<std::uint64_t>::max()},
      {"calls", "Function calls in each iteration", &P::calls, 0, 1ull << 32},
      {"functions", "Different functions to be called", &P::functions, 1, 1 << 20},
      {"bytes", "Bytes of a message, or of one member's part in a collective", &P::bytes, 0,
       1ull << 32},
  };
  return kTable;
}

base::Status set_parameter(std::string_view name, std::string_view value, Parameters& parameters) {
  if (name == kPatternsParameter) return set_patterns(value, parameters);
  const auto& table = parameter_table();
  const auto info = std::find_if(table.begin(), table.end(),
                                 [name](const ParameterInfo& known) { return known.name == name; });
  if (info == table.end())
    return Error{ErrorCode::Usage, "no such parameter of a synthetic trace", std::string(name), ""};
  const auto given = number(value);
  if (!given || *given < info->least || *given > info->most)
    return Error{ErrorCode::Usage, std::string(name) + " is not a number that it can have",
                 std::string(value),
                 std::to_string(info->least) + " to " + std::to_string(info->most)};
  parameters.*info->value = *given;
  return base::kOk;
}

base::Result<Parameters> complete(Parameters parameters) {
  if (parameters.patterns.empty())
    for (const PatternName& known : kPatternNames)
      parameters.patterns.push_back({.kind = known.kind});
  if (parameters.row == 0)
    parameters.row =
        static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(parameters.ranks))));
  if (parameters.ranks * parameters.threads > 1 << 24)
    return Error{ErrorCode::Usage, "more than 16777216 locations", "", "fewer ranks or threads"};
  if (parameters.events > 0) {
    parameters.iterations = iterations_for(parameters);
    parameters.events = 0;
  }
  TRY(check_size(parameters));
  return parameters;
}

base::Result<Parameters> parse_parameters(std::string_view text, const std::string& file) {
  Parameters parameters;
  for (base::TextCursor cursor(text, file); cursor.next_line();) {
    const std::string line = std::to_string(cursor.place().line);
    const std::string_view whole = cursor.rest_of_line();
    const std::vector<std::string_view> words = cursor.take_words();
    base::Status set = words.size() == 2
                           ? set_parameter(words[0], words[1], parameters)
                           : Error{ErrorCode::BadInput, "a line has a name and a value",
                                   std::string(whole.substr(0, whole.find('#'))), ""};
    if (set.ok()) continue;
    Error error = std::move(set).error();
    error.code = ErrorCode::BadInput;
    error.what = file + ':' + line + ": " + error.what;
    return error;
  }
  return parameters;
}

base::Result<Parameters> read_parameters(const std::filesystem::path& path) {
  TRY_ASSIGN(const std::string text, base::read_file(path));
  return parse_parameters(text, path.string());
}

std::string to_text(const Parameters& parameters) {
  std::string text;
  for (const ParameterInfo& info : parameter_table())
    if (parameters.*info.value != Parameters{}.*info.value)
      text += std::string(info.name) + ' ' + std::to_string(parameters.*info.value) + '\n';
  std::string list;
  for (const Pattern& pattern : parameters.patterns)
    list += (list.empty() ? "" : ",") + to_text(pattern);
  if (!list.empty()) text += std::string(kPatternsParameter) + ' ' + list + '\n';
  return text;
}

}  // namespace tarry::trace::synthetic
