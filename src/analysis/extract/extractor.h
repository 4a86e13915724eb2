// SPDX-License-Identifier: BSD-3-Clause
// Turns the events of one location into LocationRecords, in one pass. Everything that needs only
// one location happens here (call paths, exclusive times, visits, which instance holds which
// record, which request completes where); everything else waits for matching.
//
// The extractor only hands each event to the tracker that knows what it means. Trackers share the
// records and the region stack, and each has one matter of its own.
#pragma once

#include "analysis/extract/collective_tracker.h"
#include "analysis/extract/counter_tracker.h"
#include "analysis/extract/exclusive_time.h"
#include "analysis/extract/file_tracker.h"
#include "analysis/extract/grown_lists.h"
#include "analysis/extract/location_extraction.h"
#include "analysis/extract/lock_tracker.h"
#include "analysis/extract/lost_core_tracker.h"
#include "analysis/extract/message_tracker.h"
#include "analysis/extract/open_teams.h"
#include "analysis/extract/region_stack.h"
#include "analysis/extract/region_tracker.h"
#include "analysis/extract/request_tracker.h"
#include "analysis/extract/task_tracker.h"
#include "analysis/extract/team_tracker.h"
#include "analysis/extract/thread_tracker.h"
#include "analysis/extract/window_tracker.h"
#include "analysis/records/progress.h"
#include "model/event_handler.h"

namespace tarry::analysis {

class Extractor final : public model::EventHandler {
 public:
  // For the first arguments see LocationExtraction. `lists` is shared by locations that are
  // extracted one after the other.
  Extractor(const model::Definitions& definitions, const RegionTable& regions,
            model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
            TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
            Progress& progress);

  // Divides the time of functions by samples. It is called before the first event; `division` must
  // outlive the extractor.
  void divide_by(Division& division) { time_.divide_by(division); }
  // Tells of all visits from now on. It is called before the first event; `visits` must outlive
  // the extractor.
  void tell_visits(VisitLog& visits) { location_.visits = &visits; }

  // Returns the number of teams of this location whose fork `roots` does not tell. If there are
  // any, the location must be read again when `roots` has more, or is complete.
  [[nodiscard]] std::uint32_t unknown_teams() const { return teams_.unknown_teams(); }

  // Closes everything that is open after the last event, and gives the records away.
  LocationRecords finish();

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;
  void joined_calls(Ticks /*time*/, std::uint64_t more) override {
    if (!teams_.is_unknown()) regions_.visited(more);
  }
  void program_begin(Ticks time, model::RegionId program) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

  void mpi_send(Ticks time, const model::MessageRecord& message) override {
    if (advance(time)) messages_.send(time, message);
  }
  void mpi_isend(Ticks time, const model::MessageRecord& message) override {
    if (advance(time)) messages_.start_send(time, message);
  }
  void mpi_isend_complete(Ticks time, model::RequestId request) override {
    if (advance(time)) messages_.complete_send(time, request);
  }
  void mpi_recv(Ticks time, const model::MessageRecord& message) override {
    if (advance(time)) messages_.receive(time, message);
  }
  void mpi_irecv_request(Ticks time, model::RequestId request) override {
    if (advance(time)) messages_.post_receive(time, request);
  }
  void mpi_irecv(Ticks time, const model::MessageRecord& message) override {
    if (advance(time)) messages_.complete_receive(time, message);
  }
  void mpi_request_test(Ticks time, model::RequestId /*request*/) override { advance(time); }
  void mpi_request_cancelled(Ticks time, model::RequestId request) override {
    if (advance(time)) messages_.cancel(time, request);
  }

  void collective_begin(Ticks time) override {
    if (advance(time)) collectives_.begin(time);
  }
  void collective_end(Ticks time, const model::CollectiveRecord& record) override {
    if (advance(time)) collectives_.end(time, record);
  }
  void nonblocking_collective_request(Ticks time, model::RequestId request) override {
    if (advance(time)) collectives_.request(time, request);
  }
  void nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) override {
    if (advance(time)) collectives_.complete(time, record);
  }

