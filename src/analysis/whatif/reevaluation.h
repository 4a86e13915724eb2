// SPDX-License-Identifier: BSD-3-Clause
// Goes through the dependency graph of a trace once more, for several scenarios at a time: when
// would each step have happened? One worker does it for all locations. Source:
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

// Waiting in ticks, all locations together.
struct Waiting {
  Ticks before;  // as recorded
  Ticks after;   // in the scenario
  Ticks gone;    // of each single wait, what is less;
  Ticks arisen;  // and what is more

  Waiting& operator+=(const Waiting& other);
};

// What the trace is evaluated again for.
struct Questions {
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<Lane> lanes;
  std::size_t waiting_of = kNone;  // one of them: its waiting is asked for
  bool ideal_network = false;      // besides, that MPI calls take no time beyond waiting
  bool deal_anew = false;          // work queues, in the scenarios; else all goes the way it went
};

struct Outcomes {
  Ticks before;                      // the end of the last location: as it is,
  std::vector<Ticks> after;          // in each lane,
  Ticks ideal_network;               // with an ideal network
  Waiting waiting;                   // if it was asked for; all in all,
  std::vector<Waiting> by_callpath;  // and by unified call path
};

// When a location really came to where a section of its activities begins; 0: its begin; one that
// it does not have: its end.
struct Moment {
  std::uint32_t location;
  std::uint32_t section;
  Ticks time;  // result
};

class Reevaluation {
 public:
  // `parts` by location, each of `locations` at most once.
  Reevaluation(std::vector<GraphPart> parts, std::size_t locations, std::size_t callpaths);

  // Once or, with other questions, again. `moments`, by location and section, are filled in.
  Outcomes run(const Questions& questions, std::vector<Moment>& moments);
  // Whether there is something that could be dealt anew.
  [[nodiscard]] bool has_work_queues() const { return !work_queues_.empty(); }

  // The first event of all.
  [[nodiscard]] Ticks begin() const { return begin_; }
  // Needs that were never met: only damaged traces have some.
  [[nodiscard]] std::uint64_t unmet() const { return unmet_; }
  // Locations that do not end as recorded although nothing is changed.
  [[nodiscard]] std::uint64_t unlike() const { return unlike_; }

 private:
  using Times = std::span<std::int64_t>;  // by lane

  struct Cursor {
    explicit Cursor(const GraphPart& part) : steps(part.log), changes(part.changes) {}
    StepReader steps;
    ChangeReader changes;
    Step step;
    std::uint32_t index = 0;    // of the step
    std::uint32_t section = 0;  // that is open
    std::uint32_t met = 0;      // of the step's needs
    bool has_step = false;
    bool is_blocked = false;
    bool is_done = false;
    std::size_t moment = 0, moments_end = 0;  // still to be noted
  };

  // Where several come together.
  struct Meeting {
    std::uint32_t times = 0;
    std::uint32_t arrived = 0, left = 0;
    std::uint32_t expected = 0xFFFFFFFFu;
    std::vector<std::uint32_t> waiting;  // parts
  };

  // What an earlier run has left.
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
  std::size_t lanes_ = 0;  // the unchanged trace, those asked for, the ideal network
  LaneChanges changes_;
  std::vector<Cursor> cursors_;
  std::pmr::vector<std::int64_t> now_, ready_;  // part x lane
  std::pmr::vector<std::int64_t> arena_;
  std::vector<std::uint32_t> free_;  // places in the arena
  // Of a message: nothing, 1 + place in the arena, or kWaiter + part.
  std::pmr::vector<std::uint32_t> messages_;
  std::unordered_map<std::uint64_t, std::uint32_t> posts_;  // likewise
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
