// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_parser.h"

#include <algorithm>
#include <limits>

#include "base/files.h"
#include "base/parse_number.h"
#include "base/split.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"
#include "trace/synthetic/counter_syntax.h"
#include "trace/synthetic/expectation_parser.h"
#include "trace/synthetic/timeline_parser.h"

namespace tarry::trace::synthetic {
namespace {

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
    if (first.text == "rma-progress") {
      builder_.result.rma_progress = true;
      return base::kOk;
    }
    if (first.text == "pattern") {
      builder_.result.patterns.push_back(tokens_.next().text);
      return base::kOk;
    }
    if (first.text == "comm") return communicator();
    if (first.text == "neighbors") return neighbors();
    if (first.text == "team") return team();
    if (first.text == "window") return window();
    if (first.text == "file") return file();
    if (first.text == "region") return region();
    if (first.text == "counter") return define_counter(tokens_, builder_);
    if (first.text == "counters") return define_counter_set(tokens_, builder_);
    return ExpectationParser(tokens_, builder_).run(first);
  }

  base::Result<std::uint64_t> number() {
    const Token& token = tokens_.next();
    const auto value = base::number_in<std::uint64_t>(token.text);
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
      builder_.timelines[{rank, 0}];
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
      for (std::uint32_t thread = 1; thread < count; ++thread) builder_.timelines[{rank, thread}];
    return base::kOk;
  }

  base::Status resolution() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(builder_.resolution, number());
    if (builder_.resolution == 0) return tokens_.error(place, "the resolution is at least 1");
    return base::kOk;
  }

  // Parses "comm half 0,1" or, for an intercommunicator, "comm bridge 0,1 | 2,3".
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

  // Parses "neighbors ring 0 1,3": rank 0 of the communicator receives from its ranks 1 and 3.
  base::Status neighbors() {
    const Token name = tokens_.next();
    const auto found = builder_.comms.find(name.text);
    auto& all = builder_.result.definitions.communicators;
    if (found == builder_.comms.end() || all[found->second.index()].is_team ||
        all[found->second.index()].is_self)
      return tokens_.error(name, "there is no communicator '" + name.text + "'");
    model::Communicator& comm = all[found->second.index()];
    const Token place = tokens_.peek();
    TRY_ASSIGN(const std::uint64_t rank, number());
    const Token list = tokens_.peek();
    TRY_ASSIGN(const std::vector<model::Rank> from, members());
    std::vector<std::uint32_t> others;
    for (const model::Rank other : from) others.push_back(other.value);
    std::sort(others.begin(), others.end());
    if (rank >= comm.members.size()) return tokens_.error(place, "it has no such rank");
    if (others.back() >= comm.members.size() || std::count(others.begin(), others.end(), rank) != 0)
      return tokens_.error(list, "expected other ranks of the communicator");
    comm.in_neighbors.resize(comm.members.size());
    comm.in_neighbors[rank] = std::move(others);
    return base::kOk;
  }

  // Parses "team both 0.0,0.1".
  base::Status team() {
    const Token name = tokens_.next();
    const Token& threads = tokens_.next();
    const auto names = location_names(threads.text);
    if (!names) return tokens_.error(threads, "expected threads, such as 0.0,0.1");
    model::Communicator made;
    made.name = name.text;
    made.is_team = true;
    for (const LocationName& thread : *names) {
      if (!builder_.timelines.contains(thread))
        return tokens_.error(threads, "there is no such thread");
      made.team.push_back(trace_id(thread));
    }
    return add_communicator(name, std::move(made));
  }

  // Parses "window w world".
  base::Status window() {
    const Token name = tokens_.next();
    const Token comm = tokens_.next();
    const auto of = builder_.comms.find(comm.text);
    auto& all = builder_.result.definitions.windows;
    const auto& comms = builder_.result.definitions.communicators;
    if (of == builder_.comms.end() || comms[of->second.index()].is_team)
      return tokens_.error(comm, "there is no communicator '" + comm.text + "'");
    if (!builder_.windows
             .emplace(name.text, model::WindowId{static_cast<std::uint32_t>(all.size())})
             .second)
      return tokens_.error(name, "there is a window of this name already");
    all.push_back({name.text, of->second});
    return base::kOk;
  }

  // Parses "file data world".
  base::Status file() {
    const Token name = tokens_.next();
    const Token comm = tokens_.next();
    const auto of = builder_.comms.find(comm.text);
    auto& all = builder_.result.definitions.files;
    const auto& comms = builder_.result.definitions.communicators;
    if (of == builder_.comms.end() || comms[of->second.index()].is_team)
      return tokens_.error(comm, "there is no communicator '" + comm.text + "'");
    if (!builder_.files.emplace(name.text, model::FileId{static_cast<std::uint32_t>(all.size())})
             .second)
      return tokens_.error(name, "there is a file of this name already");
    all.push_back({name.text, of->second});
    return base::kOk;
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
    for (const std::string_view part : base::split(token.text, ',')) {
      const auto rank = base::number_in<std::uint64_t>(part);
      if (!rank || *rank >= ranks_)
        return tokens_.error(token, "expected ranks of the case, such as 0,1");
      made.emplace_back(static_cast<std::uint32_t>(*rank));
    }
    return made;
  }

  // Parses "region MPI_Recv role=function paradigm=mpi", which adds to what the name alone tells.
  base::Status region() {
    const Token name = tokens_.next();
    auto& changed = builder_.result.definitions.regions[builder_.region(name.text).index()];
    while (tokens_.at_word()) {
      const Token& token = tokens_.next();
      const std::vector<std::string_view> parts = base::split(token.text, '=');
      const std::string value(parts.size() == 2 ? parts[1] : "");
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
      const auto found = builder_.timelines.find(name);
      if (found == builder_.timelines.end() && name.thread == 0)
        return tokens_.error(label, "there is no rank " + std::to_string(name.rank));
      if (name.rank >= ranks_) return tokens_.error(label, "there is no such rank");
      tokens_.position = begin;
      TRY_ASSIGN(const std::vector<Event> events, parse_timeline(tokens_, builder_, name.rank));
      auto& all = builder_.timelines[name];
      if (!all.empty() && !events.empty() && events.front().time < last_time(all))
        return tokens_.error(label, "this begins before what is already there");
      all.insert(all.end(), events.begin(), events.end());
    }
    return base::kOk;
  }

  static Ticks last_time(const std::vector<Event>& events) {
    return std::max(events.back().time, events.back().stop);
  }

  void finish() {
    Case& made = builder_.result;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = 0;
    for (auto& [name, events] : builder_.timelines) {
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
};

}  // namespace

base::Result<Case> parse_case(std::string_view text, std::string file) {
  TRY_ASSIGN(std::vector<Token> tokens, tokenize(text, file));
  TokenReader reader(file, std::move(tokens));
  return CaseParser(std::move(file), std::move(reader)).run();
}

base::Result<Case> read_case(const std::filesystem::path& path) {
  TRY_ASSIGN(const std::string text, base::read_file(path));
  return parse_case(text, path.string());
}

}  // namespace tarry::trace::synthetic
