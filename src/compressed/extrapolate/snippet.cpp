// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/snippet.h"

#include <algorithm>
#include <optional>

#include "base/parse_number.h"
#include "base/split.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

std::optional<Parameter> parameter_named(std::string_view name) {
  for (std::size_t p = 0; p < kParameters; ++p)
    if (parameter_name(static_cast<Parameter>(p)) == name) return static_cast<Parameter>(p);
  return std::nullopt;
}

// Returns nothing for a line that is no call.
std::optional<SnippetCall> call_in(const std::vector<std::string_view>& words) {
  SnippetCall out{std::string(words[0]), {}, {}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (words[i] == "at" && i + 1 < words.size() && out.place.empty()) {
      out.place = words[++i];
      continue;
    }
    if (equals == std::string_view::npos) return std::nullopt;
    const auto parameter = parameter_named(words[i].substr(0, equals));
    const auto value = base::number_in<std::int64_t>(words[i].substr(equals + 1));
    if (!parameter || !value || *parameter == Parameter::Kind || *parameter == Parameter::Actions)
      return std::nullopt;
    out.values.emplace_back(*parameter, *value);
  }
  return out;
}

bool is_collective(const Action& action) {
  return action.kind == ActionKind::Collective || action.kind == ActionKind::StartCollective;
}

// Says which calls of a rank stay. Those of a match that is not complete are undecided.
class SnippetMatcher {
 public:
  SnippetMatcher(const Trace& trace, const Snippet& snippet) : snippet_(snippet) {
    // Whether each site is that of each call of the snippet.
    for (std::uint32_t site = 0; site < trace.sites.size(); ++site) {
      const std::string text = site_text(trace, SiteId{site});
      std::vector<bool>& of_site = is_site_.emplace_back();
      for (const SnippetCall& call : snippet)
        of_site.push_back(trace.sites[site].function == call.function &&
                          (call.place.empty() || text.ends_with("(" + call.place + ")") ||
                           text.ends_with(", " + call.place + ")")));
    }
  }

  std::vector<bool> kept_calls(const Trace& trace, std::uint32_t rank) const {
    std::vector<bool> kept;
    std::size_t matched = 0;  // calls of the snippet so far
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);) {
      const SiteId site = trace.events[call.event].site;
      kept.push_back(false);
      if (!is_next(site, call.actions, matched)) matched = 0;
      if (is_next(site, call.actions, matched)) {
        if (++matched < snippet_.size()) continue;
        std::fill(kept.end() - static_cast<std::ptrdiff_t>(matched), kept.end(), true);
        matched = 0;
      } else {
        kept.back() = call.actions.empty() ||
                      std::any_of(call.actions.begin(), call.actions.end(), is_collective);
      }
    }
    return kept;
  }

 private:
  [[nodiscard]] bool is_next(SiteId site, const std::vector<Action>& actions,
                             std::size_t matched) const {
    if (!is_site_[site.index()][matched]) return false;
    const auto& values = snippet_[matched].values;
    return std::all_of(values.begin(), values.end(), [&](const auto& wanted) {
      return std::any_of(actions.begin(), actions.end(), [&](const Action& action) {
        const auto parameters = parameters_of(action.kind);
        return std::find(parameters.begin(), parameters.end(), wanted.first) != parameters.end() &&
               value_of(action, wanted.first) == wanted.second;
      });
    });
  }

  const Snippet& snippet_;
  std::vector<std::vector<bool>> is_site_;
};

}  // namespace

base::Result<Snippet> parse_snippet(std::string_view text, const std::string& name) {
  Snippet out;
  std::uint32_t number = 0;
  for (const std::string_view line : base::split(text, '\n')) {
    ++number;
    std::vector<std::string_view> words = base::split(line, ' ');
    std::erase(words, std::string_view{});
    if (words.empty() || words[0].starts_with('#')) continue;
    std::optional<SnippetCall> call = call_in(words);
    if (!call)
      return Error{ErrorCode::BadInput, "this is no call: '" + std::string(line) + "'",
                   name + ":" + std::to_string(number), "write it as in: MPI_Send at a.c:42 tag=7"};
    out.push_back(std::move(*call));
  }
  if (out.empty())
    return Error{ErrorCode::BadInput, "the snippet has no calls", name,
                 "write one call per line, as in: MPI_Send at a.c:42 tag=7"};
  return out;
}

base::Result<FilteredTrace> keep_snippet(const Trace& trace, const Snippet& snippet,
                                         const std::string& name) {
  TRY(check_possible(trace, name));  // values of histograms would be drawn
  TRY(check_without_windows(trace, name));
  const SnippetMatcher matcher(trace, snippet);
  TRY_ASSIGN(FilteredTrace kept, leave_out(trace, [&](std::uint32_t rank) {
               RankCut cut;
               cut.calls = matcher.kept_calls(trace, rank);
               cut.calls.flip();
               return cut;
             }));
  add_note(kNotInSnippet, kept);
  return kept;
}

}  // namespace tarry::compressed
