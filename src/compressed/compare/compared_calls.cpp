// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/compare/compared_calls.h"

#include <algorithm>
#include <optional>

#include "compressed/format/format.h"

namespace tarry::compressed {
namespace {

// Values that a recording may not know. kUnknown is one of them; the others cannot be mistaken.
bool may_be_unknown_here(Parameter parameter) {
  return parameter == Parameter::PostedPeer || parameter == Parameter::PostedTag ||
         may_be_unknown(parameter);
}

// The function of a call with such actions is a part of what it does.
bool has_meaning(const ComparedCall& call) {
  return std::any_of(call.actions.begin(), call.actions.end(),
                     [](const Action& action) { return needs_function(action.kind); });
}

bool are_other_functions(const ComparedCall& a, const ComparedCall& b,
                         const CompareOptions& options) {
  return (options.functions || has_meaning(a) || has_meaning(b)) && a.function != b.function;
}

bool are_equal(const Action& a, const Action& b, Parameter parameter) {
  const std::int64_t first = value_of(a, parameter), second = value_of(b, parameter);
  return first == second ||
         (may_be_unknown_here(parameter) && (first == kUnknown || second == kUnknown));
}

bool are_equal(const Action& a, const Action& b) {
  if (a.kind != b.kind) return false;
  const std::span<const Parameter> all = parameters_of(a.kind);
  return std::all_of(all.begin(), all.end(),
                     [&](Parameter parameter) { return are_equal(a, b, parameter); });
}

std::string text_of(const Action& action, Parameter parameter,
                    const std::vector<std::string>& names) {
  const std::int64_t value = value_of(action, parameter);
  const bool is_term = parameter == Parameter::Comm || parameter == Parameter::Datatype;
  if (is_term && value >= 0 && static_cast<std::size_t>(value) < names.size())
    return names[static_cast<std::size_t>(value)];
  const std::string_view word = word_of(parameter, value);
  return word.empty() ? std::to_string(value) : std::string(word);
}

std::string versus(const std::string& what, const std::string& first, const std::string& second) {
  return what + " is " + first + " in the first trace and " + second + " in the second";
}

bool have_equal_kinds(const ComparedCall& a, const ComparedCall& b) {
  return std::equal(a.actions.begin(), a.actions.end(), b.actions.begin(), b.actions.end(),
                    [](const Action& x, const Action& y) { return x.kind == y.kind; });
}

void use_world_ranks(const Membership& comm, Action& action) {
  const auto world = [&](std::int64_t relative) {
    const std::optional<std::uint32_t> rank =
        relative < 0 ? std::nullopt : comm.world_rank(relative);
    return rank ? std::int64_t{*rank} : relative;
  };
  action.peer = world(action.peer);
  action.posted_peer = world(action.posted_peer);
  const std::span<const std::uint32_t> members = comm.peers();
  if (action.root >= 0 && static_cast<std::size_t>(action.root) < members.size())
    action.root = members[static_cast<std::size_t>(action.root)];
}

}  // namespace

ComparedCalls::ComparedCalls(const TermsOfTrace& terms, std::uint32_t rank,
                             const CompareOptions& options)
    : terms_(terms),
      own_(terms.memberships[rank]),
      options_(options),
      cursor_(*terms.trace, rank) {}

Action ComparedCalls::compared(const Action& action) const {
  Action out = action;
  // A communicator or a peer that does not exist stays as it is.
  if (const Membership* const comm = find(own_, action.comm); comm != nullptr) {
    out.comm = terms_.communicators[comm->communicator];
    if (!options_.communicators) use_world_ranks(*comm, out);
  }
  if (action.datatype >= 0 && static_cast<std::size_t>(action.datatype) < terms_.datatypes.size())
    out.datatype = terms_.datatypes[static_cast<std::size_t>(action.datatype)];
  if (!options_.posted) out.posted_peer = out.posted_tag = kUnknown;
  if (!options_.posted && action.kind == ActionKind::PostReceive) out.bytes = 0;
  if (!options_.tags) out.tag = out.posted_tag = kUnknown;
  if (!options_.bytes) out.bytes = out.received = 0;
  if (!options_.datatypes) out.count = out.datatype = kUnknown;
  if (!options_.communicators) out.comm = 0;
  if (!options_.requests) out.request = 0;
  return out;
}

bool ComparedCalls::read() {
  while (cursor_.next(call_)) {
    const std::uint64_t number = number_++;
    if (call_.actions.empty() && !(options_.empty_calls && options_.functions)) continue;
    const SiteId site = terms_.trace->events[call_.event].site;
    const auto& functions = options_.functions ? terms_.functions : terms_.effects;
    ComparedCall made{number, functions[site.index()], terms_.places[site.index()], {}};
    for (const Action& action : call_.actions) {
      made.actions.push_back(compared(action));
      if (options_.functions) continue;
      ahead_.push_back(made);
      made.actions.clear();
    }
    if (options_.functions) ahead_.push_back(std::move(made));
    return true;
  }
  return false;
}

const ComparedCall* ComparedCalls::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead)
    if (!read()) return nullptr;
  return &ahead_[ahead];
}

void ComparedCalls::skip(std::size_t calls) {
  for (; calls > 0 && peek(0) != nullptr; --calls) ahead_.pop_front();
}

bool are_equal(const ComparedCall& a, const ComparedCall& b, const CompareOptions& options) {
  if (are_other_functions(a, b, options)) return false;
  if (options.call_sites && a.place != b.place) return false;
  return std::equal(a.actions.begin(), a.actions.end(), b.actions.begin(), b.actions.end(),
                    [](const Action& x, const Action& y) { return are_equal(x, y); });
}

bool do_the_same(const ComparedCall& a, const ComparedCall& b, const CompareOptions& options) {
  return !are_other_functions(a, b, options) && have_equal_kinds(a, b);
}

std::string first_difference(const ComparedCall& a, const ComparedCall& b,
                             const CompareOptions& options, const std::vector<std::string>& names) {
  if (are_other_functions(a, b, options))
    return versus("the function", names[a.function], names[b.function]);
  if (options.call_sites && a.place != b.place)
    return versus("the call path", names[a.place], names[b.place]);
  for (std::size_t at = 0; at < std::min(a.actions.size(), b.actions.size()); ++at) {
    const Action &one = a.actions[at], &two = b.actions[at];
    if (one.kind != two.kind)
      return versus("action " + std::to_string(at), std::string(action_name(one.kind)),
                    std::string(action_name(two.kind)));
    for (const Parameter parameter : parameters_of(one.kind))
      if (!are_equal(one, two, parameter))
        return versus(
            std::string(parameter_name(parameter)) + " of " + std::string(action_name(one.kind)),
            text_of(one, parameter, names), text_of(two, parameter, names));
  }
  if (a.actions.size() != b.actions.size())
    return versus("the number of actions", std::to_string(a.actions.size()),
                  std::to_string(b.actions.size()));
  return "";
}

}  // namespace tarry::compressed
