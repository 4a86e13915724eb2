// SPDX-License-Identifier: BSD-3-Clause
// From matched records to synchronisation points: finds for every wait of this worker's locations
// what caused it, tells the worker that has the cause, and makes points of both. Definition:
// docs/definitions.md, "Synchronization points".
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/delay/cost_model.h"
#include "analysis/delay/syncpoints.h"
#include "analysis/delay/wait_metric.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "workers/message.h"

namespace tarry::analysis {

// std::nullopt: waits whose costs are not looked for (prefix operations).
std::optional<DelayChannel> channel_of(WaitKind kind);

// A wait of a location whose cause is known.
struct CausedWait {
  std::uint32_t handle = kNoIndex;  // handle of its point
  Partner cause;
  std::uint32_t worker = 0;  // worker of the cause
  std::uint32_t notice = 0;  // number among the notices to that worker
};

// A wait of another location that this location caused.
struct Cause {
  Ticks amount;
  model::LocationIndex victim;
  Partner victim_as;  // the partner that this location has in it
  // Handle of the point where the other waited; kNoIndex: it has no cut.
  std::uint32_t handle = kNoIndex;
  CallPathId callpath{};      // call path of that point
  std::uint32_t worker = 0;   // worker of the victim
  std::uint32_t wait = 0;     // ordinal on that worker; filled in later
  std::uint64_t profile = 0;  // begin of the victim's profile in the message; filled in later
  DelayChannel channel{};
  bool is_left_out = false;  // its costs are not reported
};

// Code of an initial thread outside of teams, during which its threads that are in no team are
// idle. It lasts from the end of a team to the begin of the next, given by handles of points;
// kNoIndex: begin or end of the location.
struct SerialPiece {
  std::uint32_t begin = kNoIndex, end = kNoIndex;
};

// The begin of a location in a team that this one forked, or of a thread that this one created.
struct ForkedThread {
  std::uint32_t fork;   // handle of the point here
  std::size_t place;    // place of the other location
  std::uint32_t begin;  // handle of the point there
};

// One location of this worker.
struct SyncPlace {
  LocationRecords* records = nullptr;
  model::LocationIndex location;
  Rank rank;
  SyncTimeline timeline;
  std::pmr::vector<CausedWait> waits;
  std::pmr::vector<Cause> causes;
  // Only for the initial thread of a process that forked, in order.
  std::vector<SerialPiece> serial;
  std::uint32_t workers = 0;  // threads that are idle meanwhile
  std::vector<ForkedThread> forked;
  std::uint32_t init = kNoIndex;            // handle of the point, on the location that counts
  std::uint32_t finalize = kNoIndex;        // handle of the point, on the location that counts
  Ticks finalize_enter;                     // only with `finalize`
  std::pmr::vector<std::uint32_t> handles;  // by wait state of the records; kNoIndex: no point
  std::pmr::vector<std::uint32_t> collective_points;  // handle by collective record
  std::pmr::vector<std::uint32_t> barrier_points;     // handle by barrier of a team
  std::pmr::vector<std::uint32_t> window_points;      // handle by collective call on a window
  // Instances that are still needed when the waits of others are known.
  std::pmr::vector<std::uint32_t> sends, posted;
};

inline Ticks length(const Instance& instance) { return instance.leave - instance.enter; }

// Returns the time of an instance until it had synchronized with a region that was left at
// `partner_leave`.
inline Ticks before_partner(const Instance& instance, Ticks partner_leave) {
  return length(instance) - base::positive_part(instance.leave - partner_leave);
}

class SyncSurvey {
 public:
  // `processes`: those of this worker, with their waits.
  SyncSurvey(std::vector<ProcessRecords>& processes, const InitAndFinalizeWaits& whole_run,
             const Partition& partition, const LeftOutWaits& left_out)
      : processes_(processes), whole_run_(whole_run), partition_(partition), left_out_(left_out) {}

  // Adds the points that locations have by themselves. Returns notices for each worker.
  std::vector<workers::Bytes> tell_causes(std::size_t workers);
  // Adds the points where others waited for this worker's locations. After it all timelines are
  // finished, and the records hold only waits. `with_sections`: activities will be requested by
  // section; `with_times`: SyncTimeline::enter() will be.
  void hear_of_waits(std::vector<workers::Bytes> notices, bool with_sections, bool with_times);

  [[nodiscard]] std::vector<SyncPlace>& places() { return places_; }
  [[nodiscard]] Cause& cause(std::uint32_t worker, std::uint32_t notice);

 private:
  // The data about a wait for the worker of its cause.
  struct Notice {
    Ticks amount;
    Ticks leave;            // leave of the region that waited
    RecordRef record;       // record of the cause, by channel
    std::uint32_t process;  // process of the cause: its place on its worker
    model::LocationIndex victim;
    Partner victim_as;
    DelayChannel channel;
    AwaitedEvent::Of of = AwaitedEvent::Of::Call;  // only for channels of events
    bool is_left_out = false;
  };
  static constexpr std::uint8_t kWaitedFor = 0, kWaits = 1;  // phases of points

  void add_collectives(SyncPlace& place);
  void add_init_and_finalize(std::uint32_t process);
  void add_teams(std::uint32_t process);
  void add_created(std::uint32_t process);
  void add_barriers(SyncPlace& place);
  static void add_serial(SyncPlace& place);
  static void add_window_calls(SyncPlace& place);
  void add_rma_wait(SyncPlace& place, std::uint32_t wait, std::vector<workers::Bytes>& outgoing);
  void add_rma_cause(std::uint32_t place, const Notice& notice, Cause cause);
  static void drop_rma(SyncPlace& place);
  // Returns the instance for the point of a wait in `instance`, which ends at `end`.
  static std::uint32_t after_releases(LocationRecords& records, std::uint32_t instance, Ticks end);
  void add_wait(std::uint32_t process, SyncPlace& place, std::uint32_t wait,
                std::vector<workers::Bytes>& outgoing);
  void add_thread_wait(std::uint32_t process, SyncPlace& place, std::uint32_t wait,
                       std::vector<workers::Bytes>& outgoing);
  // Adds a notice that the wait at a point is for `cause`, a partner in process `rank`.
  void tell(SyncPlace& place, std::uint32_t handle, Partner cause, Rank rank, Notice notice,
            std::vector<workers::Bytes>& outgoing);
  void tell_causes(std::uint32_t process, std::vector<workers::Bytes>& outgoing);
  // Returns the places of one process.
  std::span<SyncPlace> places_of(std::uint32_t process);
  static void drop_messages(SyncPlace& place);
  void keep(std::uint32_t place, const Cause& cause);
  void add_cause(const Notice& notice, std::uint32_t worker);

  std::vector<ProcessRecords>& processes_;
  const InitAndFinalizeWaits& whole_run_;
  const Partition& partition_;
  const LeftOutWaits& left_out_;
  std::vector<SyncPlace> places_;
  std::vector<std::uint32_t> first_place_;  // by process
  // By worker and number of its notice: place and position in `causes`.
  std::vector<std::pmr::vector<std::pair<std::uint32_t, std::uint32_t>>> causes_;
};

}  // namespace tarry::analysis
