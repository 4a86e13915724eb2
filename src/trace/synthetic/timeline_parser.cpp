// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/timeline_parser.h"

#include <algorithm>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/counter_syntax.h"
#include "trace/synthetic/record_maker.h"

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;

class TimelineParser {
 public:
  TimelineParser(TokenReader& tokens, CaseBuilder& builder, std::uint32_t rank)
      : tokens_(tokens), builder_(builder), records_(builder, rank) {}

  base::Result<std::vector<Event>> run() {
    Pieces pieces;
    while (!ends_here()) {
      TRY_ASSIGN(Piece piece, item());
      pieces.push_back(std::move(piece));
    }
    return join(std::move(pieces), tokens_.peek());
  }

 private:
  // At the end of a line the statement continues only if the next one has an item.
  bool ends_here() {
    const std::size_t before = tokens_.position;
    const bool new_line = tokens_.peek().kind == Token::Kind::LineEnd;
    tokens_.skip_line_ends();
    if (tokens_.at_word() && !(new_line && starts_statement(tokens_.peek()))) return false;
    if (tokens_.peek().kind == Token::Kind::Close) return false;  // item() reports the error
    tokens_.position = before;
    return true;
  }

  base::Result<Piece> item() {
    const Token& first = tokens_.peek();
    if (first.kind != Token::Kind::Word)
      return tokens_.error(first, "expected a region or a record");
    if (!first.quoted && first.text.find('@') != std::string::npos) return record();
    tokens_.next();
    if (!first.quoted && first.text == "program") return program();
    if (!first.quoted && first.text == "thread") return thread();
    if (!first.quoted && first.text == "fork") return fork();
    if (!first.quoted && first.text == "member") return member();
    if (!first.quoted && first.text == "flush") return flush();
    return region(first);
  }

  base::Result<Span> span() {
    const Token& token = tokens_.next();
    const std::size_t dots = token.text.find("..");
    if (token.kind != Token::Kind::Word || dots == std::string::npos)
      return tokens_.error(token, "expected begin..end");
    const auto begin = builder_.ticks(std::string_view(token.text).substr(0, dots));
    const std::string end_text = token.text.substr(dots + 2);
    const auto end = end_text == "?" ? std::nullopt : builder_.ticks(end_text);
    if (!begin || (!end && end_text != "?"))
      return tokens_.error(token, "'" + token.text + "' is not begin..end in whole ticks");
    if (end && *end < *begin) return tokens_.error(token, "the end is before the begin");
    return Span{*begin, end};
  }

  // Parses "{ items }", if there is such a block.
  base::Result<Pieces> block() {
    Pieces pieces;
    const std::size_t before = tokens_.position;
    tokens_.skip_line_ends();
    if (tokens_.peek().kind != Token::Kind::Open) {
      tokens_.position = before;
      return pieces;
    }
    tokens_.next();
    for (tokens_.skip_line_ends(); tokens_.peek().kind != Token::Kind::Close;
         tokens_.skip_line_ends()) {
      if (tokens_.peek().kind == Token::Kind::End)
        return tokens_.error(tokens_.peek(), "a closing brace is missing");
      TRY_ASSIGN(Piece piece, item());
      pieces.push_back(std::move(piece));
    }
    tokens_.next();
    return pieces;
  }

