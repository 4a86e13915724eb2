// SPDX-License-Identifier: BSD-3-Clause
// Evaluates the dependency graph of a trace again, for several scenarios at a time: it computes
// when each step would have happened. One worker does it for all locations. Source:
// docs/decisions/017-what-if.md.
#pragma once

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/whatif/changes.h"
#include "analysis/whatif/graph_part.h"
#include "analysis/whatif/lanes.h"
#include "analysis/whatif/step_log.h"
#include "analysis/whatif/work_queue.h"
#include "model/ids.h"

namespace tarry::analysis {

// Waiting in ticks, over all locations.
struct Waiting {
  Ticks before;  // as recorded
  Ticks after;   // in the scenario
  Ticks gone;    // sum of reductions of single waits
  Ticks arisen;  // sum of increases of single waits

  Waiting& operator+=(const Waiting& other);
};

// The request for an evaluation of the trace.
struct Questions {
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<Lane> lanes;
  std::size_t waiting_of = kNone;  // the lane whose waiting is computed
  bool ideal_network = false;      // also evaluate that MPI calls take only their waiting time
  // Deal work queues anew in the scenarios; else they are dealt as recorded.
  bool deal_anew = false;
};

struct Outcomes {
  Ticks before;                      // end of the last location, as recorded
  std::vector<Ticks> after;          // the same in each lane
  Ticks ideal_network;               // the same with an ideal network
  Waiting waiting;                   // total, if it was requested
  std::vector<Waiting> by_callpath;  // the same by unified call path
};

// The time at which a location really came to the begin of a section of its activities. Section 0
// is its begin, and a section that it does not have is its end.
struct Moment {
  std::uint32_t location;
  std::uint32_t section;
  Ticks time;  // result
};

class Reevaluation {
 public:
  // `parts` are ordered by location; each of `locations` has at most one.
  Reevaluation(std::vector<GraphPart> parts, std::size_t locations, std::size_t callpaths);

  // Can be called again with other questions. Fills in the times of `moments`, which are ordered by
  // location and section.
  Outcomes run(const Questions& questions, std::vector<Moment>& moments);
  // Returns whether there are work queues, which can be dealt anew.
  [[nodiscard]] bool has_work_queues() const { return !work_queues_.empty(); }

  // Returns the time of the first event.
  [[nodiscard]] Ticks begin() const { return begin_; }
  // Returns the number of needs that were never met; only damaged traces have some.
  [[nodiscard]] std::uint64_t unmet() const { return unmet_; }
  // Returns the number of locations that do not end as recorded although nothing is changed.
  [[nodiscard]] std::uint64_t unlike() const { return unlike_; }

 private:
  using Times = std::span<std::int64_t>;  // by lane

  struct Cursor {
    explicit Cursor(const GraphPart& part) : steps(part.log), changes(part.changes) {}
    StepReader steps;
    ChangeReader changes;
    Step step;
    std::uint32_t index = 0;    // index of the step
    std::uint32_t section = 0;  // the open section
    std::uint32_t met = 0;      // number of the step's needs that are met
    bool has_step = false;
    bool is_blocked = false;
    bool is_done = false;
    std::size_t moment = 0, moments_end = 0;  // moments that are still to be noted
  };

  // An event for which several locations come together.
  struct Meeting {
    std::uint32_t times = 0;
    std::uint32_t arrived = 0, left = 0;
    std::uint32_t expected = 0xFFFFFFFFu;
    std::vector<std::uint32_t> waiting;  // parts that wait
  };

  // Removes what an earlier run has left.
  void forget();
  void go_on(std::uint32_t part);
  void drain();
  bool meet(std::uint32_t part, const Link& need);
  bool meet_message(std::uint32_t& entry, std::uint32_t part);
  void finish_step(std::uint32_t part);
  void advance_changed(std::uint32_t part);
  void account(std::uint32_t part, const Step& step);
  void give(std::uint32_t part, const Link& link);
  void give_message(std::uint32_t& entry, Times now);
  void post(std::uint64_t key, Times now);
  void force_blocked();
  void note_moments(std::uint32_t part);

  [[nodiscard]] std::uint32_t& message(std::uint64_t key);
  [[nodiscard]] bool wants_post(std::uint64_t key) const;
  Times now(std::uint32_t part) { return Times(now_).subspan(part * lanes_, lanes_); }
  Times ready(std::uint32_t part) { return Times(ready_).subspan(part * lanes_, lanes_); }
  Times at(std::uint32_t times) { return Times(arena_).subspan(times * lanes_, lanes_); }
  std::uint32_t keep(Times times);
  void drop(std::uint32_t times) { free_.push_back(times); }

  std::vector<GraphPart> parts_;
  std::vector<std::uint32_t> part_of_;      // by location
  std::vector<std::size_t> first_message_;  // by part
  WorkQueues work_queues_;
  std::size_t callpaths_;

  Questions questions_;
  std::size_t lanes_ = 0;  // the unchanged trace, the requested lanes, the ideal network
  LaneChanges changes_;
  std::vector<Cursor> cursors_;
  std::pmr::vector<std::int64_t> now_, ready_;  // part x lane
  std::pmr::vector<std::int64_t> arena_;
  std::vector<std::uint32_t> free_;  // free places in the arena
  // By message: 0 for nothing, 1 + place in the arena, or kWaiter + part.
  std::pmr::vector<std::uint32_t> messages_;
  std::unordered_map<std::uint64_t, std::uint32_t> posts_;  // values as in `messages_`
  std::unordered_map<std::uint64_t, Meeting> meetings_;
  std::vector<std::uint32_t> runnable_;
  std::vector<std::int64_t> advances_;
  std::vector<std::int64_t> ends_;  // by lane
  Outcomes outcomes_;
  std::vector<Moment>* moments_ = nullptr;
  Ticks begin_{std::numeric_limits<std::int64_t>::max()};
  std::uint64_t unmet_ = 0;
  std::uint64_t unlike_ = 0;
};

}  // namespace tarry::analysis
