// SPDX-License-Identifier: BSD-3-Clause
// The events of one class of ranks on a grid: its loops and calls, with as many values as the calls
// use. What the values are is left to those who derive from it: numbers of the grid (evaluate.h),
// or formulas that code is generated from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Thread: one. What it is made of must outlive it.
class ClassTrace {
 public:
  // The events are of `ranks`.
  ClassTrace(const FormulaTrace& formulas, const ClassFormula& of_class, const Grid& grid,
             RankSet ranks);
  virtual ~ClassTrace() = default;

  // Returns events without times.
  base::Result<std::vector<Event>> run();
  // Returns the formulas of the events, in their order: those that the grid has calls of.
  [[nodiscard]] std::vector<const EventFormula*> formulas_of_events() const;

 protected:
  // Returns the values of a parameter other than partners and communicators.
  virtual base::Result<Sequence> values(std::size_t event, Parameter parameter,
                                        std::uint64_t uses) const;
  // Adds partners and communicators, whose numbers may depend on the rank.
  virtual base::Status add_named(std::size_t event, const Sequence& kinds, Event& to) const = 0;
  // Adds offsets, which ranks add something to (EventFormula::offsets).
  virtual base::Status add_offsets(std::size_t event, std::uint64_t uses, Event& to) const = 0;
  // Is told of the loops that an event heads.
  virtual base::Status see_trips(std::size_t /*event*/, const VectorFormula& /*trips*/) const {
    return base::kOk;
  }

  // Returns an error at the call of an event.
  [[nodiscard]] base::Error unsupported(std::size_t event, const std::string& what) const;
  // Says that a formula has no possible value on the grid.
  [[nodiscard]] base::Error impossible(std::size_t event, const std::string& what) const;
  [[nodiscard]] const EventFormula& formula(std::size_t event) const {
    return class_.events[event];
  }

  const FormulaTrace& formulas_;
  const ClassFormula& class_;
  const Grid& grid_;
  const RankSet ranks_;
  // Gets the site of a formula without a possible value; may be nullptr.
  std::optional<SiteId>* impossible_at_ = nullptr;

 private:
  struct Loop {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint64_t entries = 0;
    Sequence trips;
  };
  base::Status count_calls();
  base::Status add_parameters(std::size_t at, Event& event) const;

  std::vector<std::uint64_t> calls_;  // by event
  std::vector<Loop> loops_;           // outer ones first
};

// Returns one element for all of some ranks.
Elastic shared_by(Sequence values, const RankSet& ranks);
// Returns how many values of a parameter actions of these kinds use.
std::uint64_t uses_of(Parameter parameter, const Sequence& kinds);

}  // namespace tarry::compressed
