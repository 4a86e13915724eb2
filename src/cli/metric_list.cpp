// SPDX-License-Identifier: BSD-3-Clause
#include "cli/metric_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "base/nearest.h"
#include "cli/messages.h"
#include "counters/papi.h"
#include "counters/perf_event.h"
#include "counters/selection.h"

namespace tarry::cli {
namespace {

using counters::ChosenCounter;
using counters::KnownCounter;
using counters::ListError;
using counters::Papi;
using counters::Selection;
using counters::Source;

base::Error usage(std::string what, std::string hint) {
  return {base::ErrorCode::Usage, std::move(what), "", std::move(hint)};
}

std::optional<base::Error> list_error(ListError error, const std::string& word,
                                      const std::string& source) {
  const std::string of_source = " (" + source + ")";
  switch (error) {
    case ListError::None:
      return std::nullopt;
    case ListError::EmptyName:
      return usage("a name is missing in the list of counters" + of_source,
                   "expected names with one comma between them");
    case ListError::NameTooLong:
      return usage("no counter has such a long name: '" + word + "'" + of_source, "");
    case ListError::Twice:
      return usage("counter '" + word + "' is named twice" + of_source, "");
    case ListError::NotOfProcess:
      return usage("'" + word + "' cannot be counted for a whole process" + of_source,
                   "only counters of rusage can; others are per thread");
    case ListError::OnlyOfProcess:
      return usage("'" + word + "' is the same for all threads of a process" + of_source,
                   "write " + std::string(counters::kOfProcess) + word);
    case ListError::TooMany:
      return usage("too many counters" + of_source,
                   fmt::format("at most {} can be read at a time", Selection::kMostCounters));
  }
  return std::nullopt;
}

// Returns why the counter is missing on this machine, or nothing if it is available.
std::optional<std::string> missing(const KnownCounter& known) {
  if (known.source == Source::ResourceUsage) return std::nullopt;
  const int descriptor = counters::open_perf_event(known, -1);
  if (descriptor >= 0) {
    counters::close_perf_event(descriptor);
    return std::nullopt;
  }
  std::array<char, 256> reason{};
  counters::explain_perf_error(known, -descriptor, reason.data(), reason.size());
  return reason.data();
}

base::Error unavailable(std::string_view name, const std::string& reason) {
  return {base::ErrorCode::Usage,
          "counter '" + std::string(name) + "' is not available on this machine", "",
          reason + "; 'tarry record --list-metrics' lists those that are"};
}

// `papi` need not be loaded.
base::Error unknown(std::string_view name, const Papi& papi) {
  std::vector<std::string> names = {std::string(counters::kPerfGroup),
                                    std::string(counters::kUsageGroup)};
  for (const KnownCounter& known : counters::known_counters()) names.emplace_back(known.name);
  if (papi.is_loaded())
    papi.for_each([&names](const counters::PapiCounter& each) { names.emplace_back(each.name); });
  const std::string near = base::nearest(std::string(name), names);
  return usage("no such counter: '" + std::string(name) + "'",
               (near.empty() ? "" : "did you mean '" + near + "'? ") +
                   std::string("'tarry record --list-metrics' lists all"));
}

// A name that the system does not know is PAPI's, if there is a PAPI that knows it.
base::Status check_papi(const Selection& selection) {
  Papi papi;
  const char* failure = papi.load();
  std::vector<std::string_view> names;
  for (const ChosenCounter& each : selection) {
    if (each.source() != Source::Papi) continue;
    const bool is_preset = each.name.starts_with("PAPI_");
    const bool is_known =
        failure == nullptr && papi.describe(each.name, [](const counters::PapiCounter&) {});
    if (failure != nullptr && (is_preset || each.name.find("::") != std::string_view::npos))
      return unavailable(each.name, failure);
    if (!is_known) return unknown(each.name, papi);
    names.push_back(each.name);
  }
  std::size_t rejected = 0;
  const char* reason = "";
  if (const int set = papi.begin_set(names.data(), names.size(), rejected, reason);
      set != Papi::kNoSet) {
    papi.end_set(set);
    return base::kOk;
  }
  return unavailable(names[rejected < names.size() ? rejected : 0],
                     fmt::format("PAPI says: {}{}", reason,
                                 names.size() > 1 ? ", alone or together with the others" : ""));
}

// Returns whether the machine has the counter: PAPI knows counters that the machine lacks.
bool counts(const Papi& papi, std::string_view name) {
  std::size_t rejected = 0;
  const char* reason = "";
  const int set = papi.begin_set(&name, 1, rejected, reason);
  if (set != Papi::kNoSet) papi.end_set(set);
  return set != Papi::kNoSet;
}

// Returns the text without tabs and line ends, which separate fields.
std::string one_field(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return out;
}

// The table of --list-metrics, with all counters or with those whose names contain one of some
// words.
class MetricTable {
 public:
  explicit MetricTable(const std::vector<std::string>& words) : words_(words) {}

