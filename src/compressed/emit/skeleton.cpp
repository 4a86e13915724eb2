// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/skeleton.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "compressed/emit/class_partners.h"
#include "compressed/extrapolate/class_trace.h"
#include "compressed/fold/merge.h"

namespace tarry::emit {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::CommFamily;
using compressed::Parameter;
using compressed::Run;
using compressed::Sequence;
using compressed::TermFormula;
using compressed::VectorFormula;

// Makes vectors of symbols.
class SymbolVector {
 public:
  // `number` makes the number in the vector of the values on all sample grids.
  using Number = std::function<std::int64_t(std::int64_t symbol)>;
  SymbolVector(Scale& scale, std::size_t sample, compressed::ExtentProduct factor, Number number)
      : scale_(scale), sample_(sample), factor_(factor), number_(std::move(number)) {}

  base::Status append(const std::vector<TermFormula>& terms, Sequence& out) {
    for (const TermFormula& term : terms) TRY(append(term, out));
    return base::kOk;
  }
  base::Result<std::int64_t> number(const compressed::NumberFormula& formula) {
    TRY_ASSIGN(const std::int64_t symbol, scale_.symbol(formula, factor_));
    return number_(symbol);
  }

 private:
  base::Status append(const TermFormula& term, Sequence& out) {
    TRY_ASSIGN(const std::int64_t length, scale_.symbol(term.count));
    const std::int64_t count = scale_.symbols().value(length, sample_);
    if (count < 0) return Error{ErrorCode::Unsupported, "a negative count", "", ""};
    if (term.kind == TermFormula::Kind::Group) {
      Sequence once;
      TRY(append(term.body, once));
      once.seal();
      for (std::int64_t i = 0; i < count; ++i) out.append(once);
      return base::kOk;
    }
    TRY_ASSIGN(const std::int64_t first, scale_.symbol(term.first));
    std::int64_t step = 0;
    if (term.kind == TermFormula::Kind::Run && count > 1) {
      TRY_ASSIGN(step, scale_.symbol(term.step));
    }
    if (step == 0 && term.kind == TermFormula::Kind::Run) {
      TRY_ASSIGN(const std::int64_t value, number(term.first));
      out.append(Run{value, 0, static_cast<std::uint64_t>(count)});
      return base::kOk;
    }
    if (!scale_.name_count(count, length))
      return Error{ErrorCode::Unsupported, "equal counts of passes and values", "", ""};
    compressed::Rational power = 1;
    for (std::int64_t i = 0; i < count; ++i, power = power * term.factor) {
      Symbols::Samples values;
      const Symbols& symbols = scale_.symbols();
      for (std::size_t at = 0; at < symbols.grids().size(); ++at) {
        std::int64_t value = symbols.value(first, at) + i * symbols.value(step, at);
        if (term.kind == TermFormula::Kind::Geometric) {
          const auto whole = (power * symbols.value(first, at)).integer();
          if (!whole) return Error{ErrorCode::Unsupported, "no whole number", "", ""};
          value = *whole;
        }
        values.push_back(value * static_cast<std::int64_t>(factor_.at(symbols.grids()[at])));
      }
      const std::string text =
          symbols.text(first) + " + " + std::to_string(i) + "*(" + symbols.text(step) + ")";
      out.append(Run{number_(scale_.symbols().found(values, text)), 0, term.repeat});
    }
    return base::kOk;
  }

  Scale& scale_;
  std::size_t sample_;
  compressed::ExtentProduct factor_;
  Number number_;
};

class SymbolicClass final : public compressed::ClassTrace {
 public:
  SymbolicClass(Scale& scale, std::size_t sample, std::uint32_t index, const compressed::Grid& grid)
      : ClassTrace(scale.formulas(), scale.formulas().classes[index], grid,
                   RankSet::of_sorted({index})),
        scale_(scale),
        sample_(sample),
        partners_(scale, sample, index) {}

 protected:
  base::Result<Sequence> values(std::size_t event, Parameter parameter,
                                std::uint64_t uses) const override {
    const VectorFormula& vector = formula(event).parameters[static_cast<std::size_t>(parameter)];
    if (parameter == Parameter::Kind) return ClassTrace::values(event, parameter, uses);
    if (parameter == Parameter::Actions) {
      TRY(name_counts(event, vector));
      return ClassTrace::values(event, parameter, uses);
    }
    return symbolic(event, parameter, uses, [](std::int64_t symbol) { return symbol; });
  }

  base::Status add_named(std::size_t event, const Sequence& kinds,
                         compressed::Event& to) const override {
    const auto has = [&](Parameter parameter) {
      return uses_of(parameter, kinds) > 0 &&
             formula(event).has[static_cast<std::size_t>(parameter)];
    };
    const auto add_partners = [&](Parameter parameter, std::int64_t family) -> base::Status {
      TRY_ASSIGN(Sequence peers,
                 symbolic(event, parameter, uses_of(parameter, kinds), [&](std::int64_t symbol) {
                   return partners_.number(formula(event).peers, family, symbol);
                 }));
      to.of(parameter) = compressed::shared_by(std::move(peers), ranks_);
      return base::kOk;
    };
    if (has(Parameter::Target)) TRY(add_partners(Parameter::Target, formula(event).window_family));
    if (!has(Parameter::Comm)) return base::kOk;
    TRY_ASSIGN(Sequence comms, symbolic(event, Parameter::Comm, uses_of(Parameter::Comm, kinds),
                                        [](std::int64_t symbol) { return symbol; }));
    std::int64_t family = 0;
    const bool is_one = comms.is_constant(family);
    for (const Parameter parameter : {Parameter::Peer, Parameter::PostedPeer}) {
      if (!has(parameter)) continue;
      if (!is_one)
        return unsupported(event,
                           "a call names partners on several communicators, which code for any "
                           "number of ranks cannot make");
      TRY(add_partners(parameter, family));
    }
    to.of(Parameter::Comm) = compressed::shared_by(std::move(comms), ranks_);
    return base::kOk;
  }

