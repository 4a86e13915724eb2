// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/one_sided_records.h"

#include <algorithm>
#include <tuple>

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;
using model::CollectiveOp;
using model::RmaOperation;

class Maker {
 public:
  Maker(Attributes& attributes, CaseBuilder& builder)
      : attributes_(attributes), builder_(builder), window_(attributes.window()) {}

  static Event event_at(Kind kind, Ticks time) {
    Event event;
    event.kind = kind;
    event.time = time;
    return event;
  }

  Event of_window(Kind kind, Ticks time, CollectiveOp op = CollectiveOp::Barrier) {
    Event event = event_at(kind, time);
    event.rma_collective = {op, window_};
    return event;
  }

  Event sync(Ticks time) {
    Event event = event_at(Kind::RmaGroupSync, time);
    const auto level = static_cast<std::uint32_t>(attributes_.number("level", model::kRmaSyncAll));
    event.rma_sync = {window_, builder_.group(attributes_.ranks("group")), level};
    return event;
  }

  Event lock(Kind kind, Ticks time) {
    Event event = event_at(kind, time);
    event.rma_lock.window = window_;
    event.rma_lock.target = attributes_.target(window_);
    if (kind == Kind::RmaLockReleased) return event;
    const std::string type = attributes_.word("lock", "exclusive");
    event.rma_lock.exclusive = type == "exclusive";
    if (type != "exclusive" && type != "shared") attributes_.fail("a lock is exclusive or shared");
    return event;
  }

  Event operation(RmaOperation::Kind kind, Ticks time) {
    Event event = event_at(Kind::RmaOperation, time);
    RmaOperation& operation = event.rma_operation;
    operation.kind = kind;
    operation.window = window_;
    operation.target = attributes_.target(window_);
    if (!operation.target.valid()) attributes_.fail("a one-sided operation needs to=");
    if (kind == RmaOperation::Kind::Atomic)
      std::tie(operation.bytes_sent, operation.bytes_received) = attributes_.bytes_out_in();
    else
      (kind == RmaOperation::Kind::Put ? operation.bytes_sent : operation.bytes_received) =
          attributes_.number("bytes", 1);
    operation.matching = attributes_.number("match", 0);
    return event;
  }

  std::vector<Event> completions(std::string_view key, Ticks time) {
    std::vector<Event> made;
    for (const model::RequestId matching : attributes_.requests(key)) {
      Event event = event_at(Kind::RmaCompletion, time);
      event.rma_completion = {model::RmaCompletion::Kind::Remote, window_, matching.value};
      made.push_back(event);
    }
    return made;
  }

 private:
  Attributes& attributes_;
  CaseBuilder& builder_;
  const model::WindowId window_;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<RmaOperation::Kind> operation_kind(std::string_view name) {
  if (is_one_of(name, {"Put", "Rput", "put"})) return RmaOperation::Kind::Put;
  if (is_one_of(name, {"Get", "Rget", "get"})) return RmaOperation::Kind::Get;
  if (is_one_of(name, {"Accumulate", "Get_accumulate", "Fetch_and_op", "Compare_and_swap",
                       "Raccumulate", "Rget_accumulate", "atomic"}))
    return RmaOperation::Kind::Atomic;
  return std::nullopt;
}

std::optional<CollectiveOp> window_operation(std::string_view name) {
  if (name == "Win_fence") return CollectiveOp::Barrier;
  if (is_one_of(name, {"Win_create", "Win_create_dynamic"})) return CollectiveOp::CreateHandle;
  if (is_one_of(name, {"Win_allocate", "Win_allocate_shared"}))
    return CollectiveOp::CreateHandleAndAllocate;
  if (name == "Win_free") return CollectiveOp::DestroyHandle;
  return std::nullopt;
}

}  // namespace

OneSidedRecords one_sided_records(const std::string& region, Ticks begin, std::optional<Ticks> end,
                                  Attributes& attributes, CaseBuilder& builder) {
  OneSidedRecords out;
  Maker make(attributes, builder);
  const std::string_view name =
      std::string_view(region).substr(std::min<std::size_t>(4, region.size()));
  const Ticks leave = end.value_or(begin);
  if (const auto op = window_operation(name)) {
    if (attributes.word("begin", "") != "none")
      out.at_enter.push_back(
          Maker::event_at(Kind::RmaCollectiveBegin, attributes.time("begin", begin)));
    if (!end) return out;
    const Ticks at = attributes.time("end", leave);
    if (*op == CollectiveOp::CreateHandle || *op == CollectiveOp::CreateHandleAndAllocate)
      out.at_leave.push_back(make.of_window(Kind::RmaWindowCreated, at));
    if (*op == CollectiveOp::DestroyHandle)
      out.at_leave.push_back(make.of_window(Kind::RmaWindowDestroyed, at));
    out.at_leave.push_back(make.of_window(Kind::RmaCollectiveEnd, at, *op));
  } else if (const auto operation = operation_kind(name)) {
    out.at_enter.push_back(make.operation(*operation, attributes.time("at", begin)));
  } else if (is_one_of(name, {"Win_start", "Win_post"})) {
    out.at_enter.push_back(make.sync(attributes.time("at", begin)));
  } else if (is_one_of(name, {"Win_complete", "Win_wait", "Win_test"})) {
    out.at_leave.push_back(make.sync(attributes.time("at", leave)));
  } else if (is_one_of(name, {"Win_lock", "Win_lock_all"})) {
    out.at_enter.push_back(make.lock(Kind::RmaLockRequested, attributes.time("at", begin)));
  } else if (is_one_of(name, {"Win_unlock", "Win_unlock_all"})) {
    out.at_leave.push_back(make.lock(Kind::RmaLockReleased, attributes.time("at", leave)));
  }
  const std::vector<Event> completed = make.completions("done", leave);
  out.at_leave.insert(out.at_leave.begin(), completed.begin(), completed.end());
  return out;
}

std::optional<Event> one_sided_record(const std::string& kind, Ticks at, Attributes& attributes,
                                      CaseBuilder& builder) {
  Maker make(attributes, builder);
  if (const auto operation = operation_kind(kind)) return make.operation(*operation, at);
  if (kind == "sync") return make.sync(at);
  if (kind == "lock") return make.lock(Kind::RmaLockAcquired, at);
  if (kind == "unlock") return make.lock(Kind::RmaLockReleased, at);
  if (kind != "done") return std::nullopt;
  const std::vector<Event> made = make.completions("match", at);
  return made.size() == 1 ? std::optional(made.front()) : std::nullopt;
}

}  // namespace tarry::trace::synthetic
