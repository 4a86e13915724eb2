// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_parser.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>

#include "model/metric.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"
#include "trace/synthetic/mpi_region.h"
#include "trace/synthetic/timeline_parser.h"

namespace tarry::trace::synthetic {
namespace {

// "0", "0.1" or "0,1,2.1" of a label or of rank=.
struct LocationName {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  friend auto operator<=>(const LocationName&, const LocationName&) = default;
};

std::uint64_t trace_id(const LocationName& name) {
  return std::uint64_t{name.thread} << 32 | name.rank;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::optional<std::vector<LocationName>> location_names(std::string_view text) {
  std::vector<LocationName> names;
  for (const std::string& part : split(text, ',')) {
    const std::size_t point = std::min(part.find('.'), part.size());
    const auto rank = unsigned_number(std::string_view(part).substr(0, point));
    const auto thread = point == part.size()
                            ? std::optional<std::uint64_t>(0)
                            : unsigned_number(std::string_view(part).substr(point + 1));
    if (!rank || !thread) return std::nullopt;
    names.push_back({static_cast<std::uint32_t>(*rank), static_cast<std::uint32_t>(*thread)});
  }
  return names;
}

std::optional<double> decimal(std::string_view text) {
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || stop != text.data() + text.size())
    return std::nullopt;
  return value;
}

// 2.5, or 2/3
std::optional<double> fraction(std::string_view text) {
  const std::size_t stroke = text.find('/');
  if (stroke == std::string_view::npos) return decimal(text);
  const auto above = decimal(text.substr(0, stroke)), below = decimal(text.substr(stroke + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

class CaseParser {
 public:
  CaseParser(std::string file, TokenReader tokens) : tokens_(std::move(tokens)) {
    builder_.result.file = std::move(file);
  }

  base::Result<Case> run() {
    for (tokens_.skip_line_ends(); tokens_.peek().kind != Token::Kind::End;
         tokens_.skip_line_ends()) {
      TRY(statement());
      if (tokens_.peek().kind != Token::Kind::LineEnd)
        return tokens_.error(tokens_.peek(), "expected the end of the line");
    }
    finish();
    return std::move(builder_.result);
  }

 private:
  base::Status statement() {
    const Token first = tokens_.next();
    if (first.kind != Token::Kind::Word || !starts_statement(first))
      return tokens_.error(first, "expected a directive, 'expect' or a location such as '0:'");
    if (ranks_ == 0 && first.text != "ranks")
      return tokens_.error(first, "a case begins with 'ranks N'");
    if (first.text.back() == ':') return timeline(first);
    if (first.text == "ranks") return ranks(first);
    if (first.text == "threads") return threads();
    if (first.text == "resolution") return resolution();
    if (first.text == "comm") return communicator();
    if (first.text == "team") return team();
    if (first.text == "region") return region();
    return expectation(first);
  }

  base::Result<std::uint64_t> number() {
    const Token& token = tokens_.next();
    const auto value = unsigned_number(token.text);
    if (token.kind != Token::Kind::Word || !value)
      return tokens_.error(token, "expected a whole number");
    return *value;
  }

  base::Status ranks(const Token& place) {
    TRY_ASSIGN(const std::uint64_t count, number());
    if (ranks_ != 0 || count == 0 || count > 10'000)
      return tokens_.error(place, "'ranks' is given once and from 1 to 10000");
    ranks_ = static_cast<std::uint32_t>(count);
    auto& definitions = builder_.result.definitions;
    definitions.has_mpi = true;
    definitions.hosts = {"node"};
    model::Communicator world;
    world.name = "MPI_COMM_WORLD";
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      world.members.emplace_back(rank);
      definitions.processes.push_back("MPI Rank " + std::to_string(rank));
      timelines_[{rank, 0}];
    }
    model::Communicator self;
    self.name = "MPI_COMM_SELF";
    self.is_self = true;
    definitions.communicators = {world, self};
    builder_.comms = {{"world", model::CommId{0}}, {"self", model::CommId{1}}};
    return base::kOk;
  }

  // Every process gets locations of its own for threads 1 to N-1.
  base::Status threads() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(const std::uint64_t count, number());
    if (count == 0 || count * ranks_ > 100'000 || count > 100'000)
      return tokens_.error(place, "'threads' is from 1 to 100000 for all ranks together");
    for (std::uint32_t rank = 0; rank < ranks_; ++rank)
      for (std::uint32_t thread = 1; thread < count; ++thread) timelines_[{rank, thread}];
    return base::kOk;
  }

  base::Status resolution() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(builder_.resolution, number());
    if (builder_.resolution == 0) return tokens_.error(place, "the resolution is at least 1");
    return base::kOk;
  }

  // "comm half 0,1" or, for an intercommunicator, "comm bridge 0,1 | 2,3"
  base::Status communicator() {
    const Token name = tokens_.next();
    model::Communicator made;
    made.name = name.text;
    TRY_ASSIGN(made.members, members());
    if (tokens_.at_word() && tokens_.peek().text == "|") {
      tokens_.next();
      made.is_inter = true;
      TRY_ASSIGN(made.remote_members, members());
    }
    return add_communicator(name, std::move(made));
  }

  // "team both 0.0,0.1"
  base::Status team() {
    const Token name = tokens_.next();
    const Token& threads = tokens_.next();
    const auto names = location_names(threads.text);
    if (!names) return tokens_.error(threads, "expected threads, such as 0.0,0.1");
    model::Communicator made;
    made.name = name.text;
    made.is_team = true;
    for (const LocationName& thread : *names) {
      if (!timelines_.contains(thread)) return tokens_.error(threads, "there is no such thread");
      made.team.push_back(trace_id(thread));
    }
    return add_communicator(name, std::move(made));
  }

  base::Status add_communicator(const Token& name, model::Communicator made) {
    auto& all = builder_.result.definitions.communicators;
    if (!builder_.comms.emplace(name.text, model::CommId{static_cast<std::uint32_t>(all.size())})
             .second)
      return tokens_.error(name, "there is a communicator or team of this name already");
    all.push_back(std::move(made));
    return base::kOk;
  }

  base::Result<std::vector<model::Rank>> members() {
    const Token& token = tokens_.next();
    std::vector<model::Rank> made;
    for (const std::string& part : split(token.text, ',')) {
      const auto rank = unsigned_number(part);
      if (!rank || *rank >= ranks_)
        return tokens_.error(token, "expected ranks of the case, such as 0,1");
      made.emplace_back(static_cast<std::uint32_t>(*rank));
    }
    return made;
  }

  // "region MPI_Recv role=function paradigm=mpi": what the name alone would not tell.
  base::Status region() {
    const Token name = tokens_.next();
    auto& changed = builder_.result.definitions.regions[builder_.region(name.text).index()];
    while (tokens_.at_word()) {
      const Token& token = tokens_.next();
      const std::vector<std::string> parts = split(token.text, '=');
      const std::string value = parts.size() == 2 ? parts[1] : "";
      const auto role = model::role_by_name(value);
      const auto paradigm = model::paradigm_by_name(value);
      if (parts[0] == "role" && role)
        changed.role = *role;
      else if (parts[0] == "paradigm" && paradigm)
        changed.paradigm = *paradigm;
      else if (parts[0] == "file" && !value.empty())
        changed.file = value;
      else
        return tokens_.error(token, "expected role=, paradigm= or file= with a known value");
    }
    return base::kOk;
  }

  base::Status timeline(const Token& label) {
    const auto names =
        location_names(std::string_view(label.text).substr(0, label.text.size() - 1));
    if (!names) return tokens_.error(label, "'" + label.text + "' is no location such as '0.1:'");
    const std::size_t begin = tokens_.position;
    for (const LocationName& name : *names) {
      const auto found = timelines_.find(name);
      if (found == timelines_.end() && name.thread == 0)
        return tokens_.error(label, "there is no rank " + std::to_string(name.rank));
      if (name.rank >= ranks_) return tokens_.error(label, "there is no such rank");
      tokens_.position = begin;
      TRY_ASSIGN(const std::vector<Event> events, parse_timeline(tokens_, builder_, name.rank));
      auto& all = timelines_[name];
      if (!all.empty() && !events.empty() && events.front().time < last_time(all))
        return tokens_.error(label, "this begins before what is already there");
      all.insert(all.end(), events.begin(), events.end());
    }
    return base::kOk;
  }

  static Ticks last_time(const std::vector<Event>& events) {
    return std::max(events.back().time, events.back().stop);
  }

  base::Status expectation(const Token& first) {
    Expectation made;
    made.line = first.line;
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

  // "expect-what-if main/f on=0,1 factor=0.5 value=7"
  base::Status supposition(Expectation made, bool balance) {
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

  // "expect-finding path=main/f on=0 delay=1 cost=3 gain=1"
  base::Status finding(Expectation made) {
    made.kind = Expectation::Kind::Finding;
    const Token path = tokens_.next();
    if (!path.text.starts_with("path=")) return tokens_.error(path, "expected path=a/b/c");
    made.text = path.text.substr(5);
    TRY(ranks_after_on(made));
    TRY_ASSIGN(made.delay, value(tokens_.next(), "delay="));
    TRY_ASSIGN(made.cost, value(tokens_.next(), "cost="));
    TRY_ASSIGN(made.gain, value(tokens_.next(), "gain="));
    builder_.result.expectations.push_back(made);
    return base::kOk;
  }

  // If they are named.
  base::Status ranks_after_on(Expectation& made) {
    if (!tokens_.peek().text.starts_with("on=")) return base::kOk;
    const Token ranks = tokens_.next();
    const auto names = location_names(std::string_view(ranks.text).substr(3));
    if (!names) return tokens_.error(ranks, "expected on=R");
    for (const LocationName& name : *names) made.on.push_back(name.rank);
    return base::kOk;
  }

  base::Result<std::string> metric() {
    const Token& token = tokens_.next();
    if (!model::find_metric(token.text).valid())
      return tokens_.error(token, "there is no metric '" + token.text + "'");
    return token.text;
  }

  base::Result<double> value(const Token& token, std::string_view prefix) {
    const auto number = token.text.starts_with(prefix)
                            ? fraction(std::string_view(token.text).substr(prefix.size()))
                            : std::nullopt;
    if (!number) return tokens_.error(token, "expected " + std::string(prefix) + "NUMBER");
    return *number;
  }

  // "expect mpi_latesender rank=1 path=main/MPI_Recv value=2"; several ranks: rank=0,2
  base::Status cell(Expectation made) {
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
      if (!timelines_.contains(name))
        return tokens_.error(ranks, "the case has no such location (expect lines come last)");
      made.rank = model::Rank{name.rank};
      made.thread = name.thread;
      builder_.result.expectations.push_back(made);
    }
    return base::kOk;
  }

  void finish() {
    Case& made = builder_.result;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = 0;
    for (auto& [name, events] : timelines_) {
      model::Location location;
      location.trace_id = trace_id(name);
      location.rank = model::Rank{name.rank};
      location.thread = name.thread;
      location.event_count = events.size();
      location.name = name.thread == 0 ? "Master thread" : "Thread " + std::to_string(name.thread);
      made.definitions.locations.push_back(std::move(location));
      if (!events.empty()) {
        first = std::min(first, events.front().time.count);
        last = std::max(last, last_time(events).count);
      }
      made.timelines.push_back(std::move(events));
    }
    made.definitions.clock.ticks_per_second = builder_.resolution;
    made.definitions.clock.begin = static_cast<std::uint64_t>(std::min(first, last));
    made.definitions.clock.length = static_cast<std::uint64_t>(last) - made.definitions.clock.begin;
  }

  TokenReader tokens_;
  CaseBuilder builder_;
  std::uint32_t ranks_ = 0;
  std::map<LocationName, std::vector<Event>> timelines_;
};

}  // namespace

base::Result<Case> parse_case(std::string_view text, std::string file) {
  TRY_ASSIGN(std::vector<Token> tokens, tokenize(text, file));
  TokenReader reader(file, std::move(tokens));
  return CaseParser(std::move(file), std::move(reader)).run();
}

base::Result<Case> read_case(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return base::Error{base::ErrorCode::NotFound, "cannot read the case", path.string(), ""};
  return parse_case(text.str(), path.string());
}

}  // namespace tarry::trace::synthetic