  void add(Source source, std::string_view name, std::string_view unit,
           std::string_view description) {
    if (!is_wanted(name)) return;
    lines_ += fmt::format("{}\t{}\t{}\t{}\n", counters::kind_name(source), one_field(name),
                          unit.empty() ? "#" : one_field(unit), one_field(description));
  }
  void add(const KnownCounter& known) {
    const bool is_usage = known.source == Source::ResourceUsage;
    const std::string of_process = std::string(counters::kOfProcess) + known.name;
    if (!known.only_of_process) add(known.source, known.name, known.unit, known.description);
    if (is_usage)
      add(known.source, of_process, known.unit,
          std::string(known.description) + ", all threads of the process together");
  }
  void leave_out(const std::string& reason, const std::string& name) {
    if (!is_wanted(name)) return;
    std::string& names = names_by_reason_[reason];
    names += (names.empty() ? "" : ", ") + name;
  }

  [[nodiscard]] bool empty() const { return lines_.empty() && names_by_reason_.empty(); }
  void print(const CommonOptions& common) const {
    fmt::print("kind\tname\tunit\tdescription\n{}", lines_);
    for (const auto& [reason, names] : names_by_reason_)
      say(common, "not available: " + names + " (" + reason + ")");
  }

 private:
  [[nodiscard]] bool is_wanted(std::string_view name) const {
    return words_.empty() || std::any_of(words_.begin(), words_.end(), [&](const auto& word) {
             return name.find(word) != std::string_view::npos;
           });
  }

  const std::vector<std::string>& words_;
  std::string lines_;
  std::map<std::string, std::string> names_by_reason_;
};

}  // namespace

base::Status check_metric_list(const std::string& list, const std::string& source) {
  Selection selection;
  const ListError error = selection.parse(list);
  if (auto found = list_error(error, std::string(selection.word()), source))
    return *std::move(found);
  for (const ChosenCounter& each : selection)
    if (each.known != nullptr)
      if (const auto reason = missing(*each.known)) return unavailable(each.name, *reason);
  return selection.needs_papi() ? check_papi(selection) : base::Status(base::kOk);
}

base::Result<int> print_metrics(const std::vector<std::string>& words,
                                const CommonOptions& common) {
  MetricTable table(words);
  for (const KnownCounter& known : counters::known_counters()) {
    if (const auto reason = missing(known))
      table.leave_out(*reason, known.name);
    else
      table.add(known);
  }
  Papi papi;
  if (const char* failure = papi.load(); failure != nullptr)
    table.leave_out(failure, "counters of PAPI");
  else
    papi.for_each([&](const counters::PapiCounter& each) {
      if (counts(papi, each.name)) table.add(Source::Papi, each.name, each.unit, each.description);
    });
  if (table.empty()) return unknown(words.front(), papi);
  table.print(common);
  return 0;
}

}  // namespace tarry::cli