  base::Status add_offsets(std::size_t event, std::uint64_t uses,
                           compressed::Event& to) const override {
    TRY_ASSIGN(const std::string own, own_offset(formula(event).offsets));
    Symbols& symbols = scale_.symbols();
    TRY_ASSIGN(Sequence offsets, symbolic(event, Parameter::At, uses, [&](std::int64_t symbol) {
                 return symbols.expression(plus(own, symbols.text(symbol)));
               }));
    to.of(Parameter::At) = compressed::shared_by(std::move(offsets), ranks_);
    return base::kOk;
  }

  base::Status see_trips(std::size_t event, const VectorFormula& trips) const override {
    return name_counts(event, trips);
  }

 private:
  // Returns what a rank adds to its offsets: "24L * rank".
  base::Result<std::string> own_offset(const compressed::OffsetSlopes& slopes) const {
    const auto product = [&](const compressed::NumberFormula& slope,
                             const std::string& by) -> base::Result<std::string> {
      TRY_ASSIGN(const std::int64_t symbol, scale_.symbol(slope));
      const std::string text = scale_.symbols().text(symbol);
      if (!Symbols::is_symbol(symbol)) return symbol == 0 ? "" : text + "L * " + by;
      return (text.find(' ') == std::string::npos ? text : "(" + text + ")") + " * " + by;
    };
    if (slopes.kind == compressed::OffsetSlopes::Kind::ByRank)
      return product(slopes.along[0], "rank");
    std::string out;
    for (unsigned d = 0; d < grid_.extents().dimensions; ++d) {
      TRY_ASSIGN(const std::string each, product(slopes.along[d], std::string("at.") + "xyz"[d]));
      if (!each.empty()) out = out.empty() ? each : plus(out, each);
    }
    return out.empty() ? "0" : out;
  }

  // Numbers of passes and of actions stay numbers of the sample grid, with a symbol beside them.
  base::Status name_counts(std::size_t event, const VectorFormula& vector) const {
    std::vector<const compressed::NumberFormula*> all;
    if (vector.is_constant) all.push_back(&vector.constant);
    const std::function<void(const std::vector<TermFormula>&)> add =
        [&](const std::vector<TermFormula>& terms) {
          for (const TermFormula& term : terms) {
            if (term.kind == TermFormula::Kind::Group) add(term.body);
            if (term.kind == TermFormula::Kind::Run) all.push_back(&term.first);
          }
        };
    add(vector.terms);
    for (const compressed::NumberFormula* each : all) {
      TRY_ASSIGN(const std::int64_t symbol, scale_.symbol(*each, vector.scale));
      if (!scale_.name_count(scale_.symbols().value(symbol, sample_), symbol))
        return unsupported(event, "the sample grid gives equal numbers of passes");
    }
    return base::kOk;
  }

  base::Result<Sequence> symbolic(std::size_t event, Parameter parameter, std::uint64_t uses,
                                  SymbolVector::Number number) const {
    const VectorFormula& vector = formula(event).parameters[static_cast<std::size_t>(parameter)];
    SymbolVector maker(scale_, sample_, vector.scale, std::move(number));
    Sequence out;
    if (vector.is_constant) {
      TRY_ASSIGN(const std::int64_t value, maker.number(vector.constant));
      out.append(Run{value, 0, uses});
    } else {
      TRY(maker.append(vector.terms, out));
    }
    out.seal();
    if (out.size() != uses) return impossible(event, std::string(parameter_name(parameter)));
    return out;
  }

  Scale& scale_;
  std::size_t sample_;
  ClassPartners partners_;
};

base::Result<std::vector<compressed::Communicator>> communicators(const Scale& scale) {
  std::vector<compressed::Communicator> out;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < scale.formulas().classes.size(); ++i) all.push_back(i);
  for (const CommFamily& family : scale.formulas().families) {
    if (family.kind == CommFamily::Kind::Listed)
      return Error{ErrorCode::Unsupported,
                   "a communicator is a list of ranks: code for any number of ranks can make those "
                   "that are rows, columns or planes of the grid",
                   "", ""};
    const bool is_self = family.kind == CommFamily::Kind::Self;
    out.push_back({"", is_self ? std::vector<std::uint32_t>{} : all, {}, is_self, false});
  }
  return out;
}

}  // namespace

base::Result<Skeleton> skeleton_of(Scale& scale, std::size_t sample) {
  Skeleton out;
  const compressed::FormulaTrace& formulas = scale.formulas();
  const compressed::Grid grid(scale.symbols().grids()[sample]);
  compressed::Trace frame;
  frame.ranks = static_cast<std::uint32_t>(formulas.classes.size());
  frame.program = formulas.program;
  frame.frames = formulas.frames;
  frame.sites = formulas.sites;
  frame.datatypes = formulas.datatypes;
  std::optional<compressed::Trace> all;
  for (std::uint32_t i = 0; i < formulas.classes.size(); ++i) {
    compressed::Trace trace = frame;
    SymbolicClass symbolic(scale, sample, i, grid);
    TRY_ASSIGN(trace.events, symbolic.run());
    out.formulas.push_back(symbolic.formulas_of_events());
    canonicalise(trace);
    all = all ? merge(std::move(*all), trace) : std::move(trace);
  }
  out.trace = std::move(*all);
  TRY_ASSIGN(out.trace.communicators, communicators(scale));
  return out;
}

}  // namespace tarry::emit
