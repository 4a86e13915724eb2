// SPDX-License-Identifier: BSD-3-Clause
// The streaming pass: turns the events of one location into LocationRecords. Everything that needs
// only one location happens here (call paths, exclusive times, visits, which instance holds which
// record, which request completes where); everything else waits for matching.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/extract/collective_tracker.h"
#include "analysis/extract/counter_tracker.h"
#include "analysis/extract/exclusive_time.h"
#include "analysis/extract/grown_lists.h"
#include "analysis/extract/location_extraction.h"
#include "analysis/extract/lock_tracker.h"
#include "analysis/extract/lost_core_tracker.h"
#include "analysis/extract/message_tracker.h"
#include "analysis/extract/open_teams.h"
#include "analysis/extract/region_stack.h"
#include "analysis/extract/request_tracker.h"
#include "analysis/extract/window_tracker.h"
#include "analysis/records/progress.h"
#include "model/event_handler.h"

namespace tarry::analysis {

class Extractor : public model::EventHandler {
 public:
  // For the first arguments see LocationExtraction. `lists` is shared by locations that are
  // extracted one after the other.
  Extractor(const model::Definitions& definitions, const RegionTable& regions,
            model::LocationIndex location, CallPathLookup& callpaths, TeamRoots& roots,
            TaskJourneys& journeys, GrownLists& lists, model::Anomalies& anomalies,
            Progress& progress);

  // Divides the time of functions by samples. Before the first event; must outlive the extractor.
  void divide_by(Division& division) { time_.divide_by(division); }

  // Teams that this location was in without `roots` telling where they were forked. If there are
  // any, nothing of it was extracted: it must be read again when `roots` has more, or is complete.
  [[nodiscard]] std::uint32_t unknown_teams() const { return unknown_teams_; }

  // After the last event: closes what is open and gives the records away.
  LocationRecords finish();

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;
  void program_begin(Ticks time, model::RegionId program) override;
  void mpi_send(Ticks time, const model::MessageRecord& message) override {
    messages_.send(advance(time), message);
  }
  void mpi_isend(Ticks time, const model::MessageRecord& message) override {
    messages_.start_send(advance(time), message);
  }
  void mpi_isend_complete(Ticks time, model::RequestId request) override {
    messages_.complete_send(advance(time), request);
  }
  void mpi_irecv_request(Ticks time, model::RequestId request) override {
    messages_.post_receive(advance(time), request);
  }
  void mpi_recv(Ticks time, const model::MessageRecord& message) override {
    messages_.receive(advance(time), message);
  }
  void mpi_irecv(Ticks time, const model::MessageRecord& message) override {
    messages_.complete_receive(advance(time), message);
  }
  void mpi_request_test(Ticks time, model::RequestId /*request*/) override { advance(time); }
  void mpi_request_cancelled(Ticks time, model::RequestId request) override {
    messages_.cancel(advance(time), request);
  }
  void collective_begin(Ticks time) override { collectives_.begin(advance(time)); }
  void collective_end(Ticks time, const model::CollectiveRecord& record) override {
    collectives_.end(advance(time), record);
  }
  void nonblocking_collective_request(Ticks time, model::RequestId request) override {
    collectives_.request(advance(time), request);
  }
  void nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) override {
    collectives_.complete(advance(time), record);
  }
  void rma_collective_begin(Ticks time) override { windows_.begin_collective(advance(time)); }
  void rma_collective_end(Ticks time, const model::RmaCollectiveRecord& record) override {
    windows_.end_collective(advance(time), record);
  }
  void rma_group_sync(Ticks time, const model::RmaGroupSync& sync) override {
    windows_.synchronize(advance(time), sync);
  }
  void rma_lock_requested(Ticks time, const model::RmaLockRecord& lock) override {
    windows_.request_lock(advance(time), lock);
  }
  void rma_lock_acquired(Ticks time, const model::RmaLockRecord& lock) override {
    windows_.acquire_lock(advance(time), lock);
  }
  void rma_lock_released(Ticks time, const model::RmaLockRecord& lock) override {
    windows_.release_lock(advance(time), lock);
  }
  void rma_operation(Ticks time, const model::RmaOperation& operation) override {
    windows_.operate(advance(time), operation);
  }
  void rma_operation_completed(Ticks time, const model::RmaCompletion& completion) override {
    windows_.complete(advance(time), completion);
  }
  void rma_window_created(Ticks time, model::WindowId /*window*/) override { advance(time); }
  void rma_window_destroyed(Ticks time, model::WindowId /*window*/) override { advance(time); }
  void thread_begin(Ticks time, std::uint64_t thread) override;
  void thread_end(Ticks time, std::uint64_t thread) override;
  void thread_created(Ticks time, std::uint64_t thread) override;
  void thread_waited(Ticks time, std::uint64_t thread) override;
  void thread_fork(Ticks time, std::uint32_t requested) override;
  void thread_join(Ticks time) override;
  void team_begin(Ticks time, model::CommId team) override;
  void team_end(Ticks time, model::CommId team) override;
  void lock_acquired(Ticks time, const model::LockRecord& lock) override {
    time = advance(time);
    if (unknown_depth_ == 0) locks_.acquire(time, lock);
  }
  void lock_released(Ticks time, const model::LockRecord& lock) override {
    time = advance(time);
    if (unknown_depth_ == 0) locks_.release(time, lock);
  }
  void task_created(Ticks time, const model::TaskId& task) override;
  void task_switched(Ticks time, const model::TaskId& task) override;
  void task_completed(Ticks time, const model::TaskId& task) override;
  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

