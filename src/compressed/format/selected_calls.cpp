// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/selected_calls.h"

#include <algorithm>
#include <vector>

#include "compressed/format/format.h"
#include "compressed/format/scanner.h"
#include "compressed/format/site_text.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

std::string value_text(Parameter parameter, std::int64_t value) {
  const std::string_view word = word_of(parameter, value);
  return word.empty() ? std::to_string(value) : std::string(word);
}

std::string action_text(const Action& action, const Memberships& own) {
  std::string text(action_name(action.kind));
  for (const Parameter parameter : parameters_of(action.kind)) {
    const std::int64_t value = value_of(action, parameter);
    if (may_be_unknown(parameter) && value == kUnknown) continue;
    text += " " + std::string(parameter_name(parameter)) + "=" + value_text(parameter, value);
  }
  if (const auto partner = partner_of(action, own)) text += " partner=" + std::to_string(*partner);
  return text;
}

std::string place_text(const Trace& trace, const Site& site) {
  const std::string stack = site_text(trace, site);
  return stack.empty() ? "" : "  #" + stack;
}

// A selection, and the events whose functions fit it.
struct EventSelection {
  const CallSelection& selection;
  std::vector<bool> has_function;  // by event
};

std::vector<EventSelection> by_event(const Trace& trace,
                                     const std::vector<CallSelection>& selections) {
  std::vector<EventSelection> made;
  for (const CallSelection& selection : selections) {
    std::vector<bool> has_function;
    for (const Event& event : trace.events)
      has_function.push_back(fits(selection, trace.sites[event.site.index()].function));
    made.push_back({selection, std::move(has_function)});
  }
  return made;
}

bool may_fit(const std::vector<EventSelection>& selections, const Trace& trace,
             std::uint32_t rank) {
  return std::any_of(selections.begin(), selections.end(), [&](const EventSelection& each) {
    for (std::size_t i = 0; i < each.has_function.size(); ++i)
      if (each.has_function[i] && trace.events[i].ranks.contains(rank)) return true;
    return false;
  });
}

// Returns the actions that fit, or nothing if the call is not selected.
std::optional<std::string> fitting_actions(const std::vector<EventSelection>& selections,
                                           const CursorCall& call, const Memberships& own) {
  const auto selects = [&](const EventSelection& each) { return each.has_function[call.event]; };
  bool is_selected =
      std::any_of(selections.begin(), selections.end(), [&](const EventSelection& each) {
        return selects(each) && each.selection.comparisons.empty();
      });
  std::string text;
  for (const Action& action : call.actions) {
    if (std::none_of(selections.begin(), selections.end(), [&](const EventSelection& each) {
          return selects(each) && fits(each.selection, action, own);
        }))
      continue;
    text += (text.empty() ? " " : " | ") + action_text(action, own);
    is_selected = true;
  }
  return is_selected ? std::optional(text) : std::nullopt;
}

}  // namespace

base::Result<std::uint64_t> list_selected_calls(
    const Trace& trace, const std::vector<CallSelection>& selections,
    std::optional<std::uint32_t> rank, const std::function<void(const std::string&)>& hand_on) {
  const std::vector<EventSelection> events = by_event(trace, selections);
  const std::vector<Memberships> by_rank = memberships_by_rank(trace.communicators, trace.ranks);
  std::uint64_t selected = 0;
  const std::uint32_t end = rank ? *rank + 1 : trace.ranks;
  for (std::uint32_t r = rank.value_or(0); r < end; ++r) {
    if (!may_fit(events, trace, r)) continue;
    Cursor cursor(trace, r);
    CursorCall call;
    for (std::uint64_t number = 0; cursor.next(call); ++number) {
      const auto actions = fitting_actions(events, call, by_rank[r]);
      if (!actions) continue;
      const Site& site = trace.sites[trace.events[call.event].site.index()];
      hand_on("rank " + std::to_string(r) + ", call " + std::to_string(number) + ": " +
              string_text(site.function) + *actions + place_text(trace, site) + "\n");
      ++selected;
    }
    if (!cursor.error().empty())
      return base::Error{
          base::ErrorCode::Failed,
          "the calls of rank " + std::to_string(r) + " cannot be read through: " + cursor.error(),
          "", ""};
  }
  return selected;
}

}  // namespace tarry::compressed
