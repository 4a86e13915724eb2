// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/event_maker.h"

#include <algorithm>
#include <bit>

#include "model/message_partner.h"

namespace tarry::event_library {
namespace {

using events::Kind;

double as_double(const model::CounterValue& value) {
  if (value.type == model::CounterType::Double) return std::bit_cast<double>(value.bits);
  if (value.type == model::CounterType::Int64)
    return static_cast<double>(static_cast<std::int64_t>(value.bits));
  return static_cast<double>(value.bits);
}

Kind kind_of(model::RmaOperation::Kind kind) {
  using Operation = model::RmaOperation::Kind;
  return kind == Operation::Put   ? Kind::RmaPut
         : kind == Operation::Get ? Kind::RmaGet
                                  : Kind::RmaAtomic;
}

Kind kind_of(model::RmaCompletion::Kind kind) {
  using Completion = model::RmaCompletion::Kind;
  return kind == Completion::Blocking      ? Kind::RmaCompletedBlocking
         : kind == Completion::NonBlocking ? Kind::RmaCompletedNonblocking
                                           : Kind::RmaCompletedRemote;
}

Kind kind_of(model::FileOperation::Kind kind) {
  using Operation = model::FileOperation::Kind;
  return kind == Operation::Read    ? Kind::FileRead
         : kind == Operation::Write ? Kind::FileWrite
                                    : Kind::FileFlush;
}

events::FileMode mode_of(const model::FileOperation& operation) {
  using events::FileMode;
  if (operation.is_nonblocking)
    return operation.is_collective ? FileMode::CollectiveNonblocking
                                   : FileMode::IndividualNonblocking;
  return operation.is_collective ? FileMode::Collective : FileMode::Individual;
}

}  // namespace

void EventMaker::flush() {
  if (filled_ != 0) sink_.take(std::span<const Event>(batch_.data(), filled_));
  filled_ = 0;
}

void EventMaker::place_reached(const model::EventPlace& place) {
  flush();
  sink_.place(place, number_);
}

void EventMaker::joined_calls(Ticks time, std::uint64_t more) {
  add(Kind::JoinedCalls, time).id = more;
}
void EventMaker::program_begin(Ticks time, RegionId program) {
  add(Kind::ProgramBegin, time).region = program.value;
}
void EventMaker::program_end(Ticks time, RegionId program) {
  add(Kind::ProgramEnd, time).region = program.value;
}

void EventMaker::add(Kind kind, Ticks time, const Message& message) {
  Event& event = add(kind, time);
  event.peer = model::message_partner(definitions_, rank_, message).value;
  event.comm = message.comm.value;
  event.tag = message.tag;
  event.bytes = message.bytes;
  event.id = message.request.value;
}
void EventMaker::mpi_isend_complete(Ticks time, Request request) {
  add(Kind::IsendComplete, time).id = request.value;
}
void EventMaker::mpi_irecv_request(Ticks time, Request request) {
  add(Kind::IrecvRequest, time).id = request.value;
}
void EventMaker::mpi_request_test(Ticks time, Request request) {
  add(Kind::RequestTest, time).id = request.value;
}
void EventMaker::mpi_request_cancelled(Ticks time, Request request) {
  add(Kind::RequestCancelled, time).id = request.value;
}

void EventMaker::add(Kind kind, Ticks time, const model::CollectiveRecord& record) {
  Event& event = add(kind, time);
  event.op = static_cast<std::uint8_t>(record.op);
  event.comm = record.comm.value;
  event.root = record.root.value;
  event.bytes = record.bytes_sent;
  event.received = record.bytes_received;
  event.id = record.request.value;
}
void EventMaker::collective_end(Ticks time, const model::CollectiveRecord& record) {
  add(Kind::CollectiveEnd, time, record);
}
void EventMaker::nonblocking_collective_request(Ticks time, Request request) {
  add(Kind::NonblockingCollectiveRequest, time).id = request.value;
}
void EventMaker::nonblocking_collective_complete(Ticks time,
                                                 const model::CollectiveRecord& record) {
  add(Kind::NonblockingCollectiveComplete, time, record);
}

std::uint32_t EventMaker::target(model::WindowId window, model::CommRank target) const {
  if (!window.valid() || !target.valid()) return events::kNone;
  model::MessageRecord to;
  to.comm = definitions_.windows[window.index()].comm;
  to.peer = target;
  return to.comm.valid() ? model::message_partner(definitions_, rank_, to).value : events::kNone;
}

void EventMaker::rma_window_created(Ticks time, model::WindowId window) {
  add(Kind::WindowCreated, time).window = window.value;
}
void EventMaker::rma_window_destroyed(Ticks time, model::WindowId window) {
  add(Kind::WindowDestroyed, time).window = window.value;
}
void EventMaker::rma_collective_end(Ticks time, const model::RmaCollectiveRecord& record) {
  Event& event = add(Kind::RmaCollectiveEnd, time);
  event.op = static_cast<std::uint8_t>(record.op);
  event.window = record.window.value;
}
void EventMaker::rma_group_sync(Ticks time, const model::RmaGroupSync& record) {
  Event& event = add(Kind::RmaGroupSync, time);
  event.op = static_cast<std::uint8_t>(record.level);
  event.window = record.window.value;
}
void EventMaker::add(Kind kind, Ticks time, const model::RmaLockRecord& record) {
  Event& event = add(kind, time);
  event.window = record.window.value;
  event.peer = target(record.window, record.target);
  event.id = record.lock;
  event.flag = record.exclusive;
}
void EventMaker::rma_lock_requested(Ticks time, const model::RmaLockRecord& record) {
  add(Kind::RmaLockRequested, time, record);
}
void EventMaker::rma_lock_acquired(Ticks time, const model::RmaLockRecord& record) {
  add(Kind::RmaLockAcquired, time, record);
}
void EventMaker::rma_lock_released(Ticks time, const model::RmaLockRecord& record) {
  add(Kind::RmaLockReleased, time, record);
}
void EventMaker::rma_operation(Ticks time, const model::RmaOperation& record) {
  Event& event = add(kind_of(record.kind), time);
  event.op = record.atomic_type;
  event.window = record.window.value;
  event.peer = target(record.window, record.target);
  event.bytes = record.bytes_sent;
  event.received = record.bytes_received;
  event.id = record.matching;
}
void EventMaker::rma_operation_completed(Ticks time, const model::RmaCompletion& record) {
  Event& event = add(kind_of(record.kind), time);
  event.window = record.window.value;
  event.id = record.matching;
}

void EventMaker::file_opened(Ticks time, model::FileId file) {
  add(Kind::FileOpened, time).file = file.value;
}
void EventMaker::file_closed(Ticks time, model::FileId file) {
  add(Kind::FileClosed, time).file = file.value;
}
void EventMaker::file_operation_begun(Ticks time, const model::FileOperation& record) {
  Event& event = add(kind_of(record.kind), time);
  event.op = static_cast<std::uint8_t>(mode_of(record));
  event.file = record.file.value;
  event.bytes = record.bytes_wanted;
  event.id = record.matching;
}
void EventMaker::file_operation_completed(Ticks time, const model::FileCompletion& record) {
  Event& event = add(Kind::FileCompleted, time);
  event.file = record.file.value;
  event.bytes = record.bytes;
  event.id = record.matching;
}

void EventMaker::thread_begin(Ticks time, std::uint64_t thread) {
  add(Kind::ThreadBegin, time).id = thread;
}
void EventMaker::thread_end(Ticks time, std::uint64_t thread) {
  add(Kind::ThreadEnd, time).id = thread;
}
void EventMaker::thread_created(Ticks time, std::uint64_t thread) {
  add(Kind::ThreadCreated, time).id = thread;
}
void EventMaker::thread_waited(Ticks time, std::uint64_t thread) {
  add(Kind::ThreadWaited, time).id = thread;
}
void EventMaker::thread_fork(Ticks time, std::uint32_t requested) {
  add(Kind::Fork, time).id = requested;
}
void EventMaker::team_begin(Ticks time, model::CommId team) {
  add(Kind::TeamBegin, time).comm = team.value;
}
void EventMaker::team_end(Ticks time, model::CommId team) {
  add(Kind::TeamEnd, time).comm = team.value;
}
void EventMaker::add(Kind kind, Ticks time, const model::LockRecord& record) {
  Event& event = add(kind, time);
  event.paradigm = static_cast<std::uint8_t>(record.paradigm);
  event.lock = record.lock;
  event.order = record.order;
}
void EventMaker::lock_acquired(Ticks time, const model::LockRecord& record) {
  add(Kind::LockAcquired, time, record);
}
void EventMaker::lock_released(Ticks time, const model::LockRecord& record) {
  add(Kind::LockReleased, time, record);
}
void EventMaker::add(Kind kind, Ticks time, const model::TaskId& task) {
  Event& event = add(kind, time);
  event.comm = task.team.value;
  event.tag = task.creator;
  event.id = task.generation;
}
void EventMaker::task_created(Ticks time, const model::TaskId& task) {
  add(Kind::TaskCreated, time, task);
}
void EventMaker::task_switched(Ticks time, const model::TaskId& task) {
  add(Kind::TaskSwitched, time, task);
}
void EventMaker::task_completed(Ticks time, const model::TaskId& task) {
  add(Kind::TaskCompleted, time, task);
}

void EventMaker::counters_read(Ticks time, model::CounterSetId set,
                               std::span<const model::CounterValue> values) {
  const std::vector<model::CounterId>& members = definitions_.counter_sets[set.index()].members;
  for (std::size_t i = 0; i < std::min(values.size(), members.size()); ++i) {
    Event& event = add(Kind::Counter, time);
    event.counter = members[i].value;
    event.value = as_double(values[i]);
    event.id = values[i].bits;
  }
}
void EventMaker::statistic_measured(Ticks time, std::uint32_t statistic, std::uint64_t value) {
  Event& event = add(Kind::Statistic, time);
  event.counter = statistic;
  event.value = static_cast<double>(value);
  event.id = value;
}
void EventMaker::buffer_flush(Ticks time, Ticks stop) {
  add(Kind::BufferFlush, time).id = static_cast<std::uint64_t>((stop - time).count);
}
void EventMaker::measurement_on_off(Ticks time, bool on) {
  add(Kind::MeasurementOnOff, time).flag = on;
}

}  // namespace tarry::event_library
