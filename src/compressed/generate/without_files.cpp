// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/without_files.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "compressed/format/format.h"
#include "compressed/generate/rewrite.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

constexpr auto kFirstOfWindows = static_cast<std::int64_t>(ActionKind::MakeWindow);
constexpr auto kFirstOfFiles = static_cast<std::int64_t>(ActionKind::AccessDone);

struct KindRange {
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();

  void add(std::int64_t kind) {
    lowest = std::min(lowest, kind);
    highest = std::max(highest, kind);
  }
  void add(const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      if (term.is_group()) {
        add(term.body);
      } else if (term.run.count != 0) {
        add(term.run.first);
        add(term.run.at(term.run.count - 1));
      }
    }
  }
  [[nodiscard]] bool is_on_files_only() const {
    return lowest >= kFirstOfFiles && highest >= lowest;
  }
  [[nodiscard]] bool is_of_messages() const { return highest < kFirstOfWindows; }
};

KindRange kinds_of(const Event& event) {
  KindRange out;
  for (const ElasticPair& pair : event.of(Parameter::Kind).pairs())
    if (const auto* values = std::get_if<Sequence>(&pair.values))
      out.add(values->terms());
    else
      for (const auto& [kind, count] : std::get<ValueHistogram>(pair.values).counts) out.add(kind);
  return out;
}

std::uint64_t size_of(const Values& values) {
  return std::visit([](const auto& each) { return each.size(); }, values);
}

// Lets the calls of the event do nothing. Their times stay as they are.
void silence(Event& event) {
  Elastic none;
  for (const ElasticPair& pair : event.of(Parameter::Actions).pairs()) {
    Sequence zeros;
    zeros.append(Run{0, 0, size_of(pair.values)});
    zeros.seal();
    none.merge_ranks(Elastic(ElasticPair{std::move(zeros), pair.ranks}));
  }
  event.parameters = {};
  event.of(Parameter::Actions) = std::move(none);
}

// The calls of one rank after the other.
class FileFilter {
 public:
  void filter(std::vector<Action>& actions) {
    std::vector<Action> left;
    for (Action& action : actions)
      if (stays(action)) left.push_back(action);
    actions = std::move(left);
  }

 private:
  // Gives completions of accesses to windows their place among those that are left.
  bool stays(Action& action) {
    if (action.kind == ActionKind::StartTransfer) before_.open(0);
    if (action.kind == ActionKind::StartAccess) {
      before_.open(++last_access_);
      after_.open(last_access_);
    }
    if (action.kind != ActionKind::AccessDone) return !is_on_file(action.kind);
    const std::optional<std::uint64_t> access = before_.close_at(action.request);
    if (access && *access == 0) return false;
    if (access) action.request = after_.close(*access).value_or(0);
    return true;
  }

  std::uint64_t last_access_ = 0;
  OpenRequests<std::uint64_t> before_;  // the number of an access; 0 for transfers
  OpenRequests<std::uint64_t> after_;
};

}  // namespace

// Without windows, completions of accesses are those of transfers.
base::Result<Trace> without_files(Trace trace) {
  if (version_of(trace) < kFileVersion) return trace;
  const bool are_separate = std::ranges::all_of(trace.events, [](const Event& event) {
    const KindRange kinds = kinds_of(event);
    return kinds.is_on_files_only() || kinds.is_of_messages();
  });
  if (are_separate) {
    for (Event& event : trace.events)
      if (kinds_of(event).is_on_files_only()) silence(event);
    return trace;
  }
  FileFilter files;
  TRY_ASSIGN(Trace out, rewritten(trace, [&](std::uint32_t, std::uint64_t number, Call& call) {
               if (number == 0) files = {};
               files.filter(call.actions);
             }));
  out.notes.emplace_back(kMeanTimes);
  return out;
}

}  // namespace tarry::compressed
