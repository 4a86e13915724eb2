// SPDX-License-Identifier: BSD-3-Clause
#include "report/derived_metrics.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "report/call_tree_sums.h"
#include "report/cube_types.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

using cubepl::Evaluator;
using cubepl::Expression;
using cubepl::Flavor;

// Returns the expression; an Error says why the metric cannot be computed whatever others are.
base::Result<Expression> usable_expression(const DerivedSource& source) {
  if (source.has_aggregation)
    return Error{ErrorCode::Unsupported, "its values are combined by an expression", "", ""};
  TRY_ASSIGN(Expression made, cubepl::parse(source.expression));
  if (source.type == "POSTDERIVED" && !is_sum_of_metrics(made))
    return Error{ErrorCode::Unsupported, "its values do not add up", "", ""};
  if (source.type != "POSTDERIVED" && source.type != "PREDERIVED_EXCLUSIVE" &&
      source.type != "PREDERIVED_INCLUSIVE")
    return Error{ErrorCode::Unsupported, "its type is unknown", "", ""};
  return made;
}

// Returns the first variable that nothing gives a value to.
std::string unset_variable(const Expression& expression, const std::set<std::string>& globals) {
  for (const std::string& name : expression.read)
    if (!globals.contains(name) && !expression.assigned.contains(name)) return name;
  return "";
}

// Moves metrics from `waiting` to `derived.usable` as long as one refers to known ones alone.
void put_in_order(std::map<std::string, DerivedMetric>& waiting, std::set<std::string> known,
                  const std::vector<DerivedSource>& sources, DerivedMetrics& derived) {
  const auto is_known = [&](const cubepl::MetricReference& each) {
    return known.contains(each.id);
  };
  for (bool again = true; again;) {
    again = false;
    for (const DerivedSource& source : sources) {
      const auto found = waiting.find(source.id);
      if (found == waiting.end()) continue;
      const auto& references = found->second.expression.references;
      if (!std::all_of(references.begin(), references.end(), is_known)) continue;
      derived.usable.push_back(std::move(found->second));
      waiting.erase(found);
      known.insert(source.id);
      again = true;
    }
  }
}

bool is_inclusive(const cubepl::MetricReference& reference, const DerivedMetric& derived) {
  return reference.flavor == Flavor::Inclusive ||
         (reference.flavor == Flavor::Same && derived.is_inclusive);
}

std::uint64_t inclusive_inputs(const DerivedMetric& derived) {
  const auto& references = derived.expression.references;
  return static_cast<std::uint64_t>(
      std::count_if(references.begin(), references.end(),
                    [&](const auto& each) { return is_inclusive(each, derived); }));
}

// The values of the metrics that an expression refers to.
class Inputs {
 public:
  Inputs(const SeverityCube& cube, const DerivedMetric& derived) : cube_(cube) {
    for (const cubepl::MetricReference& reference : derived.expression.references) {
      metrics_.push_back(cube.find(reference.id));
      inclusive_.push_back(is_inclusive(reference, derived) ? inclusive_rows(cube, metrics_.back())
                                                            : std::vector<std::vector<double>>());
    }
  }

  // Goes to a call path. Returns true if any input has values there.
  bool select(CallPathId callpath) {
    rows_.clear();
    bool any = false;
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      rows_.push_back(inclusive_[i].empty() ? &cube_.row(metrics_[i], callpath)
                                            : &inclusive_[i][callpath.index()]);
      any = any || !rows_.back()->empty();
    }
    return any;
  }

  void put(std::size_t location, std::vector<double>& values) const {
    values.assign(rows_.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i]->empty()) values[i] = (*rows_[i])[location];
  }

 private:
  const SeverityCube& cube_;
  std::vector<MetricId> metrics_;
  std::vector<std::vector<std::vector<double>>> inclusive_;  // by reference and call path
  std::vector<const std::vector<double>*> rows_;
};