  // Joins pieces one after the other; they must be in order and must not overlap.
  base::Result<std::vector<Event>> join(Pieces pieces, const Token& place) {
    std::vector<Event> events;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0 && pieces[i].begin < pieces[i - 1].end)
        return tokens_.error(place, "items overlap or are not in order of time");
      events.insert(events.end(), pieces[i].events.begin(), pieces[i].events.end());
    }
    return events;
  }

  // Makes an item like a region: `open`, the content, and `close` unless the leave is missing.
  base::Result<Piece> wrap(const Token& place, Span span, Pieces inside, Event open, Event close) {
    Piece piece{span.begin, span.begin, {open}};
    if (!inside.empty()) {
      if (inside.front().begin < span.begin)
        return tokens_.error(place, "something inside begins before it");
      piece.end = inside.back().end;
    }
    if (span.end) {
      if (piece.end > *span.end) return tokens_.error(place, "something inside ends after it");
      piece.end = *span.end;
    }
    TRY_ASSIGN(const std::vector<Event> events, join(std::move(inside), place));
    piece.events.insert(piece.events.end(), events.begin(), events.end());
    if (span.end) piece.events.push_back(close);
    return piece;
  }

  base::Result<Piece> region(const Token& name) {
    TRY_ASSIGN(const Span when, span());
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    const model::RegionId id = builder_.region(name.text);
    Pieces early;
    Pieces late;
    const RegionReadings counters = region_readings(attributes, builder_, when.begin, when.end);
    records_.implied(name.text, when, attributes, early, late);
    const std::uint64_t calls = attributes.number("calls", 1);
    TRY(attributes.finish(tokens_));
    TRY_ASSIGN(Pieces inside, block());
    // Records are sorted by time; at equal times those of the enter come first, those of the leave
    // last.
    inside.insert(inside.begin(), early.begin(), early.end());
    inside.insert(inside.end(), late.begin(), late.end());
    std::stable_sort(inside.begin(), inside.end(),
                     [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    Event open = event_at(Kind::Enter, when.begin);
    Event close = event_at(Kind::Leave, when.end.value_or(when.begin));
    open.region = close.region = id;
    TRY_ASSIGN(Piece piece, wrap(name, when, std::move(inside), open, close));
    // Counters are read before the enter and before the leave.
    auto& events = piece.events;
    events.insert(events.end() - (when.end ? 1 : 0), counters.at_leave.begin(),
                  counters.at_leave.end());
    events.insert(events.begin(), counters.at_enter.begin(), counters.at_enter.end());
    if (calls > 1 && when.end) {
      Event joined = event_at(Kind::JoinedCalls, *when.end);
      joined.joined_calls = calls - 1;
      events.insert(events.end() - 1, joined);
    }
    return piece;
  }

  // Parses "send@1.5 to=1 tag=2".
  base::Result<Piece> record() {
    const Token token = tokens_.next();
    const std::size_t sign = token.text.find('@');
    const std::string kind = token.text.substr(0, sign);
    const auto at = builder_.ticks(std::string_view(token.text).substr(sign + 1));
    if (!at) return tokens_.error(token, "'" + token.text + "' has no time on a tick");
    if (kind == "enter" || kind == "leave") return half_region(kind == "enter", *at);
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    Pieces made;
    if (!records_.made(kind, *at, attributes, made))
      return tokens_.error(token, "there is no record '" + kind + "'");
    TRY(attributes.finish(tokens_));
    Piece all{*at, *at, {}};
    for (const Piece& piece : made) all.events.push_back(piece.events.front());
    return all;
  }

  // Parses "leave@5 foo" without its enter, or an enter without its leave.
  base::Result<Piece> half_region(bool enter, Ticks at) {
    const Token& name = tokens_.next();
    if (name.kind != Token::Kind::Word) return tokens_.error(name, "expected a region name");
    Event event = event_at(enter ? Kind::Enter : Kind::Leave, at);
    event.region = builder_.region(name.text);
    return Piece{at, at, {event}};
  }

  void add_program(const std::string& name) {
    model::Definitions& definitions = builder_.result.definitions;
    std::vector<std::string>& more = definitions.more_programs;
    if (definitions.program.empty())
      definitions.program = name;
    else if (definitions.program != name && std::find(more.begin(), more.end(), name) == more.end())
      more.push_back(name);
  }

  base::Result<Piece> program() {
    const Token name = tokens_.next();
    if (name.kind != Token::Kind::Word) return tokens_.error(name, "expected the program's name");
    TRY_ASSIGN(const Span when, span());
    TRY_ASSIGN(Pieces inside, block());
    Event open = event_at(Kind::ProgramBegin, when.begin);
    open.region = builder_.region(name.text);
    model::Region& region = builder_.result.definitions.regions[open.region.index()];
    region.role = model::RegionRole::Artificial;
    region.paradigm = model::Paradigm::MeasurementSystem;
    add_program(name.text);
    Event close = event_at(Kind::ProgramEnd, when.end.value_or(when.begin));
    close.region = open.region;
    return wrap(name, when, std::move(inside), open, close);
  }

  base::Result<Piece> thread() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(const Span when, span());
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    Event open = event_at(Kind::ThreadBegin, when.begin);
    Event close = event_at(Kind::ThreadEnd, when.end.value_or(when.begin));
    open.thread = close.thread = attributes.number("thread", 0);
    TRY(attributes.finish(tokens_));
    TRY_ASSIGN(Pieces inside, block());
    return wrap(place, when, std::move(inside), open, close);
  }

  base::Result<Piece> fork() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(const Span when, span());
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    Event open = event_at(Kind::ThreadFork, when.begin);
    open.requested_threads = static_cast<std::uint32_t>(attributes.number("threads", 1));
    TRY(attributes.finish(tokens_));
    TRY_ASSIGN(Pieces inside, block());
    return wrap(place, when, std::move(inside), open,
                event_at(Kind::ThreadJoin, when.end.value_or(when.begin)));
  }

  base::Result<Piece> member() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(const Span when, span());
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    Event open = event_at(Kind::TeamBegin, when.begin);
    Event close = event_at(Kind::TeamEnd, when.end.value_or(when.begin));
    open.team = close.team = attributes.team("team");
    TRY(attributes.finish(tokens_));
    TRY_ASSIGN(Pieces inside, block());
    return wrap(place, when, std::move(inside), open, close);
  }

  base::Result<Piece> flush() {
    const Token place = tokens_.peek();
    TRY_ASSIGN(const Span when, span());
    if (!when.end) return tokens_.error(place, "a flush has an end");
    Event event = event_at(Kind::BufferFlush, when.begin);
    event.stop = *when.end;
    return Piece{when.begin, *when.end, {event}};
  }

  TokenReader& tokens_;
  CaseBuilder& builder_;
  RecordMaker records_;
};

}  // namespace

base::Result<std::vector<Event>> parse_timeline(TokenReader& tokens, CaseBuilder& builder,
                                                std::uint32_t rank) {
  return TimelineParser(tokens, builder, rank).run();
}

bool starts_statement(const Token& token) {
  if (token.kind != Token::Kind::Word || token.quoted) return false;
  if (token.text.back() == ':') return true;
  for (const std::string_view word : {"ranks",          "threads",
                                      "resolution",     "rma-progress",
                                      "comm",           "team",
                                      "window",         "file",
                                      "pattern",        "region",
                                      "counter",        "counters",
                                      "expect",         "expect-total",
                                      "expect-none",    "expect-more",
                                      "expect-anomaly", "expect-what-if",
                                      "expect-balance", "expect-ideal-network",
                                      "expect-finding", "expect-findings",
                                      "neighbors"})
    if (token.text == word) return true;
  return false;
}

}  // namespace tarry::trace::synthetic
