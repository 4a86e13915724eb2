// SPDX-License-Identifier: BSD-3-Clause
#include "cases/case_check.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

#include "support/cube_comparison.h"
#include "support/wait_states.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using trace::synthetic::Case;
using trace::synthetic::Expectation;
using Kind = Expectation::Kind;

// The tolerance is less than a tick of any case; sums of seconds are rounded.
bool equal(double a, double b) { return std::abs(a - b) < 1e-12; }

std::string text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

// Returns "2" or, for a thread other than the initial one, "2.1".
std::string location_name(model::Rank rank, std::uint32_t thread) {
  return std::to_string(rank.value) + (thread == 0 ? "" : '.' + std::to_string(thread));
}

// Returns whether the number occurs as a whole: "2" is in "2 messages" but not in "12 messages".
bool contains_number(std::string_view sentence, const std::string& number) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t at = sentence.find(number); at != std::string_view::npos;
       at = sentence.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    if ((at == 0 || !is_digit(sentence[at - 1])) &&
        (end == sentence.size() || !is_digit(sentence[end])))
      return true;
  }
  return false;
}

class CaseCheck {
 public:
  CaseCheck(const Case& expected, const model::SeverityCube& cube)
      : case_(expected), cube_(cube), paths_(path_names(cube)) {}

  std::vector<std::string> run() {
    std::set<std::string_view> more;
    const auto wait_states = wait_state_ids();
    std::set<std::string_view> complete(wait_states.begin(), wait_states.end());
    for (const Expectation& line : case_.expectations) {
      check(line);
      if (line.kind == Kind::More) more.insert(line.metric);
      if (line.kind == Kind::Cell || line.kind == Kind::None) complete.insert(line.metric);
    }
    for (const std::string_view metric : complete)
      if (!more.contains(metric)) check_nothing_else(metric);
    check_warnings();
    return std::move(failures_);
  }

 private:
  using Cell = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>;

  void fail(const Expectation& line, const std::string& what) {
    failures_.push_back(case_.file + ':' + std::to_string(line.line) + ": " + what);
  }

  void check(const Expectation& line) {
    const MetricId metric = cube_.find(line.metric);
    if (!line.metric.empty() && !metric.valid()) {
      fail(line, "neither the analysis nor a file of patterns has a metric " + line.metric);
    } else if (line.kind == Kind::Cell) {
      named_.insert({line.metric, line.text, line.rank.value, line.thread});
      const double actual = value(metric, line);
      if (!equal(actual, line.value))
        fail(line, line.metric + " of rank " + location_name(line.rank, line.thread) + " at " +
                       line.text + " is " + text(actual) + ", expected " + text(line.value));
    } else if (line.kind == Kind::Total) {
      if (!equal(cube_.total(metric), line.value))
        fail(line, "the total of " + line.metric + " is " + text(cube_.total(metric)) +
                       ", expected " + text(line.value));
    } else if (line.kind == Kind::Finding) {
      check_finding(line);
    } else if (line.kind == Kind::Findings) {
      if (static_cast<double>(cube_.findings.size()) != line.value)
        fail(line, "there are " + std::to_string(cube_.findings.size()) + " findings, expected " +
                       text(line.value));
    } else if (line.kind == Kind::Ideal) {
      if (!equal(cube_.experiment.ideal_duration_s, line.value))
        fail(line, "on an ideal network the run takes " + text(cube_.experiment.ideal_duration_s) +
                       ", expected " + text(line.value));
    } else if (line.kind == Kind::Anomaly) {
      if (std::none_of(cube_.experiment.warnings.begin(), cube_.experiment.warnings.end(),
                       [&](const std::string& warning) { return announces(line, warning); }))
        fail(line, "no warning has \"" + line.text + "\" and " + text(line.value));
    }
  }

