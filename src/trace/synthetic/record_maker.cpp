// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/record_maker.h"

#include "trace/synthetic/counter_syntax.h"
#include "trace/synthetic/file_records.h"
#include "trace/synthetic/mpi_region.h"
#include "trace/synthetic/one_sided_records.h"

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;

void push(Pieces& out, const Event& event) { out.push_back({event.time, event.time, {event}}); }
void push_request(Pieces& out, Kind kind, Ticks at, model::RequestId id) {
  Event event = event_at(kind, at);
  event.request = id;
  push(out, event);
}

}  // namespace

Event event_at(Event::Kind kind, Ticks time) {
  Event event;
  event.kind = kind;
  event.time = time;
  return event;
}

void RecordMaker::implied(const std::string& name, Span when, Attributes& attributes, Pieces& early,
                          Pieces& late) {
  const Ticks end = when.end.value_or(when.begin);
  if (attributes.has("bare")) {
    attributes.word("bare", "");
  } else if (attributes.has("win")) {
    const OneSidedRecords made =
        one_sided_records(name, when.begin, when.end, attributes, builder_);
    for (const Event& event : made.at_enter) push(early, event);
    for (const Event& event : made.at_leave) push(late, event);
  } else if (attributes.has("file")) {
    const FileRecords made = file_records(name, when.begin, when.end, attributes, builder_);
    for (const Event& event : made.at_enter) push(early, event);
    for (const Event& event : made.at_leave) push(late, event);
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

void RecordMaker::point_to_point(Span when, Ticks end, Attributes& attributes, Pieces& early,
                                 Pieces& late) {
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

void RecordMaker::send(Attributes& attributes, Ticks at, Pieces& out) {
  Event event = event_at(Kind::Send, at);
  event.message = attributes.message("to");
  if (event.message.request.valid()) {
    event.kind = Kind::Isend;
    remember(event.message.request, {Kind::IsendComplete, event.message, {}});
  }
  push(out, event);
}

// With a request this record only creates it; the message is received where the request is
// completed.
void RecordMaker::receive(Attributes& attributes, Ticks at, Pieces& out) {
  Event event = event_at(Kind::Recv, at);
  event.message = attributes.message("from");
  if (event.message.request.valid()) {
    event.kind = Kind::IrecvRequest;
    event.request = event.message.request;
    remember(event.request, {Kind::Irecv, event.message, {}});
  }
  push(out, event);
}

void RecordMaker::nonblocking_collective(Attributes& attributes,
                                         std::optional<model::CollectiveOp> op, Ticks at,
                                         Pieces& out) {
  if (!attributes.has("req")) attributes.fail("a non-blocking collective needs req=");
  Event event = event_at(Kind::NonBlockingRequest, at);
  event.collective = attributes.collective(op);
  event.request = event.collective.request;
  remember(event.request, {Kind::NonBlockingComplete, {}, event.collective});
  push(out, event);
}

void RecordMaker::complete(Attributes& attributes, Ticks at, model::RequestId id, Pieces& out) {
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

void RecordMaker::remember(model::RequestId id, PendingRequest request) {
  builder_.pending[{rank_, id.value}] = request;
}
bool RecordMaker::made(const std::string& kind, Ticks at, Attributes& attributes, Pieces& out) {
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
    for (const model::RequestId id : attributes.requests("req")) complete(attributes, at, id, out);
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
  } else if (kind == "create" || kind == "joined") {
    Event event = event_at(kind == "create" ? Kind::ThreadCreated : Kind::ThreadWaited, at);
    event.thread = attributes.number("thread", 0);
    push(out, event);
  } else if (kind == "task-create" || kind == "task-switch" || kind == "task-complete") {
    Event event = event_at(kind == "task-create"   ? Kind::TaskCreated
                           : kind == "task-switch" ? Kind::TaskSwitched
                                                   : Kind::TaskCompleted,
                           at);
    event.task = attributes.task();
    push(out, event);
  } else if (attributes.has("win")) {
    const auto made = one_sided_record(kind, at, attributes, builder_);
    if (!made) return false;
    push(out, *made);
  } else if (kind == "read")
    for (const Event& event : readings(attributes, builder_, at)) push(out, event);
  else if (kind == "off")
    push(out, event_at(Kind::MeasurementOff, at));
  else if (kind == "on")
    push(out, event_at(Kind::MeasurementOn, at));
  else
    return false;
  return true;
}

}  // namespace tarry::trace::synthetic
