// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/expectation_parser.h"

#include <algorithm>
#include <optional>

#include "base/parse_number.h"
#include "model/metric.h"
#include "trace/synthetic/location_name.h"

namespace tarry::trace::synthetic {
namespace {

// Parses 2.5 or 2/3.
std::optional<double> fraction(std::string_view text) {
  const std::size_t stroke = text.find('/');
  if (stroke == std::string_view::npos) return base::number_in<double>(text);
  const auto above = base::number_in<double>(text.substr(0, stroke)),
             below = base::number_in<double>(text.substr(stroke + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

}  // namespace

base::Status ExpectationParser::run(const Token& first) {
  Expectation made;
  made.line = first.place.line;
  if (first.text == "expect-anomaly") {
    made.kind = Expectation::Kind::Anomaly;
    made.text = tokens_.next().text;
    TRY_ASSIGN(made.value, value(tokens_.next(), ""));
    builder_.result.expectations.push_back(made);
    return base::kOk;
  }
  if (first.text == "expect-ideal-network") {
    made.kind = Expectation::Kind::Ideal;
    TRY_ASSIGN(made.value, value(tokens_.next(), "value="));
    builder_.result.expectations.push_back(made);
    return base::kOk;
  }
  if (first.text == "expect-findings") {
    made.kind = Expectation::Kind::Findings;
    TRY_ASSIGN(made.value, value(tokens_.next(), ""));
    builder_.result.expectations.push_back(made);
    return base::kOk;
  }
  if (first.text == "expect-finding") return finding(std::move(made));
  if (first.text == "expect-what-if" || first.text == "expect-balance")
    return supposition(std::move(made), first.text == "expect-balance");
  if (first.text == "expect-none" || first.text == "expect-more") {
    made.kind = first.text == "expect-none" ? Expectation::Kind::None : Expectation::Kind::More;
    while (tokens_.at_word()) {
      TRY_ASSIGN(made.metric, metric());
      builder_.result.expectations.push_back(made);
    }
    return base::kOk;
  }
  TRY_ASSIGN(made.metric, metric());
  if (first.text == "expect-total") {
    made.kind = Expectation::Kind::Total;
    TRY_ASSIGN(made.value, value(tokens_.next(), ""));
    builder_.result.expectations.push_back(made);
    return base::kOk;
  }
  return cell(std::move(made));
}

// Parses "expect-what-if main/f on=0,1 factor=0.5 value=7".
base::Status ExpectationParser::supposition(Expectation made, bool balance) {
  made.kind = balance ? Expectation::Kind::Balance : Expectation::Kind::WhatIf;
  made.text = tokens_.next().text;
  TRY(ranks_after_on(made));
  if (tokens_.peek().text.starts_with("factor=")) {
    TRY_ASSIGN(made.factor, value(tokens_.next(), "factor="));
  }
  TRY_ASSIGN(made.value, value(tokens_.next(), "value="));
  builder_.result.expectations.push_back(made);
  return base::kOk;
}

// Parses "expect-finding path=main/f on=0 delay=1 cost=3 gain=1", to which "low=0.5 high=1.5
// place=2 with=1" may be added.
base::Status ExpectationParser::finding(Expectation made) {
  made.kind = Expectation::Kind::Finding;
  const Token path = tokens_.next();
  if (!path.text.starts_with("path=")) return tokens_.error(path, "expected path=a/b/c");
  made.text = path.text.substr(5);
  TRY(ranks_after_on(made));
  TRY_ASSIGN(made.delay, value(tokens_.next(), "delay="));
  const auto is_next = [&](std::string_view key) { return tokens_.peek().text.starts_with(key); };
  if (is_next("cost=")) {
    TRY_ASSIGN(made.cost, value(tokens_.next(), "cost="));
  }
  TRY_ASSIGN(made.gain, value(tokens_.next(), "gain="));
  if (is_next("low=")) {
    TRY_ASSIGN(made.low, value(tokens_.next(), "low="));
  }
  if (is_next("high=")) {
    TRY_ASSIGN(made.high, value(tokens_.next(), "high="));
  }
  if (is_next("place=")) {
    TRY_ASSIGN(const double place, value(tokens_.next(), "place="));
    made.position = static_cast<std::size_t>(place);
  }
  if (is_next("with=")) {
    const Token with = tokens_.next();
    const auto names = location_names(std::string_view(with.text).substr(5));
    if (!names) return tokens_.error(with, "expected with=N");
    for (const LocationName& name : *names) made.with.push_back(name.rank);
  }
  builder_.result.expectations.push_back(made);
  return base::kOk;
}

// Parses the ranks if they are named.
base::Status ExpectationParser::ranks_after_on(Expectation& made) {
  if (!tokens_.peek().text.starts_with("on=")) return base::kOk;
  const Token ranks = tokens_.next();
  const auto names = location_names(std::string_view(ranks.text).substr(3));
  if (!names) return tokens_.error(ranks, "expected on=R");
  for (const LocationName& name : *names) made.on.push_back(name.rank);
  return base::kOk;
}

base::Result<std::string> ExpectationParser::metric() {
  const Token& token = tokens_.next();
  // Files of patterns may have metrics of any name.
  if (!builder_.result.patterns.empty()) return token.text;
  const model::Definitions& definitions = builder_.result.definitions;
  const std::vector<std::string> counters =
      model::counter_metric_ids(definitions.counters, definitions.counter_sets);
  if (!model::find_metric(token.text).valid() &&
      std::find(counters.begin(), counters.end(), token.text) == counters.end())
    return tokens_.error(token, "there is no metric '" + token.text + "'");
  return token.text;
}

base::Result<double> ExpectationParser::value(const Token& token, std::string_view prefix) {
  const auto number = token.text.starts_with(prefix)
                          ? fraction(std::string_view(token.text).substr(prefix.size()))
                          : std::nullopt;
  if (!number) return tokens_.error(token, "expected " + std::string(prefix) + "NUMBER");
  return *number;
}

// Parses "expect mpi_latesender rank=1 path=main/MPI_Recv value=2"; several ranks are rank=0,2.
base::Status ExpectationParser::cell(Expectation made) {
  made.kind = Expectation::Kind::Cell;
  const Token ranks = tokens_.next();
  const Token path = tokens_.next();
  const auto names = ranks.text.starts_with("rank=")
                         ? location_names(std::string_view(ranks.text).substr(5))
                         : std::nullopt;
  if (!names) return tokens_.error(ranks, "expected rank=R or rank=R.T");
  if (!path.text.starts_with("path=")) return tokens_.error(path, "expected path=a/b/c");
  made.text = path.text.substr(5);
  TRY_ASSIGN(made.value, value(tokens_.next(), "value="));
  for (const LocationName& name : *names) {
    if (!builder_.timelines.contains(name))
      return tokens_.error(ranks, "the case has no such location (expect lines come last)");
    made.rank = model::Rank{name.rank};
    made.thread = name.thread;
    builder_.result.expectations.push_back(made);
  }
  return base::kOk;
}

}  // namespace tarry::trace::synthetic
