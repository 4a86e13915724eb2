// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/evaluate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/class_trace.h"
#include "compressed/extrapolate/fit_times.h"
#include "compressed/extrapolate/offset_slopes.h"
#include "compressed/extrapolate/peer_uses.h"
#include "compressed/extrapolate/target_comms.h"
#include "compressed/extrapolate/vector_values.h"
#include "compressed/fold/merge.h"
#include "compressed/fold/unite_levels.h"
#include "compressed/format/check.h"
#include "compressed/format/format.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

// Makes the events of one class of ranks with numbers and times.
class NumberedClass final : public ClassTrace {
 public:
  NumberedClass(const FormulaTrace& formulas, const ClassFormula& of_class, const Grid& grid,
                const TargetComms& comms, std::optional<SiteId>* impossible_at)
      : ClassTrace(formulas, of_class, grid, grid.members(formulas.places, of_class.number)),
        comms_(comms) {
    impossible_at_ = impossible_at;
  }

  // Adds times for each call before a call that a member of the class makes.
  void add_times(std::vector<Event>& events, TimeErrors& errors) const {
    Trace alone;
    alone.ranks = static_cast<std::uint32_t>(grid_.extents().ranks());
    alone.sites = formulas_.sites;
    alone.events = events;
    std::map<std::pair<std::uint32_t, SiteId>, std::uint64_t> paths;
    Cursor cursor(alone, ranks_.lowest());
    for (CursorCall call; cursor.next(call);) ++paths[{call.event, call.predecessor}];
    const std::vector<const EventFormula*> formulas = formulas_of_events();
    for (const auto& [path, calls] : paths) {
      const auto [event, predecessor] = path;
      const TimesFormula* const formula = times_after(*formulas[event], predecessor);
      if (formula == nullptr) continue;
      for (EventTimes& times : times_of(*formula, grid_, ranks_, calls)) {
        times.predecessor = predecessor;
        add_error(formula->before.mean(), static_cast<double>(times.before.sum()), errors);
        events[event].times.push_back(std::move(times));
      }
    }
  }

 private:
  static void add_error(const TimeFit& fit, double sum_ns, TimeErrors& errors) {
    errors.computation_ns += sum_ns;
    errors.error_ns += sum_ns * fit.error;
    if (!fit.confirmed) errors.unconfirmed_ns += sum_ns;
  }

  // A path that no trace has takes the times of another one.
  static const TimesFormula* times_after(const EventFormula& event, SiteId predecessor) {
    const auto found =
        std::find_if(event.times.begin(), event.times.end(),
                     [&](const TimesFormula& each) { return each.predecessor == predecessor; });
    if (found != event.times.end()) return &*found;
    return event.times.empty() ? nullptr : &event.times.back();
  }

  base::Status add_named(std::size_t at, const Sequence& kinds, Event& event) const override {
    const EventFormula& formula = class_.events[at];
    NamedValues given;
    for (std::size_t i = 0; i < kNamedParameters.size(); ++i) {
      const std::uint64_t uses = uses_of(kNamedParameters[i], kinds);
      if (uses == 0 || !formula.has[static_cast<std::size_t>(kNamedParameters[i])]) continue;
      TRY_ASSIGN(given[i], values(at, kNamedParameters[i], uses));
    }
    if (std::all_of(given.begin(), given.end(), [](const Sequence& each) { return each.empty(); }))
      return base::kOk;
    const PeerUses uses(given, kinds, formula.window_family);
    // The ranks that write the same numbers.
    std::map<std::vector<std::int64_t>, std::vector<std::uint32_t>> groups;
    for (const std::uint32_t rank :
         formula.peers == PeerForm::Relative && comms_.are_numbers_equal()
             ? std::vector{ranks_.lowest()}
             : ranks_.ranks()) {
      auto numbers = uses.numbers_of(rank, formula.peers, grid_, comms_);
      if (!numbers) return impossible(at, "communicators");
      groups[std::move(*numbers)].push_back(rank);
    }
    std::array<std::vector<ElasticPair>, kNamedParameters.size()> pairs;
    for (const auto& [numbers, members] : groups) {
      const RankSet ranks = groups.size() == 1 ? ranks_ : RankSet::of_sorted(members);
      const auto renamed = uses.renamed(numbers);
      for (std::size_t i = 0; i < kNamedParameters.size(); ++i)
        if (!renamed[i].empty()) pairs[i].push_back({renamed[i], ranks});
    }
    for (std::size_t i = 0; i < kNamedParameters.size(); ++i) {
      if (pairs[i].empty()) continue;
      Elastic united;
      united.merge_ranks(Elastic::of_pairs(std::move(pairs[i])));
      event.of(kNamedParameters[i]) = std::move(united);
    }
    return base::kOk;
  }

