// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/remap_specification.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/parse_number.h"
#include "base/text_cursor.h"

namespace tarry::algebra {

using base::Error;
using base::TextCursor;

namespace {

constexpr const char* kTermHint = "a sum is METRIC, or 2 * METRIC + METRIC - METRIC where REGION";

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : cursor_(text, file) { out_.file = file; }

  base::Result<RemapSpecification> run() {
    while (cursor_.next_line()) TRY(read_metric());
    if (out_.metrics.empty())
      return Error{base::ErrorCode::BadInput, "the specification has no metric", out_.file,
                   "each line names one; see docs/formats/remap.md"};
    for (std::size_t i = 0; i < out_.metrics.size(); ++i) TRY(check_children(i));
    return std::move(out_);
  }

 private:
  base::Status read_metric() {
    const std::size_t indentation = cursor_.place().column - 1;
    RemapMetric metric;
    metric.line = cursor_.place().line;
    metric.id = std::string(word());
    metric.may_be_missing = take_question_mark(metric.id);
    if (metric.id.empty() || metric.id == "=") return cursor_.line_error("a metric has no id");
    if (std::any_of(out_.metrics.begin(), out_.metrics.end(),
                    [&](const RemapMetric& each) { return each.id == metric.id; }))
      return cursor_.line_error("the metric '" + metric.id + "' is there twice");
    TRY(find_parent(indentation, metric));
    cursor_.skip_blanks();
    if (cursor_.accept('"')) {
      metric.name = std::string(cursor_.take_until("\""));
      if (!cursor_.accept('"')) return cursor_.line_error("a name has no closing quote");
    }
    TRY(read_sum(metric));
    open_.emplace_back(indentation, out_.metrics.size());
    out_.metrics.push_back(std::move(metric));
    return base::kOk;
  }

  // The parent is the nearest metric above that begins further to the left.
  base::Status find_parent(std::size_t indentation, RemapMetric& metric) {
    bool is_sibling = open_.empty();
    while (!open_.empty() && open_.back().first >= indentation) {
      is_sibling = open_.back().first == indentation;
      open_.pop_back();
    }
    if (!open_.empty()) metric.parent = open_.back().second;
    const bool is_first_below = metric.parent && *metric.parent + 1 == out_.metrics.size();
    if (is_sibling || is_first_below) return base::kOk;
    return cursor_.line_error("the metric '" + metric.id + "' begins in a column of its own",
                              "metrics with one parent begin in one column");
  }

  base::Status read_sum(RemapMetric& metric) {
    if (cursor_.at_line_end()) return base::kOk;
    if (word() != "=")
      return cursor_.line_error("there is something other than '=' behind the metric", kTermHint);
    if (metric.may_be_missing)
      return cursor_.line_error("a metric that is computed is never missing",
                                "put the '?' behind the metrics of its sum");
    std::string_view next = word();
    if (next == "below") {
      metric.is_sum_of_children = true;
    } else {
      double sign = 1.0;
      for (;;) {
        TRY(read_term(sign, next, metric));
        if (cursor_.at_line_end()) return base::kOk;
        next = word();
        if (next == "/")
          return cursor_.line_error(
              "a ratio cannot be added up over call paths and ranks",
              "remap makes sums; 'tarry report --format csv' gives both parts");
        if (next != "+" && next != "-") break;
        sign = next == "+" ? 1.0 : -1.0;
        next = word();
      }
    }
    if (cursor_.at_line_end() && metric.is_sum_of_children) return base::kOk;
    return cursor_.line_error("there is something other than '+' or '-' behind a metric",
                              kTermHint);
  }

  // `next` is the first word of the term.
  base::Status read_term(double sign, std::string_view next, RemapMetric& metric) {
    RemapTerm term;
    term.factor = sign;
    if (double factor = 0.0; base::parse_number(next, factor)) {
      if (!std::isfinite(factor) || word() != "*")
        return cursor_.line_error("there is no '*' behind a factor", kTermHint);
      term.factor *= factor;
      next = word();
    }
    term.metric = std::string(next);
    term.may_be_missing = take_question_mark(term.metric);
    if (term.metric.empty() || std::string_view("=+-*/").find(term.metric) != std::string::npos)
      return cursor_.line_error("a metric is missing", kTermHint);
    if (!cursor_.at_line_end() && cursor_.rest_of_line().starts_with("where ")) {
      word();
      term.region = std::string(word());
      if (term.region.empty())
        return cursor_.line_error("there is no region behind 'where'", kTermHint);
    }
    metric.terms.push_back(std::move(term));
    return base::kOk;
  }

  base::Status check_children(std::size_t at) const {
    const RemapMetric& metric = out_.metrics[at];
    const bool has_children = at + 1 < out_.metrics.size() && out_.metrics[at + 1].parent == at;
    if (!metric.is_sum_of_children || has_children) return base::kOk;
    return Error{base::ErrorCode::BadInput, "there is nothing below '" + metric.id + "' to add up",
                 out_.file + ':' + std::to_string(metric.line), "indent the metrics below it"};
  }

  // Returns the next word of this line, "" if it has no other.
  std::string_view word() {
    cursor_.skip_blanks();
    return cursor_.take_while([](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
  }

  static bool take_question_mark(std::string& id) {
    if (!id.ends_with('?')) return false;
    id.pop_back();
    return true;
  }

  TextCursor cursor_;
  RemapSpecification out_;
  std::vector<std::pair<std::size_t, std::size_t>> open_;  // column and index, the outermost first
};

}  // namespace

base::Result<RemapSpecification> parse_remap(std::string_view text, const std::string& file) {
  return Reader(text, file).run();
}

}  // namespace tarry::algebra
