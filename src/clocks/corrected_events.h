// SPDX-License-Identifier: BSD-3-Clause
// Hands the events of a location on, at corrected times.
#pragma once

#include <span>

#include "clocks/time_map.h"
#include "model/event_handler.h"

namespace tarry::clocks {

class CorrectedEvents final : public model::EventHandler {
 public:
  // Both must outlive this.
  CorrectedEvents(model::EventHandler& handler, const TimeMap& map)
      : handler_(handler), times_(map) {}

  void enter(Ticks time, model::RegionId region) override { handler_.enter(at(time), region); }
  void leave(Ticks time, model::RegionId region) override { handler_.leave(at(time), region); }
  void joined_calls(Ticks time, std::uint64_t more) override {
    handler_.joined_calls(at(time), more);
  }
  void program_begin(Ticks time, model::RegionId region) override {
    handler_.program_begin(at(time), region);
  }
  void program_end(Ticks time, model::RegionId region) override {
    handler_.program_end(at(time), region);
  }
  void call_site(Ticks time, model::RegionId region) override {
    handler_.call_site(at(time), region);
  }
  void mpi_arguments(Ticks time, const model::MpiArguments& arguments) override {
    handler_.mpi_arguments(at(time), arguments);
  }
  void mpi_send(Ticks time, const model::MessageRecord& message) override {
    handler_.mpi_send(at(time), message);
  }
  void mpi_isend(Ticks time, const model::MessageRecord& message) override {
    handler_.mpi_isend(at(time), message);
  }
  void mpi_isend_complete(Ticks time, model::RequestId request) override {
    handler_.mpi_isend_complete(at(time), request);
  }
  void mpi_irecv_request(Ticks time, model::RequestId request) override {
    handler_.mpi_irecv_request(at(time), request);
  }
  void mpi_recv(Ticks time, const model::MessageRecord& message) override {
    handler_.mpi_recv(at(time), message);
  }
  void mpi_irecv(Ticks time, const model::MessageRecord& message) override {
    handler_.mpi_irecv(at(time), message);
  }
  void mpi_request_test(Ticks time, model::RequestId request) override {
    handler_.mpi_request_test(at(time), request);
  }
  void mpi_request_cancelled(Ticks time, model::RequestId request) override {
    handler_.mpi_request_cancelled(at(time), request);
  }
  void collective_begin(Ticks time) override { handler_.collective_begin(at(time)); }
  void collective_end(Ticks time, const model::CollectiveRecord& collective) override {
    handler_.collective_end(at(time), collective);
  }
  void nonblocking_collective_request(Ticks time, model::RequestId request) override {
    handler_.nonblocking_collective_request(at(time), request);
  }
  void nonblocking_collective_complete(Ticks time,
                                       const model::CollectiveRecord& collective) override {
    handler_.nonblocking_collective_complete(at(time), collective);
  }
  void rma_window_created(Ticks time, model::WindowId window) override {
    handler_.rma_window_created(at(time), window);
  }
  void rma_window_destroyed(Ticks time, model::WindowId window) override {
    handler_.rma_window_destroyed(at(time), window);
  }
  void rma_collective_begin(Ticks time) override { handler_.rma_collective_begin(at(time)); }
  void rma_collective_end(Ticks time, const model::RmaCollectiveRecord& collective) override {
    handler_.rma_collective_end(at(time), collective);
  }
  void rma_group_sync(Ticks time, const model::RmaGroupSync& sync) override {
    handler_.rma_group_sync(at(time), sync);
  }
  void rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) override {
    handler_.rma_lock_requested(at(time), lock);
  }
  void rma_lock_acquired(Ticks time, const model::RmaLockRecord& lock) override {
    handler_.rma_lock_acquired(at(time), lock);
  }
  void rma_lock_released(Ticks time, const model::RmaLockRecord& lock) override {
    handler_.rma_lock_released(at(time), lock);
  }
  void rma_operation(Ticks time, const model::RmaOperation& operation) override {
    handler_.rma_operation(at(time), operation);
  }
  void rma_operation_completed(Ticks time, const model::RmaCompletion& completion) override {
    handler_.rma_operation_completed(at(time), completion);
  }
  void file_opened(Ticks time, model::FileId file) override {
    handler_.file_opened(at(time), file);
  }
  void file_closed(Ticks time, model::FileId file) override {
    handler_.file_closed(at(time), file);
  }
  void file_operation_begun(Ticks time, const model::FileOperation& operation) override {
    handler_.file_operation_begun(at(time), operation);
  }
  void file_operation_completed(Ticks time, const model::FileCompletion& completion) override {
    handler_.file_operation_completed(at(time), completion);
  }
  void thread_begin(Ticks time, std::uint64_t thread) override {
    handler_.thread_begin(at(time), thread);
  }
  void thread_end(Ticks time, std::uint64_t thread) override {
    handler_.thread_end(at(time), thread);
  }
  void thread_created(Ticks time, std::uint64_t thread) override {
    handler_.thread_created(at(time), thread);
  }
  void thread_waited(Ticks time, std::uint64_t thread) override {
    handler_.thread_waited(at(time), thread);
  }
  void thread_fork(Ticks time, std::uint32_t threads) override {
    handler_.thread_fork(at(time), threads);
  }
  void thread_join(Ticks time) override { handler_.thread_join(at(time)); }
  void team_begin(Ticks time, model::CommId team) override { handler_.team_begin(at(time), team); }
  void team_end(Ticks time, model::CommId team) override { handler_.team_end(at(time), team); }
  void lock_acquired(Ticks time, const model::LockRecord& lock) override {
    handler_.lock_acquired(at(time), lock);
  }
  void lock_released(Ticks time, const model::LockRecord& lock) override {
    handler_.lock_released(at(time), lock);
  }
  void task_created(Ticks time, const model::TaskId& task) override {
    handler_.task_created(at(time), task);
  }
  void task_switched(Ticks time, const model::TaskId& task) override {
    handler_.task_switched(at(time), task);
  }
  void task_completed(Ticks time, const model::TaskId& task) override {
    handler_.task_completed(at(time), task);
  }
  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    handler_.counters_read(at(time), set, values);
  }
  void statistic_measured(Ticks time, std::uint32_t statistic, std::uint64_t value) override {
    handler_.statistic_measured(at(time), statistic, value);
  }
  void buffer_flush(Ticks time, Ticks stop) override { handler_.buffer_flush(at(time), at(stop)); }
  void measurement_on_off(Ticks time, bool on) override {
    handler_.measurement_on_off(at(time), on);
  }

 private:
  Ticks at(Ticks time) { return times_.apply(time); }

  model::EventHandler& handler_;
  TimeMapCursor times_;
};

}  // namespace tarry::clocks