  void check_finding(const Expectation& line) {
    for (std::size_t f = 0; f < cube_.findings.size(); ++f) {
      const model::Finding& finding = cube_.findings[f];
      if (paths_[finding.callpath.index()] != line.text) continue;
      if (line.position != 0 && f + 1 != line.position)
        fail(line, "the finding at " + line.text + " is number " + std::to_string(f + 1));
      std::vector<std::uint32_t> ranks;
      for (const model::Rank rank : finding.ranks) ranks.push_back(rank.value);
      if (ranks != line.on) fail(line, "the finding at " + line.text + " is on other ranks");
      const auto compare = [&](const char* what, double actual, double expected) {
        if (std::abs(actual - expected) > 1e-9)
          fail(line, std::string(what) + " of the finding at " + line.text + " is " + text(actual) +
                         ", expected " + text(expected));
      };
      compare("the delay", finding.delay_s, line.delay);
      if (line.cost) compare("the cost", finding.cost_s, *line.cost);
      compare("the gain", finding.gain_s, line.gain);
      if (line.low) compare("the least gain", finding.gain_low_s, *line.low);
      if (line.high) compare("the most gain", finding.gain_high_s, *line.high);
      std::vector<std::uint32_t> with;
      for (const std::uint32_t other : finding.together_with) with.push_back(other + 1);
      if (with != line.with)
        fail(line, "the finding at " + line.text + " is to be mended with others");
      return;
    }
    fail(line, "there is no finding at " + line.text);
  }

  double value(MetricId metric, const Expectation& line) const {
    double sum = 0.0;
    for (std::uint32_t l = 0; l < cube_.locations.size(); ++l)
      if (cube_.locations[l].rank == line.rank && cube_.locations[l].thread == line.thread)
        for (std::uint32_t c = 0; c < paths_.size(); ++c)
          if (paths_[c] == line.text) sum += cube_.value(metric, CallPathId{c}, LocationIndex{l});
    return sum;
  }

  void check_nothing_else(std::string_view id) {
    const MetricId metric = cube_.find(id);
    for (const CallPathId path : cube_.callpaths_with_values(metric))
      for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
        const double actual = cube_.value(metric, path, LocationIndex{l});
        const model::CubeLocation& location = cube_.locations[l];
        if (actual == 0.0 || named_.contains({std::string(id), paths_[path.index()],
                                              location.rank.value, location.thread}))
          continue;
        failures_.push_back(case_.file + ": " + std::string(id) + " of rank " +
                            location_name(location.rank, location.thread) + " at " +
                            paths_[path.index()] + " is " + text(actual) + ", expected nothing");
      }
  }

  static bool announces(const Expectation& line, const std::string& warning) {
    return line.kind == Kind::Anomaly && warning.find(line.text) != std::string::npos &&
           contains_number(warning, text(line.value));
  }

  void check_warnings() {
    for (const std::string& warning : cube_.experiment.warnings)
      if (std::none_of(case_.expectations.begin(), case_.expectations.end(),
                       [&](const Expectation& line) { return announces(line, warning); }))
        failures_.push_back(case_.file + ": unexpected warning: " + warning);
  }

  const Case& case_;
  const model::SeverityCube& cube_;
  std::vector<std::string> paths_;
  std::set<Cell> named_;
  std::vector<std::string> failures_;
};

}  // namespace

std::vector<std::string> check_expectations(const Case& expected, const model::SeverityCube& cube) {
  return CaseCheck(expected, cube).run();
}

std::vector<std::string> check_prospect(const Case& expected, const Expectation& line,
                                        const model::Prospect& prospect) {
  std::vector<std::string> failures;
  const auto fail = [&](const std::string& what) {
    failures.push_back(expected.file + ':' + std::to_string(line.line) + ": " + what);
  };
  if (!equal(prospect.duration_after_s, line.value))
    fail("the run would take " + text(prospect.duration_after_s) + ", expected " +
         text(line.value));
  const model::WaitingChange& waiting = prospect.waiting;
  if (!equal(waiting.before_s - waiting.gone_s + waiting.arisen_s, waiting.after_s))
    fail("waiting before, gone, arisen and after do not add up");
  return failures;
}

}  // namespace tarry::testing
