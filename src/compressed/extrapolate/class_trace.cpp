// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/class_trace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/vector_values.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

std::uint64_t count_of(const std::vector<Term>& terms, std::int64_t value) {
  std::uint64_t count = 0;
  for (const Term& term : terms) {
    if (term.is_group()) {
      count += term.times * count_of(term.body, value);
    } else if (term.run.stride == 0) {
      count += term.run.first == value ? term.run.count : 0;
    } else {
      for (std::uint64_t i = 0; i < term.run.count; ++i) count += term.run.at(i) == value ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

Elastic shared_by(Sequence values, const RankSet& ranks) {
  return Elastic(ElasticPair{std::move(values), ranks});
}

std::uint64_t uses_of(Parameter parameter, const Sequence& kinds) {
  std::uint64_t uses = 0;
  for (std::size_t kind = 0; kind < kActionKinds; ++kind) {
    const auto parameters = parameters_of(static_cast<ActionKind>(kind));
    if (std::find(parameters.begin(), parameters.end(), parameter) != parameters.end())
      uses += count_of(kinds.terms(), static_cast<std::int64_t>(kind));
  }
  return uses;
}

ClassTrace::ClassTrace(const FormulaTrace& formulas, const ClassFormula& of_class, const Grid& grid,
                       RankSet ranks)
    : formulas_(formulas), class_(of_class), grid_(grid), ranks_(std::move(ranks)) {}

base::Result<std::vector<Event>> ClassTrace::run() {
  TRY(count_calls());
  std::vector<std::uint32_t> survivors(class_.events.size() + 1, 0);  // events before each
  for (std::size_t i = 0; i < class_.events.size(); ++i)
    survivors[i + 1] = survivors[i] + (calls_[i] > 0 ? 1 : 0);
  std::vector<Event> out;
  for (std::size_t i = 0; i < class_.events.size(); ++i) {
    if (calls_[i] == 0) continue;
    Event event;
    event.site = class_.events[i].site;
    event.ranks = ranks_;
    TRY(add_parameters(i, event));
    out.push_back(std::move(event));
  }
  for (Loop& loop : loops_) {
    const std::uint32_t length = survivors[loop.last + 1] - survivors[loop.first];
    Sequence lengths;
    lengths.append(Run{length, 0, loop.entries});
    lengths.seal();
    out[survivors[loop.first]].levels.push_back(
        {shared_by(std::move(lengths), ranks_), shared_by(std::move(loop.trips), ranks_)});
  }
  return out;
}

std::vector<const EventFormula*> ClassTrace::formulas_of_events() const {
  std::vector<const EventFormula*> out;
  for (std::size_t i = 0; i < class_.events.size(); ++i)
    if (calls_[i] > 0) out.push_back(&class_.events[i]);
  return out;
}

Error ClassTrace::unsupported(std::size_t event, const std::string& what) const {
  Trace named;
  named.frames = formulas_.frames;
  named.sites = formulas_.sites;
  return {ErrorCode::Unsupported, what + ": " + site_text(named, class_.events[event].site), "",
          ""};
}

Error ClassTrace::impossible(std::size_t event, const std::string& what) const {
  if (impossible_at_ != nullptr) *impossible_at_ = class_.events[event].site;
  Trace named;
  named.frames = formulas_.frames;
  named.sites = formulas_.sites;
  return {ErrorCode::Unsupported,
          "the formula of " + what + " at " + site_text(named, class_.events[event].site) +
              " has no possible value for the ranks '" + formulas_.places.name(class_.number) +
              "' of a " + extents_text(grid_.extents()) + " grid",
          "", "choose other extents with --extents"};
}

// Finds out how often each event is called, and the loops that are needed for it.
base::Status ClassTrace::count_calls() {
  struct Open {
    std::uint32_t last;
    std::uint64_t passes;
  };
  std::vector<Open> open;
  calls_.assign(class_.events.size(), 0);
  for (std::uint32_t i = 0; i < class_.events.size(); ++i) {
    while (!open.empty() && open.back().last < i) open.pop_back();
    std::uint64_t entries = open.empty() ? 1 : open.back().passes;
    for (const LoopFormula& loop : class_.events[i].loops) {
      TRY(see_trips(i, loop.trips));
      std::optional<Sequence> trips;
      if (entries > 0) trips = values_at(loop.trips, grid_.extents(), entries);
      if (entries > 0 && (!trips || trips->size() != entries)) return impossible(i, "trips");
      const std::uint64_t passes = entries == 0 ? 0 : static_cast<std::uint64_t>(trips->sum());
      if (passes >> 62 != 0) return impossible(i, "trips");
      std::int64_t each = 0;
      const bool is_needed = passes > 0 && !(trips->is_constant(each) && each == 1);
      if (is_needed) loops_.push_back({i, loop.last, entries, std::move(*trips)});
      open.push_back({loop.last, passes});
      entries = passes;
    }
    calls_[i] = entries;
  }
  return base::kOk;
}

base::Result<Sequence> ClassTrace::values(std::size_t event, Parameter parameter,
                                          std::uint64_t uses) const {
  const VectorFormula& formula =
      class_.events[event].parameters[static_cast<std::size_t>(parameter)];
  auto found = values_at(formula, grid_.extents(), uses);
  if (!found || found->size() != uses)
    return impossible(event, std::string(parameter_name(parameter)));
  return std::move(*found);
}

base::Status ClassTrace::add_parameters(std::size_t at, Event& event) const {
  const EventFormula& formula = class_.events[at];
  const auto has = [&](Parameter parameter) {
    return formula.has[static_cast<std::size_t>(parameter)];
  };
  if (!has(Parameter::Actions)) return base::kOk;
  TRY_ASSIGN(Sequence actions, values(at, Parameter::Actions, calls_[at]));
  const auto all_actions = static_cast<std::uint64_t>(actions.sum());
  event.of(Parameter::Actions) = shared_by(std::move(actions), ranks_);
  if (all_actions == 0 || !has(Parameter::Kind)) return base::kOk;
  TRY_ASSIGN(Sequence kinds, values(at, Parameter::Kind, all_actions));
  for (std::size_t p = 0; p < kParameters; ++p) {
    const auto parameter = static_cast<Parameter>(p);
    const bool is_named = parameter == Parameter::Peer || parameter == Parameter::PostedPeer ||
                          parameter == Parameter::Target || parameter == Parameter::Comm;
    if (parameter == Parameter::Actions || parameter == Parameter::Kind || is_named ||
        !formula.has[p])
      continue;
    const std::uint64_t uses = uses_of(parameter, kinds);
    if (uses == 0) continue;
    if (parameter == Parameter::At && formula.offsets.kind != OffsetSlopes::Kind::None) {
      TRY(add_offsets(at, uses, event));
      continue;
    }
    TRY_ASSIGN(Sequence found, values(at, parameter, uses));
    event.parameters[p] = shared_by(std::move(found), ranks_);
  }
  TRY(add_named(at, kinds, event));
  event.of(Parameter::Kind) = shared_by(std::move(kinds), ranks_);
  return base::kOk;
}

}  // namespace tarry::compressed
