// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/format/format.h"

namespace tarry::compressed {
namespace {

std::string text_of(const std::vector<TermFormula>& terms, Parameter parameter);

// Returns the word of the file format for a constant that has one.
std::string text_of(const NumberFormula& number, Parameter parameter) {
  if (number.kind == CurveKind::Form && number.form.is_constant())
    if (const auto value = number.form.coefficients[0].integer()) {
      const std::string_view word = word_of(parameter, *value);
      if (!word.empty()) return std::string(word);
    }
  return number.text();
}

std::string text_of(const TermFormula& term, Parameter parameter) {
  const std::string count = term.count.text();
  const std::string first = text_of(term.first, parameter);
  switch (term.kind) {
    case TermFormula::Kind::Run: {
      const std::string step = term.step.text();
      if (count == "1") return first;
      if (step == "0") return first + " * " + count;
      return first + " : " + step + " : " + count;
    }
    case TermFormula::Kind::Geometric:
      return first + " * " + term.factor.text() + "^i, i < " + count +
             (term.repeat == 1 ? "" : ", each " + std::to_string(term.repeat) + " times");
    case TermFormula::Kind::Group:
      break;
  }
  return "[" + text_of(term.body, parameter) + "]" + (count == "1" ? "" : " * " + count);
}

std::string text_of(const std::vector<TermFormula>& terms, Parameter parameter) {
  std::string out;
  for (const TermFormula& term : terms) out += (out.empty() ? "" : ", ") + text_of(term, parameter);
  return out;
}

std::string text_of(const VectorFormula& vector, Parameter parameter) {
  const std::string values =
      vector.is_constant ? text_of(vector.constant, parameter) : text_of(vector.terms, parameter);
  return vector.scale.bits == 0 ? values : vector.scale.text() + "*(" + values + ")";
}

std::string text_of(const EventFormula& event, const Trace& named) {
  std::string out = site_text(named, event.site);
  for (std::size_t p = 0; p < kParameters; ++p)
    if (const auto parameter = static_cast<Parameter>(p); event.has[p])
      out += "  " + std::string(parameter_name(parameter)) + "=" +
             text_of(event.parameters[p], parameter);
  if (event.offsets.kind == OffsetSlopes::Kind::ByRank)
    out += "  (at grows by " + event.offsets.along[0].text() + " from rank to rank)";
  if (event.offsets.kind == OffsetSlopes::Kind::ByCoordinate)
    for (std::size_t d = 0; d < kMostDimensions; ++d)
      if (event.offsets.along[d].text() != "0")
        out += "  (at grows by " + event.offsets.along[d].text() + " along " + "xyz"[d] + ")";
  if (event.peers != PeerForm::Relative)
    out += "  (peers: " + std::string(peer_form_name(event.peers)) + ")";
  for (const TimesFormula& times : event.times)
    if (times.law.kind != RankLaw::Kind::Even)
      out += "  (computation after " +
             (times.predecessor.valid() ? site_text(named, times.predecessor) : "the start") +
             ": " + times.law.text() + ")";
  return out;
}

}  // namespace

std::string formula_text(const FormulaTrace& formulas) {
  Trace named;
  named.frames = formulas.frames;
  named.sites = formulas.sites;
  std::string out;
  for (const ClassFormula& of_class : formulas.classes) {
    out += "class " + formulas.places.name(of_class.number) + "\n";
    std::vector<std::uint32_t> open;  // last events of the loops around
    for (std::uint32_t i = 0; i < of_class.events.size(); ++i) {
      std::erase_if(open, [i](std::uint32_t last) { return last < i; });
      for (const LoopFormula& loop : of_class.events[i].loops) {
        out += std::string(2 * (open.size() + 1), ' ') + "loop " +
               text_of(loop.trips, Parameter::Count) + "\n";
        open.push_back(loop.last);
      }
      out += std::string(2 * (open.size() + 1), ' ') + text_of(of_class.events[i], named) + "\n";
    }
  }
  return out;
}

}  // namespace tarry::compressed
