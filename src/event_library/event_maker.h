// SPDX-License-Identifier: BSD-3-Clause
// Makes the events of the library out of the calls of a TraceSource. Everything else in the library
// sees nothing but these events, some hundred at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/event_handler.h"
#include "model/event_place.h"
#include "tarry/trace.h"

namespace tarry::event_library {

class EventSink {
 public:
  virtual ~EventSink() = default;
  // The events are valid during the call.
  virtual void take(std::span<const events::Event> events) = 0;
  // Reading can begin here, before the event `number`.
  virtual void place(const model::EventPlace& /*place*/, std::uint64_t /*number*/) {}
};

class EventMaker final : public model::EventHandler, public model::PlaceHandler {
  using Kind = events::Kind;
  using Event = events::Event;
  using Ticks = model::Ticks;
  using RegionId = model::RegionId;
  using Message = model::MessageRecord;
  using Request = model::RequestId;

 public:
  // The first event that follows has the number `first`. Both must outlive it.
  EventMaker(const model::Definitions& definitions, model::LocationIndex location,
             std::uint64_t first, EventSink& sink)
      : definitions_(definitions),
        rank_(definitions.locations[location.index()].rank),
        begin_(static_cast<std::int64_t>(definitions.clock.begin)),
        location_(location.value),
        number_(first),
        sink_(sink) {}

  // After the last event.
  void flush();

  void place_reached(const model::EventPlace& place) override;

  void enter(Ticks time, RegionId region) override { add(Kind::Enter, time).region = region.value; }
  void leave(Ticks time, RegionId region) override { add(Kind::Leave, time).region = region.value; }
  void joined_calls(Ticks time, std::uint64_t more) override;
  void program_begin(Ticks time, RegionId program) override;
  void program_end(Ticks time, RegionId program) override;

  void mpi_send(Ticks time, const Message& message) override { add(Kind::Send, time, message); }
  void mpi_isend(Ticks time, const Message& message) override { add(Kind::Isend, time, message); }
  void mpi_recv(Ticks time, const Message& message) override { add(Kind::Receive, time, message); }
  void mpi_irecv(Ticks time, const Message& message) override { add(Kind::Irecv, time, message); }
  void mpi_isend_complete(Ticks time, Request request) override;
  void mpi_irecv_request(Ticks time, Request request) override;
  void mpi_request_test(Ticks time, Request request) override;
  void mpi_request_cancelled(Ticks time, Request request) override;

  void collective_begin(Ticks time) override { add(Kind::CollectiveBegin, time); }
  void collective_end(Ticks time, const model::CollectiveRecord& record) override;
  void nonblocking_collective_request(Ticks time, Request request) override;
  void nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) override;

  void rma_window_created(Ticks time, model::WindowId window) override;
  void rma_window_destroyed(Ticks time, model::WindowId window) override;
  void rma_collective_begin(Ticks time) override { add(Kind::RmaCollectiveBegin, time); }
  void rma_collective_end(Ticks time, const model::RmaCollectiveRecord& record) override;
  void rma_group_sync(Ticks time, const model::RmaGroupSync& record) override;
  void rma_lock_requested(Ticks time, const model::RmaLockRecord& record) override;
  void rma_lock_acquired(Ticks time, const model::RmaLockRecord& record) override;
  void rma_lock_released(Ticks time, const model::RmaLockRecord& record) override;
  void rma_operation(Ticks time, const model::RmaOperation& record) override;
  void rma_operation_completed(Ticks time, const model::RmaCompletion& record) override;

  void file_opened(Ticks time, model::FileId file) override;
  void file_closed(Ticks time, model::FileId file) override;
  void file_operation_begun(Ticks time, const model::FileOperation& record) override;
  void file_operation_completed(Ticks time, const model::FileCompletion& record) override;

  void thread_begin(Ticks time, std::uint64_t thread) override;
  void thread_end(Ticks time, std::uint64_t thread) override;
  void thread_created(Ticks time, std::uint64_t thread) override;
  void thread_waited(Ticks time, std::uint64_t thread) override;
  void thread_fork(Ticks time, std::uint32_t requested) override;
  void thread_join(Ticks time) override { add(Kind::Join, time); }
  void team_begin(Ticks time, model::CommId team) override;
  void team_end(Ticks time, model::CommId team) override;
  void lock_acquired(Ticks time, const model::LockRecord& record) override;
  void lock_released(Ticks time, const model::LockRecord& record) override;
  void task_created(Ticks time, const model::TaskId& task) override;
  void task_switched(Ticks time, const model::TaskId& task) override;
  void task_completed(Ticks time, const model::TaskId& task) override;

  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override;
  void statistic_measured(Ticks time, std::uint32_t statistic, std::uint64_t value) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

 private:
  [[gnu::always_inline]] Event& add(Kind kind, Ticks time) {
    if (filled_ == batch_.size()) [[unlikely]]
      flush();
    Event& event = batch_[filled_++];
    event = Event();
    event.time = time.count - begin_;
    event.number = number_++;
    event.location = location_;
    event.kind = kind;
    return event;
  }
  void add(Kind kind, Ticks time, const Message& message);
  void add(Kind kind, Ticks time, const model::CollectiveRecord& record);
  void add(Kind kind, Ticks time, const model::RmaLockRecord& record);
  void add(Kind kind, Ticks time, const model::LockRecord& record);
  void add(Kind kind, Ticks time, const model::TaskId& task);
  // Returns the world rank of a target, or kNone.
  [[nodiscard]] std::uint32_t target(model::WindowId window, model::CommRank target) const;

  const model::Definitions& definitions_;
  const model::Rank rank_;
  const std::int64_t begin_;
  const std::uint32_t location_;
  std::uint64_t number_;
  EventSink& sink_;
  std::array<Event, 256> batch_;
  std::size_t filled_ = 0;
};

}  // namespace tarry::event_library
