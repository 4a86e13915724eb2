// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/memory_source.h"

#include "base/check.h"

namespace tarry::trace::synthetic {

void deliver(const Event& event, model::EventHandler& handler) {
  using Kind = Event::Kind;
  const Ticks t = event.time;
  switch (event.kind) {
    case Kind::Enter:
      return handler.enter(t, event.region);
    case Kind::Leave:
      return handler.leave(t, event.region);
    case Kind::JoinedCalls:
      return handler.joined_calls(t, event.joined_calls);
    case Kind::ProgramBegin:
      return handler.program_begin(t, event.region);
    case Kind::ProgramEnd:
      return handler.program_end(t, event.region);
    case Kind::Send:
      return handler.mpi_send(t, event.message);
    case Kind::Isend:
      return handler.mpi_isend(t, event.message);
    case Kind::IsendComplete:
      return handler.mpi_isend_complete(t, event.request);
    case Kind::IrecvRequest:
      return handler.mpi_irecv_request(t, event.request);
    case Kind::Recv:
      return handler.mpi_recv(t, event.message);
    case Kind::Irecv:
      return handler.mpi_irecv(t, event.message);
    case Kind::RequestTest:
      return handler.mpi_request_test(t, event.request);
    case Kind::RequestCancelled:
      return handler.mpi_request_cancelled(t, event.request);
    case Kind::CollectiveBegin:
      return handler.collective_begin(t);
    case Kind::CollectiveEnd:
      return handler.collective_end(t, event.collective);
    case Kind::NonBlockingRequest:
      return handler.nonblocking_collective_request(t, event.request);
    case Kind::NonBlockingComplete:
      return handler.nonblocking_collective_complete(t, event.collective);
    case Kind::ThreadBegin:
      return handler.thread_begin(t, event.thread);
    case Kind::ThreadEnd:
      return handler.thread_end(t, event.thread);
    case Kind::ThreadCreated:
      return handler.thread_created(t, event.thread);
    case Kind::ThreadWaited:
      return handler.thread_waited(t, event.thread);
    case Kind::ThreadFork:
      return handler.thread_fork(t, event.requested_threads);
    case Kind::ThreadJoin:
      return handler.thread_join(t);
    case Kind::TeamBegin:
      return handler.team_begin(t, event.team);
    case Kind::TeamEnd:
      return handler.team_end(t, event.team);
    case Kind::LockAcquired:
      return handler.lock_acquired(t, event.lock);
    case Kind::LockReleased:
      return handler.lock_released(t, event.lock);
    case Kind::TaskCreated:
      return handler.task_created(t, event.task);
    case Kind::TaskSwitched:
      return handler.task_switched(t, event.task);
    case Kind::TaskCompleted:
      return handler.task_completed(t, event.task);
    case Kind::RmaWindowCreated:
      return handler.rma_window_created(t, event.rma_collective.window);
    case Kind::RmaWindowDestroyed:
      return handler.rma_window_destroyed(t, event.rma_collective.window);
    case Kind::RmaCollectiveBegin:
      return handler.rma_collective_begin(t);
    case Kind::RmaCollectiveEnd:
      return handler.rma_collective_end(t, event.rma_collective);
    case Kind::RmaGroupSync:
      return handler.rma_group_sync(t, event.rma_sync);
    case Kind::RmaLockRequested:
      return handler.rma_lock_requested(t, event.rma_lock);
    case Kind::RmaLockAcquired:
      return handler.rma_lock_acquired(t, event.rma_lock);
    case Kind::RmaLockReleased:
      return handler.rma_lock_released(t, event.rma_lock);
    case Kind::RmaOperation:
      return handler.rma_operation(t, event.rma_operation);
    case Kind::RmaCompletion:
      return handler.rma_operation_completed(t, event.rma_completion);
    case Kind::FileOpened:
      return handler.file_opened(t, event.file);
    case Kind::FileClosed:
      return handler.file_closed(t, event.file);
    case Kind::FileOperation:
      return handler.file_operation_begun(t, event.file_operation);
    case Kind::FileCompletion:
      return handler.file_operation_completed(t, event.file_completion);
    case Kind::CountersRead:
      return handler.counters_read(t, event.counter_set, event.counters);
    case Kind::BufferFlush:
      return handler.buffer_flush(t, event.stop);
    case Kind::MeasurementOff:
      return handler.measurement_on_off(t, false);
    case Kind::MeasurementOn:
      return handler.measurement_on_off(t, true);
  }
}

base::Status MemorySource::read(model::LocationIndex location, model::EventHandler& handler,
                                model::Anomalies& /*anomalies*/) {
  CHECK(location.index() < timelines_.size(), "the location is one of the trace");
  for (const Event& event : timelines_[location.index()]) deliver(event, handler);
  return base::kOk;
}

}  // namespace tarry::trace::synthetic
