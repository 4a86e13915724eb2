// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/formula_trace.h"

namespace tarry::compressed {
namespace {

// What the numbers of one vector are.
struct Counted {
  std::uint64_t numbers = 0;
  std::uint64_t unconfirmed = 0;
};

void add(const NumberFormula& number, Counted& out) {
  if (number.kind == CurveKind::Form && number.form.is_constant()) return;
  ++out.numbers;
  if (!number.confirmed) ++out.unconfirmed;
}

void add(const std::vector<TermFormula>& terms, Counted& out) {
  for (const TermFormula& term : terms) {
    for (const NumberFormula* const number : {&term.first, &term.step, &term.count})
      add(*number, out);
    add(term.body, out);
  }
}

void add(const VectorFormula& vector, const std::string& what, Confirmation& out) {
  Counted counted;
  if (vector.is_constant)
    add(vector.constant, counted);
  else
    add(vector.terms, counted);
  out.numbers += counted.numbers;
  out.unconfirmed += counted.unconfirmed;
  if (counted.unconfirmed > 0) out.places.push_back(what);
}

}  // namespace

Confirmation confirmation_of(const FormulaTrace& formulas) {
  Trace named;
  named.frames = formulas.frames;
  named.sites = formulas.sites;
  Confirmation out;
  for (const CommFormula& each : formulas.communicators)
    add(each.members, "members of communicator '" + each.name + "'", out);
  for (const ClassFormula& of_class : formulas.classes)
    for (const EventFormula& event : of_class.events) {
      const std::string place = " of " + site_text(named, event.site) + " of the ranks '" +
                                formulas.places.name(of_class.number) + "'";
      for (const LoopFormula& loop : event.loops) add(loop.trips, "trips" + place, out);
      const std::string at(parameter_name(Parameter::At));
      VectorFormula slope;
      for (const NumberFormula& along : event.offsets.along) {
        slope.constant = along;
        add(slope, "the growth of " + at + place, out);
      }
      for (std::size_t p = 0; p < kParameters; ++p)
        if (event.has[p])
          add(event.parameters[p], std::string(parameter_name(static_cast<Parameter>(p))) + place,
              out);
    }
  return out;
}

}  // namespace tarry::compressed
