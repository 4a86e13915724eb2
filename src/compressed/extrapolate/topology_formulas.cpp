// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/topology_formulas.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/counted.h"
#include "compressed/extrapolate/class_calls.h"
#include "compressed/extrapolate/class_faults.h"
#include "compressed/extrapolate/fit_class.h"
#include "compressed/extrapolate/fit_vector.h"
#include "compressed/extrapolate/uneven_loads.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

bool has_equal_extents(const Extents& extents) {
  return std::all_of(extents.size.begin(), extents.size.begin() + extents.dimensions,
                     [&](std::uint32_t size) { return size == extents.size[0]; });
}

// Traces of grids of equal extents say the same. Traces of equal numbers of ranks may differ.
base::Status check_grids(const Topology& topology, const std::vector<BaseTrace>& bases) {
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (std::size_t j = i + 1; j < bases.size(); ++j)
      if (topology.extents[i] == topology.extents[j])
        return Error{ErrorCode::Unsupported,
                     "two traces have the same number of ranks, " +
                         std::to_string(bases[i].trace->ranks) + ", in the same grid: '" +
                         bases[i].name + "' and '" + bases[j].name + "'",
                     "", "leave one of them out"};
  // Grids with equal extents have one extent that grows.
  const bool are_cubes =
      std::all_of(topology.extents.begin(), topology.extents.end(), has_equal_extents);
  const std::size_t needed =
      are_cubes ? std::min(3u, topology.places.dimensions() + 1) : topology.places.dimensions() + 1;
  if (bases.size() < needed)
    return Error{
        ErrorCode::Unsupported,
        "the ranks lie in a grid of " + base::counted(topology.places.dimensions(), "dimension") +
            ", which takes " + base::counted(needed, "trace") + "; there " +
            std::string(base::form_for(bases.size(), "is ", "are ")) + std::to_string(bases.size()),
        "", "add traces of other numbers of ranks"};
  return base::kOk;
}

// Finds the communicators of all grids, in the order of the largest trace.
class CommunicatorFit {
 public:
  explicit CommunicatorFit(const std::vector<GridView>& views) : views_(views) {}

  base::Result<std::vector<CommFormula>> run() {
    std::vector<CommFormula> out;
    const GridView& last = views_.back();
    for (std::size_t i = 0; i < last.families().by_communicator().size(); ++i) {
      const CommFamily& family = last.families().by_communicator()[i];
      if (std::any_of(out.begin(), out.end(),
                      [&](const CommFormula& each) { return each.family == family; }))
        continue;
      out.push_back({family, last.base().trace->communicators[i].name, {}});
      if (family.kind == CommFamily::Kind::Listed) {
        TRY_ASSIGN(out.back().members, members_of(out.back()));
      }
    }
    TRY(check_same(out));
    return out;
  }

 private:
  // Each trace has the families of the last one and no others.
  base::Status check_same(const std::vector<CommFormula>& known) const {
    for (const GridView& view : views_) {
      const std::vector<CommFamily>& own = view.families().by_communicator();
      const std::set<CommFamily> families(own.begin(), own.end());
      std::set<CommFamily> all;
      for (const CommFormula& each : known) all.insert(each.family);
      if (families == all) continue;
      return Error{ErrorCode::Unsupported,
                   "the communicators of this trace are not those of '" +
                       views_.back().base().name +
                       "': they must be rows, columns, planes or "
                       "lists of ranks that follow a formula",
                   view.base().name, ""};
    }
    return base::kOk;
  }

  base::Result<VectorFormula> members_of(const CommFormula& formula) const {
    std::vector<Sequence> members;
    for (const GridView& view : views_) {
      const std::vector<CommFamily>& own = view.families().by_communicator();
      const auto at = std::find(own.begin(), own.end(), formula.family);
      if (at == own.end()) continue;
      members.emplace_back();
      const auto index = static_cast<std::size_t>(at - own.begin());
      for (const std::uint32_t rank : view.base().trace->communicators[index].members)
        members.back().append(rank);
      members.back().seal();
    }
    std::vector<ObservedVector> observed;
    for (std::size_t i = 0; i < members.size() && members.size() == views_.size(); ++i)
      if (!members[i].empty()) observed.push_back({views_[i].grid().extents(), &members[i]});
    auto found = fit_vector(observed, NumberKind::Position);
    if (!observed.empty() && found) return std::move(*found);
    return Error{ErrorCode::Unsupported,
                 "no formula explains the members of communicator '" + formula.name +
                     "', which is no row, column or plane of the grid",
                 views_.back().base().name, ""};
  }

