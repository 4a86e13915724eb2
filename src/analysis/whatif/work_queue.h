// SPDX-License-Identifier: BSD-3-Clause
// Work queues in the dependency graph: a location takes requests from whoever comes first
// (MPI_ANY_SOURCE) and answers each, and what a worker does with an answer depends on nobody else.
// In other circumstances the program would deal the answers otherwise: to the workers in the order
// in which their requests come. Source: docs/decisions/040-work-queues.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/whatif/graph_part.h"
#include "analysis/whatif/lanes.h"
#include "analysis/whatif/step_log.h"
#include "analysis/whatif/work_queue_finder.h"

namespace tarry::analysis {

class WorkQueues {
 public:
  // Finds the queues. `parts` must outlive it; `part_of`: parts by location.
  WorkQueues(std::span<const GraphPart> parts, std::span<const std::uint32_t> part_of);

  [[nodiscard]] bool empty() const { return queues_.empty(); }
  // Forgets all times. Times are by lane: the unchanged trace, then those of `changes`, which must
  // outlive it, that are dealt anew; others behind them stay as they are.
  void begin(const LaneChanges& changes);

  // Around the evaluation of a step. The second changes the times at the end of a part's share in
  // a queue.
  void before_step(std::uint32_t part, std::uint32_t step, std::span<const std::int64_t> times);
  void after_step(std::uint32_t part, std::uint32_t step, std::span<std::int64_t> times);

 private:
  static constexpr std::uint32_t kNone = FoundQueue::kNone;

  enum class Role : std::uint8_t { Take, Answer, Give, Accept };
  // What a step of a part is in a queue.
  struct Mark {
    std::uint32_t step;
    std::uint32_t queue;
    std::uint32_t request;
    Role role;
  };
  // When a part's share in a queue begins and ends, by lane.
  struct Share {
    std::uint32_t part = kNone;
    std::uint32_t first = kNone, last = kNone;  // requests
    std::vector<std::int64_t> begin;            // before the first take; when the first is given
    std::vector<std::int64_t> ready;            // of a worker: for its first answer
    std::vector<std::int64_t> end;              // behind the last step
  };
  struct Queue {
    FoundQueue found;
    std::vector<std::uint32_t> next;       // by request: of the same worker, or none
    std::vector<std::uint32_t> worker_of;  // by request: in `workers`
    Share master;
    std::vector<Share> workers;
    bool is_dealt = false;  // the ends are known
    bool is_rigid = false;  // somebody's end came before another's begin: left as recorded
  };
  // Of a request and its answer in one lane, ticks.
  struct Durations {
    std::int64_t take = 0;    // the master takes it,
    std::int64_t answer = 0;  // then answers,
    std::int64_t rest = 0;    // then can take the next one
    std::int64_t ready = 0;   // the worker, from giving it, can take the answer
    std::int64_t accept = 0;  // takes it,
    std::int64_t work = 0;    // then works until it gives its next request
  };

  void add(FoundQueue found);
  // The mark of a step, or nullptr. Steps of a part ascend from call to call.
  const Mark* mark(std::uint32_t part, std::uint32_t step);
  void end(Queue& queue, Share& share, std::span<std::int64_t> times);
  void deal(std::uint32_t queue);
  // A place in a part's log. Its marks of one queue follow each other.
  struct Place {
    explicit Place(const GraphPart& part) : steps(part.log), changes(part.changes) {}
    StepReader steps;
    ChangeReader changes;
    std::uint32_t index = 0;  // of the next step
    std::size_t mark = 0;     // the next one
  };
  // Goes on from `from` to the first mark behind those of the queue.
  Place measure(Place from, std::uint32_t part, std::uint32_t queue, std::size_t lane,
                std::vector<Durations>& out) const;
  // Where measuring a queue of the part begins: behind the queue that was dealt last, or anew.
  [[nodiscard]] Place begin_of(std::uint32_t part, std::uint32_t queue) const;
  static void simulate(Queue& queue, const std::vector<Durations>& durations, std::size_t lane);

  std::span<const GraphPart> parts_;
  std::vector<Queue> queues_;
  std::vector<std::vector<Mark>> marks_;  // by part, ascending
  std::vector<std::size_t> at_;           // by part: the next mark
  std::vector<Place> places_;             // by part: behind the queue that was dealt last
  const LaneChanges* changes_ = nullptr;
};

}  // namespace tarry::analysis
