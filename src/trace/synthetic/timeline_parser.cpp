// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/timeline_parser.h"

#include <algorithm>
#include <optional>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;

// Something that takes place between two times: a record, or a region with all that is in it.
struct Piece {
  Ticks begin;
  Ticks end;
  std::vector<Event> events;
};
using Pieces = std::vector<Piece>;

Event event_at(Kind kind, Ticks time) {
  Event event;
  event.kind = kind;
  event.time = time;
  return event;
}

struct Span {
  Ticks begin;
  std::optional<Ticks> end;  // none: "?", the leave is missing
};

class TimelineParser {
 public:
  TimelineParser(TokenReader& tokens, CaseBuilder& builder, std::uint32_t rank)
      : tokens_(tokens), builder_(builder), rank_(rank) {}

  base::Result<std::vector<Event>> run() {
    Pieces pieces;
    while (!ends_here()) {
      TRY_ASSIGN(Piece piece, item());
      pieces.push_back(std::move(piece));
    }
    return join(std::move(pieces), tokens_.peek());
  }

 private:
  // At the end of a line the statement goes on only if the next one has an item.
  bool ends_here() {
    const std::size_t before = tokens_.position;
    const bool new_line = tokens_.peek().kind == Token::Kind::LineEnd;
    tokens_.skip_line_ends();
    if (tokens_.at_word() && !(new_line && starts_statement(tokens_.peek()))) return false;
    if (tokens_.peek().kind == Token::Kind::Close) return false;  // item() says what is wrong
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

  // "{ items }", if there is one.
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

  // Puts pieces one after the other; they must be in order and must not overlap.
  base::Result<std::vector<Event>> join(Pieces pieces, const Token& place) {
    std::vector<Event> events;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0 && pieces[i].begin < pieces[i - 1].end)
        return tokens_.error(place, "items overlap or are not in order of time");
      events.insert(events.end(), pieces[i].events.begin(), pieces[i].events.end());
    }
    return events;
  }

  // A region-like item: `open`, what is inside, `close` unless the leave is missing.
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
    implied_records(name.text, when, attributes, early, late);
    TRY(attributes.finish(tokens_));
    TRY_ASSIGN(Pieces inside, block());
    // By time; at equal times what belongs to the enter first, to the leave last.
    inside.insert(inside.begin(), early.begin(), early.end());
    inside.insert(inside.end(), late.begin(), late.end());
    std::stable_sort(inside.begin(), inside.end(),
                     [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    Event open = event_at(Kind::Enter, when.begin);
    Event close = event_at(Kind::Leave, when.end.value_or(when.begin));
    open.region = close.region = id;
    return wrap(name, when, std::move(inside), open, close);
  }

  // The records a region has without being asked: see docs/formats/case.md.
  void implied_records(const std::string& name, Span when, Attributes& attributes, Pieces& early,
                       Pieces& late) {
    const Ticks end = when.end.value_or(when.begin);
    if (attributes.has("bare")) {
      attributes.word("bare", "");
    } else if (is_nonblocking_collective(name)) {
      nonblocking_collective(attributes, collective_op(name), attributes.time("at", when.begin),
                             early);
    } else if (const auto op = collective_op(name)) {
      if (attributes.word("begin", "") != "none")
        push(early, event_at(Kind::CollectiveBegin, attributes.time("begin", when.begin)));
      if (!when.end) return;
      Event done = event_at(Kind::CollectiveEnd, attributes.time("end", end));
      done.collective = attributes.collective(op);
      push(late, done);
    } else {
      point_to_point(when, end, attributes, early, late);
    }
  }

  void point_to_point(Span when, Ticks end, Attributes& attributes, Pieces& early, Pieces& late) {
    const bool sends = attributes.has("to");
    const bool receives = attributes.has("from");
    const bool at_leave = receives || (!sends && !attributes.has("at"));
    if (!when.end && at_leave && !attributes.has("at") && attributes.any())
      attributes.fail("without a leave a record that lies at the leave needs at=");
    if (sends && receives && (attributes.has("at") || attributes.has("req")))
      attributes.fail("with to= and from= write the records themselves, in braces");
    if (sends) send(attributes, attributes.time("at", when.begin), early);
    if (receives) receive(attributes, attributes.time("at", end), late);
    const Ticks at = sends || receives ? end : attributes.time("at", end);
    for (const model::RequestId id : attributes.requests("test"))
      push_request(late, Kind::RequestTest, at, id);
    for (const model::RequestId id : attributes.requests("cancelled"))
      push_request(late, Kind::RequestCancelled, at, id);
    for (const model::RequestId id : attributes.requests("complete"))
      complete(attributes, at, id, late);
  }

  void send(Attributes& attributes, Ticks at, Pieces& out) {
    Event event = event_at(Kind::Send, at);
    event.message = attributes.message("to");
    if (event.message.request.valid()) {
      event.kind = Kind::Isend;
      remember(event.message.request, {Kind::IsendComplete, event.message, {}});
    }
    push(out, event);
  }

  // With a request: it is only made; the message is received where the request is completed.
  void receive(Attributes& attributes, Ticks at, Pieces& out) {
    Event event = event_at(Kind::Recv, at);
    event.message = attributes.message("from");
    if (event.message.request.valid()) {
      event.kind = Kind::IrecvRequest;
      event.request = event.message.request;
      remember(event.request, {Kind::Irecv, event.message, {}});
    }
    push(out, event);
  }

  void nonblocking_collective(Attributes& attributes, std::optional<model::CollectiveOp> op,
                              Ticks at, Pieces& out) {
    if (!attributes.has("req")) attributes.fail("a non-blocking collective needs req=");
    Event event = event_at(Kind::NonBlockingRequest, at);
    event.collective = attributes.collective(op);
    event.request = event.collective.request;
    remember(event.request, {Kind::NonBlockingComplete, {}, event.collective});
    push(out, event);
  }

  void complete(Attributes& attributes, Ticks at, model::RequestId id, Pieces& out) {
    const auto found = builder_.pending.find({rank_, id.value});
    if (found == builder_.pending.end())
      return attributes.fail("request " + std::to_string(id.value) + " was not made before");
    Event event = event_at(found->second.completion, at);
    event.request = id;
    event.message = found->second.message;
    event.collective = found->second.collective;
    push(out, event);
    builder_.pending.erase(found);
  }

  void remember(model::RequestId id, PendingRequest request) {
    builder_.pending[{rank_, id.value}] = request;
  }
  static void push(Pieces& out, const Event& event) {
    out.push_back({event.time, event.time, {event}});
  }
  static void push_request(Pieces& out, Kind kind, Ticks at, model::RequestId id) {
    Event event = event_at(kind, at);
    event.request = id;
    push(out, event);
  }

  // "send@1.5 to=1 tag=2"
  base::Result<Piece> record() {
    const Token token = tokens_.next();
    const std::size_t sign = token.text.find('@');
    const std::string kind = token.text.substr(0, sign);
    const auto at = builder_.ticks(std::string_view(token.text).substr(sign + 1));
    if (!at) return tokens_.error(token, "'" + token.text + "' has no time on a tick");
    if (kind == "enter" || kind == "leave") return half_region(kind == "enter", *at);
    TRY_ASSIGN(Attributes attributes, Attributes::read(tokens_, builder_));
    Pieces made;
    if (!make_record(kind, *at, attributes, made))
      return tokens_.error(token, "there is no record '" + kind + "'");
    TRY(attributes.finish(tokens_));
    Piece all{*at, *at, {}};
    for (const Piece& piece : made) all.events.push_back(piece.events.front());
    return all;
  }

  bool make_record(const std::string& kind, Ticks at, Attributes& attributes, Pieces& out) {
    const auto requests = [&](Kind event) {
      for (const model::RequestId id : attributes.requests("req")) push_request(out, event, at, id);
    };
    if (kind == "send")
      send(attributes, at, out);
    else if (kind == "recv")
      receive(attributes, at, out);
    else if (kind == "test")
      requests(Kind::RequestTest);
    else if (kind == "cancelled")
      requests(Kind::RequestCancelled);
    else if (kind == "complete")
      for (const model::RequestId id : attributes.requests("req"))
        complete(attributes, at, id, out);
    else if (kind == "begin")
      push(out, event_at(Kind::CollectiveBegin, at));
    else if (kind == "end") {
      Event event = event_at(Kind::CollectiveEnd, at);
      event.collective = attributes.collective(std::nullopt);
      push(out, event);
    } else if (kind == "initiate")
      nonblocking_collective(attributes, std::nullopt, at, out);
    else if (kind == "acquire" || kind == "release") {
      Event event = event_at(kind == "acquire" ? Kind::LockAcquired : Kind::LockReleased, at);
      event.lock = attributes.lock();
      push(out, event);
    } else if (kind == "create") {
      Event event = event_at(Kind::ThreadCreated, at);
      event.thread = attributes.number("thread", 0);
      push(out, event);
    } else if (kind == "task-create" || kind == "task-switch" || kind == "task-complete") {
      Event event = event_at(kind == "task-create"   ? Kind::TaskCreated
                             : kind == "task-switch" ? Kind::TaskSwitched
                                                     : Kind::TaskCompleted,
                             at);
      event.task = attributes.task();
      push(out, event);
    } else if (kind == "off")
      push(out, event_at(Kind::MeasurementOff, at));
    else if (kind == "on")
      push(out, event_at(Kind::MeasurementOn, at));
    else
      return false;
    return true;
  }

  // "leave@5 foo" without its enter, or the other way round.
  base::Result<Piece> half_region(bool enter, Ticks at) {
    const Token& name = tokens_.next();
    if (name.kind != Token::Kind::Word) return tokens_.error(name, "expected a region name");
    Event event = event_at(enter ? Kind::Enter : Kind::Leave, at);
    event.region = builder_.region(name.text);
    return Piece{at, at, {event}};
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
    builder_.result.definitions.program = name.text;
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
  std::uint32_t rank_;
};

}  // namespace

base::Result<std::vector<Event>> parse_timeline(TokenReader& tokens, CaseBuilder& builder,
                                                std::uint32_t rank) {
  return TimelineParser(tokens, builder, rank).run();
}

bool starts_statement(const Token& token) {
  if (token.kind != Token::Kind::Word || token.quoted) return false;
  if (token.text.back() == ':') return true;
  for (const std::string_view word :
       {"ranks", "threads", "resolution", "comm", "team", "region", "expect", "expect-total",
        "expect-none", "expect-more", "expect-anomaly", "expect-what-if", "expect-balance",
        "expect-ideal-network", "expect-finding"})
    if (token.text == word) return true;
  return false;
}

}  // namespace tarry::trace::synthetic