  void rma_window_created(Ticks time, model::WindowId /*window*/) override { advance(time); }
  void rma_window_destroyed(Ticks time, model::WindowId /*window*/) override { advance(time); }
  void rma_collective_begin(Ticks time) override {
    if (advance(time)) windows_.begin_collective(time);
  }
  void rma_collective_end(Ticks time, const model::RmaCollectiveRecord& record) override {
    if (advance(time)) windows_.end_collective(time, record);
  }
  void rma_group_sync(Ticks time, const model::RmaGroupSync& sync) override {
    if (advance(time)) windows_.synchronize(time, sync);
  }
  void rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) override {
    if (advance(time)) windows_.request_lock(time, lock);
  }
  void rma_lock_acquired(Ticks time, const model::RmaLockRecord& lock) override {
    if (advance(time)) windows_.acquire_lock(time, lock);
  }
  void rma_lock_released(Ticks time, const model::RmaLockRecord& lock) override {
    if (advance(time)) windows_.release_lock(time, lock);
  }
  void rma_operation(Ticks time, const model::RmaOperation& operation) override {
    if (advance(time)) windows_.operate(time, operation);
  }
  void rma_operation_completed(Ticks time, const model::RmaCompletion& completion) override {
    if (advance(time)) windows_.complete(time, completion);
  }

  void file_opened(Ticks time, model::FileId file) override {
    if (advance(time)) files_.manage(time, file);
  }
  void file_closed(Ticks time, model::FileId file) override {
    if (advance(time)) files_.manage(time, file);
  }
  void file_operation_begun(Ticks time, const model::FileOperation& operation) override {
    if (advance(time)) files_.begin(time, operation);
  }
  void file_operation_completed(Ticks time, const model::FileCompletion& completion) override {
    if (advance(time)) files_.complete(completion);
  }

  void thread_begin(Ticks time, std::uint64_t thread) override {
    advance(time);
    threads_.begin(time, thread);
  }
  void thread_end(Ticks time, std::uint64_t thread) override {
    if (advance(time)) threads_.end(time, thread);
  }
  void thread_created(Ticks time, std::uint64_t thread) override {
    if (advance(time)) threads_.create(time, thread);
  }
  void thread_waited(Ticks time, std::uint64_t thread) override {
    if (advance(time)) threads_.wait_for(time, thread);
  }

  void thread_fork(Ticks time, std::uint32_t /*requested*/) override {
    if (advance(time)) teams_.fork(time);
  }
  void thread_join(Ticks time) override {
    if (advance(time)) teams_.join(time);
  }
  void team_begin(Ticks time, model::CommId team) override {
    advance(time);
    teams_.begin(time, team);
  }
  void team_end(Ticks time, model::CommId team) override {
    advance(time);
    teams_.end(time, team);
  }

  void lock_acquired(Ticks time, const model::LockRecord& lock) override {
    if (advance(time)) locks_.acquire(time, lock);
  }
  void lock_released(Ticks time, const model::LockRecord& lock) override {
    if (advance(time)) locks_.release(time, lock);
  }

  void task_created(Ticks time, const model::TaskId& task) override {
    if (advance(time)) tasks_.create(time, task);
  }
  void task_switched(Ticks time, const model::TaskId& task) override {
    if (advance(time)) tasks_.go_on_with(time, task);
  }
  void task_completed(Ticks time, const model::TaskId& task) override {
    if (advance(time)) tasks_.complete(time, task);
  }

  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    if (!advance(time)) return;
    if (location_.visits != nullptr) [[unlikely]]
      location_.visits->counters_read(time, set, values);
    if (lost_cores_.is_told_by(set))
      lost_cores_.read(time, values);
    else
      counters_.read(time, set, values);
  }

 private:
  static constexpr std::uint64_t kEventsPerReport = 1 << 16;

  // Counts an event, charges the time until it and corrects `time`. Returns false if nothing else
  // is extracted because the location is in an unknown team.
  [[gnu::always_inline]] bool advance(Ticks& time) {
    if (++location_.records.events % kEventsPerReport == 0)
      progress_.events.fetch_add(kEventsPerReport, std::memory_order_relaxed);
    time = time_.advance(time);
    return !teams_.is_unknown();
  }

  GrownLists& lists_;
  Progress& progress_;

  LocationExtraction location_;
  RegionStack stack_;
  OpenTeams open_teams_;
  ExclusiveTime time_;
  WindowTracker windows_;
  FileTracker files_;
  RegionTracker regions_;
  RequestTracker requests_;
  MessageTracker messages_;
  CollectiveTracker collectives_;
  ThreadTracker threads_;
  TaskTracker tasks_;
  TeamTracker teams_;
  LockTracker locks_;
  CounterTracker counters_;
  LostCoreTracker lost_cores_;
};

}  // namespace tarry::analysis