// Computes the values of one metric; returns why it has none, or an empty text.
std::string compute(const DerivedMetric& derived, SeverityCube& cube, Evaluator& evaluator,
                    std::uint64_t& bytes) {
  const MetricId metric = cube.find(derived.id);
  const std::size_t locations = cube.locations.size();
  const std::uint64_t row_size = locations * sizeof(double);
  // Inclusive inputs have a row for each caller of a call path with values.
  if (row_size == 0 || cube.callpaths.empty()) return "";
  if (bytes / row_size / cube.callpaths.size() < inclusive_inputs(derived))
    return "it has too many values";
  Inputs inputs(cube, derived);
  std::vector<double> values, row;
  const auto compute_one = [&](CallPathId callpath, std::size_t location) {
    inputs.put(location, values);
    return evaluator.value(derived.expression, callpath, values);
  };
  for (std::uint32_t c = 0; c < cube.callpaths.size(); ++c) {
    const CallPathId callpath{c};
    // Without inputs, all locations have the same value, which mostly is zero.
    const bool any = inputs.select(callpath);
    const double first = compute_one(callpath, 0);
    if (evaluator.exhausted()) return "its expression takes too many steps";
    if (!any && first == 0.0) continue;
    row.assign(locations, first);
    for (std::size_t l = 1; any && l < locations; ++l) row[l] = compute_one(callpath, l);
    if (evaluator.exhausted()) return "its expression takes too many steps";
    if (!std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); }))
      return "a value of it is not a number";
    if (std::all_of(row.begin(), row.end(), [](double value) { return value == 0.0; })) continue;
    if (bytes < row_size) return "it has too many values";
    bytes -= row_size;
    cube.set_row(metric, callpath, row);
  }
  if (derived.is_inclusive) make_exclusive(cube, metric);
  return "";
}

}  // namespace

DerivedMetrics choose_derived(const std::vector<DerivedSource>& sources,
                              const std::set<std::string>& stored) {
  DerivedMetrics derived;
  std::set<std::string> globals;
  for (const DerivedSource& source : sources) {
    if (source.initial.empty()) continue;
    base::Result<Expression> initial = cubepl::parse(source.initial);
    // What it would give a value to stays unset, so that no metric uses it.
    if (!initial.ok() || !initial->references.empty()) continue;
    globals.insert(initial->globals.begin(), initial->globals.end());
    derived.initials.push_back(*std::move(initial));
  }
  std::map<std::string, DerivedMetric> waiting;
  const auto leave_out = [&](const std::string& id, const std::string& reason) {
    derived.left_out.push_back(one_line(id) + " (" + reason + ")");
  };
  for (const DerivedSource& source : sources) {
    base::Result<Expression> made = usable_expression(source);
    if (!made.ok()) {
      leave_out(source.id, made.error().what);
      continue;
    }
    if (const std::string unset = unset_variable(*made, globals); !unset.empty()) {
      leave_out(source.id, "nothing sets ${" + one_line(unset) + "}");
      continue;
    }
    waiting[source.id] = {source.id, *std::move(made), source.type == "PREDERIVED_INCLUSIVE"};
  }
  put_in_order(waiting, stored, sources, derived);
  for (const auto& [id, metric] : waiting)
    leave_out(id, "it needs itself, or a metric that the report lacks");
  return derived;
}

std::vector<std::string> compute_derived(const DerivedMetrics& derived, SeverityCube& cube,
                                         std::uint64_t steps, std::uint64_t bytes) {
  if (derived.usable.empty()) return {};
  std::vector<std::string> failed;
  Evaluator evaluator(cube, steps);
  for (const Expression& initial : derived.initials) {
    evaluator.declare(initial.globals);
    evaluator.value(initial, {}, {});
  }
  for (const DerivedMetric& each : derived.usable) {
    std::string reason = compute(each, cube, evaluator, bytes);
    if (reason.empty()) continue;
    const MetricId metric = cube.find(each.id);
    for (const CallPathId callpath : cube.callpaths_with_values(metric))
      cube.set_row(metric, callpath, {});
    failed.push_back("derived metric '" + one_line(each.id) + "' has no values: " + reason);
  }
  return failed;
}

}  // namespace tarry::report