  base::Status add_offsets(std::size_t at, std::uint64_t uses, Event& event) const override {
    TRY_ASSIGN(const Sequence all, values(at, Parameter::At, uses));
    std::map<std::int64_t, std::vector<std::uint32_t>> by_shift;
    for (const std::uint32_t rank : ranks_.ranks()) {
      const auto shift = shift_at(class_.events[at].offsets, grid_, rank);
      if (!shift) return impossible(at, std::string(parameter_name(Parameter::At)));
      by_shift[*shift].push_back(rank);
    }
    std::vector<ElasticPair> pairs;
    for (const auto& [shift, ranks] : by_shift)
      pairs.push_back(
          {mapped_by_structure(all, [by = shift](std::int64_t each) { return each + by; }),
           RankSet::of_sorted(ranks)});
    Elastic united;
    united.merge_ranks(Elastic::of_pairs(std::move(pairs)));
    event.of(Parameter::At) = std::move(united);
    return base::kOk;
  }

  const TargetComms& comms_;
};

// A class knows nothing of an extent that is the same in all traces that have it.
base::Status check_known(const FormulaTrace& formulas, const ClassFormula& of_class,
                         const Extents& extents) {
  for (unsigned d = 0; d < extents.dimensions; ++d) {
    const std::uint32_t first = of_class.bases[0].size[d];
    if (extents.size[d] == first ||
        std::any_of(of_class.bases.begin(), of_class.bases.end(),
                    [&](const Extents& each) { return each.size[d] != first; }))
      continue;
    return Error{ErrorCode::Unsupported,
                 "all traces that have ranks '" + formulas.places.name(of_class.number) +
                     "' have " + std::to_string(first) + " as extent " + "xyz"[d] +
                     ", so nothing tells what they do with " + std::to_string(extents.size[d]),
                 "", "add traces of larger grids"};
  }
  return base::kOk;
}

}  // namespace

base::Result<Trace> evaluate(const FormulaTrace& formulas, const Extents& extents,
                             TimeErrors* errors, std::optional<SiteId>* impossible_at) {
  TimeErrors of_times;
  const Grid grid(extents);
  TRY_ASSIGN(const TargetComms comms, TargetComms::of(formulas, grid));
  Trace frame;
  frame.ranks = static_cast<std::uint32_t>(extents.ranks());
  frame.program = formulas.program;
  frame.frames = formulas.frames;
  frame.sites = formulas.sites;
  frame.datatypes = formulas.datatypes;
  frame.notes = formulas.notes;
  std::vector<const ClassFormula*> classes;
  for (std::uint32_t number = 0; number < formulas.places.classes(); ++number) {
    if (grid.members(formulas.places, number).empty()) continue;
    const auto of_class =
        std::find_if(formulas.classes.begin(), formulas.classes.end(),
                     [number](const ClassFormula& each) { return each.number == number; });
    if (of_class == formulas.classes.end())
      return Error{ErrorCode::Unsupported,
                   "no trace has ranks '" + formulas.places.name(number) + "', which a " +
                       extents_text(extents) + " grid has",
                   "", "add traces of larger grids"};
    classes.push_back(&*of_class);
  }
  std::optional<Trace> all;
  for (const ClassFormula* const of_class : classes) {
    TRY(check_known(formulas, *of_class, extents));
    Trace trace = frame;
    NumberedClass numbered(formulas, *of_class, grid, comms, impossible_at);
    TRY_ASSIGN(trace.events, numbered.run());
    numbered.add_times(trace.events, of_times);
    canonicalise(trace);
    all = all ? merge(std::move(*all), trace) : std::move(trace);
  }
  unite_equal_levels(*all);
  all->communicators = comms.communicators();
  if (const auto unsound = find_unsound(*all)) {
    const SiteId site = all->events[unsound->event].site;
    if (impossible_at != nullptr) *impossible_at = site;
    return Error{
        ErrorCode::Unsupported,
        "the formulas give an impossible trace: " + unsound->what + " at " + site_text(*all, site),
        "", "the traces may have too few ranks to tell the pattern"};
  }
  if (errors != nullptr) *errors = of_times;
  return std::move(*all);
}

}  // namespace tarry::compressed