 private:
  // What a thread was doing before it switched to another task.
  struct Suspended {
    std::vector<Frame> frames;
    CallPathId base;
    Ticks since;
  };

  // What a task has created and not waited for yet.
  struct Children {
    std::vector<AwaitedTask> tasks;
    std::vector<TimeAway> away;  // while it waits for them
  };
  using Parent = std::pair<std::size_t, Task>;  // and the number of teams around it

  static constexpr std::uint64_t kEventsPerReport = 1 << 16;

  // Counts an event and charges the time until it.
  Ticks advance(Ticks time) {
    if (++location_.records.events % kEventsPerReport == 0)
      progress_.events.fetch_add(kEventsPerReport, std::memory_order_relaxed);
    return time_.advance(time);
  }
  // After the stack, the teams or the task changed: whose time the next is.
  void settle() { time_.follow(stack_.callpath(), teams_.is_in_gap()); }
  void note_taskwait();
  void note_task_end(Ticks time, const model::TaskId& task);
  // Those of the tasks in `teams` teams and more are waited for by nobody here any more.
  void forget_children(std::size_t teams);
  std::uint32_t imply_fork(Ticks time);
  bool take_into(Ticks time, const TeamInstance& instance);
  void leave_former_team(Ticks time);
  void end_team(Ticks time);
  void resume(Ticks time, Suspended suspended);
  void close_threads();
  void switch_task(Ticks time, const Task& task);
  // Of a task that travels: what it takes along and brings with it. False if this one does not.
  bool depart(Ticks time);
  bool arrive(Ticks time);
  void push(Ticks time, model::RegionId region, CallPathId callpath);
  // `thread` is created, or begins: not kept if it is 0, which does not tell it apart.
  void keep_start(Ticks time, std::uint64_t thread, bool begins);
  void keep_ending(Ticks time, std::uint64_t thread, bool ends);
  // An instance without a length where the thread is; kNoIndex: nothing tells of which thread.
  std::uint32_t mark(Ticks time, std::uint64_t thread);
  void pop(Ticks time, bool damaged);
  // The top region ends without a leave of its own.
  void close_unfinished(Ticks time);

  LocationExtraction location_;
  RegionStack stack_;
  OpenTeams teams_;
  ExclusiveTime time_;
  RequestTracker requests_;
  MessageTracker messages_;
  CollectiveTracker collectives_;
  WindowTracker windows_;
  LockTracker locks_;
  CounterTracker counters_;
  LostCoreTracker lost_cores_;
  Progress& progress_;

  bool is_created_ = false;  // a location of threads that the program creates

  GrownLists& lists_;
  std::map<model::CommId, std::uint32_t> team_instances_;  // TeamBegins so far
  std::uint32_t unknown_depth_ = 0;  // teams open, the outermost of them unknown
  std::uint32_t unknown_teams_ = 0;
  std::map<model::TaskId, std::uint32_t> visits_;   // so far, to those that travel
  TaskJourneys::Visit visit_;                       // second reading: of a suspect
  bool is_visiting_ = false;                        // likewise
  const TaskJourneys::Arrival* arrival_ = nullptr;  // third reading: of the task that runs
  std::map<Task, Suspended> suspended_;
  // Of traces with waits for tasks only.
  std::map<Parent, Children> children_;
  std::set<model::TaskId> unfinished_;  // created here, and not ended here
};

}  // namespace tarry::analysis