  const std::vector<GridView>& views_;
};

// What must be left out of each trace that has a class, by number of the call of its ranks.
using ClassCuts = std::vector<std::vector<bool>>;

std::uint64_t cut_calls(const ClassCuts& cuts) {
  std::uint64_t out = 0;
  for (const std::vector<bool>& of_trace : cuts)
    out += static_cast<std::uint64_t>(std::count(of_trace.begin(), of_trace.end(), true));
  return out;
}

// Loops whose iterations are equal are tried first: their bodies are the same in all traces and all
// iterations. What is left unfolded then may be more than loops of similar iterations. `cuts`, if
// given, gets the smaller of what both ways must leave out.
base::Result<ClassFormula> class_formula(const std::vector<const GridView*>& views,
                                         const Places& places, std::uint32_t number,
                                         CommonNames& names, ClassCuts* cuts) {
  std::optional<Error> first_error;
  for (const bool partial : {false, true}) {
    FoldOptions folding;
    folding.partial_iterations = partial;
    base::Result<ClassCalls> calls = ClassCalls::of(views, places, number, folding, names);
    if (calls.ok()) {
      std::vector<ClassFault> faults;
      base::Result<ClassFormula> formula =
          fit_class(*calls, names, places.name(number), cuts == nullptr ? nullptr : &faults);
      if (formula.ok()) formula->number = number;
      if (formula.ok()) return formula;
      if (!first_error) first_error = formula.error();
      ClassCuts own;
      for (std::size_t base = 0; base < views.size() && !faults.empty(); ++base)
        own.push_back(faulty_calls(*calls, base, faults));
      const std::uint64_t lost = cut_calls(own);
      if (lost > 0 && (cut_calls(*cuts) == 0 || lost < cut_calls(*cuts))) *cuts = std::move(own);
    } else if (!first_error) {
      first_error = calls.error();
    }
  }
  return *first_error;
}

// Marks the calls with these numbers on all ranks of a class.
void mark(const std::vector<bool>& cut, const RankSet& members, CallMarks& marks) {
  for (const std::uint32_t rank : members.ranks())
    for (std::uint32_t call = 0; call < cut.size(); ++call)
      if (cut[call]) marks.mark(rank, call);
}

}  // namespace

base::Result<FormulaTrace> formulas_in(const Topology& topology,
                                       const std::vector<BaseTrace>& bases,
                                       std::vector<CallMarks>* faults) {
  TRY(check_grids(topology, bases));
  std::vector<GridView> views;
  for (std::size_t i = 0; i < bases.size(); ++i) views.emplace_back(bases[i], topology.extents[i]);
  FormulaTrace out;
  out.program = bases[0].trace->program;
  out.places = topology.places;
  out.bases = topology.extents;
  TRY_ASSIGN(out.communicators, CommunicatorFit(views).run());
  CommonNames names;
  std::optional<Error> first_error;
  for (std::uint32_t number = 0; number < out.places.classes(); ++number) {
    std::vector<const GridView*> with_class;
    for (const GridView& view : views)
      if (!view.grid().members(out.places, number).empty()) with_class.push_back(&view);
    if (with_class.empty()) continue;
    ClassCuts cuts;
    base::Result<ClassFormula> formula =
        class_formula(with_class, out.places, number, names, faults == nullptr ? nullptr : &cuts);
    if (!formula.ok()) {
      if (faults == nullptr) return formula.error();
      if (!first_error) first_error = formula.error();
      for (std::size_t i = 0; i < cuts.size(); ++i)
        mark(cuts[i], with_class[i]->grid().members(out.places, number),
             (*faults)[static_cast<std::size_t>(with_class[i] - views.data())]);
      continue;
    }
    for (const GridView* const view : with_class) formula->bases.push_back(view->grid().extents());
    out.classes.push_back(std::move(*formula));
  }
  if (first_error) return *first_error;
  out.frames = names.sites.frames();
  out.sites = names.sites.sites();
  out.datatypes = names.datatypes;
  out.families = names.families;
  const auto has_statistics = [](const BaseTrace& each) { return !each.trace->statistics.empty(); };
  if (std::any_of(bases.begin(), bases.end(), has_statistics))
    out.notes.emplace_back(kNoStatistics);
  if (auto note = uneven_loads(views, out)) out.notes.push_back(std::move(*note));
  for (const BaseTrace& each : bases)
    for (const std::string& note : each.trace->notes)
      if (std::find(out.notes.begin(), out.notes.end(), note) == out.notes.end())
        out.notes.push_back(note);
  return out;
}

}  // namespace tarry::compressed
