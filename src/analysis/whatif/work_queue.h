// SPDX-License-Identifier: BSD-3-Clause
// Work queues in the dependency graph: a location takes requests from any source (MPI_ANY_SOURCE),
// the first to come first, and answers each, and the work of a worker for an answer depends on no
// other location. In other circumstances the program would deal the answers differently: to the
// workers in the order of their requests. Source: docs/decisions/040-work-queues.md.
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
  // Forgets all times. Times are by lane: the unchanged trace, then the lanes of `changes`, which
  // are dealt anew; further lanes stay as they are. `changes` must outlive it.
  void begin(const LaneChanges& changes);

  // Called before and after the evaluation of a step. The second function changes the times at the
  // end of a part's share in a queue.
  void before_step(std::uint32_t part, std::uint32_t step, std::span<const std::int64_t> times);
  void after_step(std::uint32_t part, std::uint32_t step, std::span<std::int64_t> times);

 private:
  static constexpr std::uint32_t kNone = FoundQueue::kNone;

  enum class Role : std::uint8_t { Take, Answer, Give, Accept };
  // The role of a step of a part in a queue.
  struct Mark {
    std::uint32_t step;
    std::uint32_t queue;
    std::uint32_t request;
    Role role;
  };
  // Begin and end of a part's share in a queue, by lane.
  struct Share {
    std::uint32_t part = kNone;
    std::uint32_t first = kNone, last = kNone;  // requests
    std::vector<std::int64_t> begin;  // before the first take, or when the first request is given
    std::vector<std::int64_t> ready;  // only for a worker: ready for its first answer
    std::vector<std::int64_t> end;    // after the last step
  };
  struct Queue {
    FoundQueue found;
    std::vector<std::uint32_t> next;       // by request: the next one of the same worker, or none
    std::vector<std::uint32_t> worker_of;  // by request: position in `workers`
    Share master;
    std::vector<Share> workers;
    bool is_dealt = false;  // the ends are known
    bool is_rigid = false;  // an end came before another part's begin, so times stay as recorded
  };
  // Times of a request and its answer in one lane, in ticks.
  struct Durations {
    std::int64_t take = 0;    // the master takes the request,
    std::int64_t answer = 0;  // then answers it,
    std::int64_t rest = 0;    // then can take the next one
    std::int64_t ready = 0;   // the worker can take the answer, from giving the request on
    std::int64_t accept = 0;  // takes the answer,
    std::int64_t work = 0;    // then works until it gives its next request
  };

  void add(FoundQueue found);
  // Returns the mark of a step, or nullptr. Steps of a part ascend from call to call.
  const Mark* mark(std::uint32_t part, std::uint32_t step);
  void end(Queue& queue, Share& share, std::span<std::int64_t> times);
  void deal(std::uint32_t queue);
  // A place in a part's log. The marks of one queue are consecutive.
  struct Place {
    explicit Place(const GraphPart& part) : steps(part.log), changes(part.changes) {}
    StepReader steps;
    ChangeReader changes;
    std::uint32_t index = 0;  // index of the next step
    std::size_t mark = 0;     // the next one
  };
  // Continues from `from` to the first mark after those of the queue.
  Place measure(Place from, std::uint32_t part, std::uint32_t queue, std::size_t lane,
                std::vector<Durations>& out) const;
  // Returns where measuring a queue of the part begins: after the queue that was dealt last, or at
  // the begin.
  [[nodiscard]] Place begin_of(std::uint32_t part, std::uint32_t queue) const;
  static void simulate(Queue& queue, const std::vector<Durations>& durations, std::size_t lane);

  std::span<const GraphPart> parts_;
  std::vector<Queue> queues_;
  std::vector<std::vector<Mark>> marks_;  // by part, ascending
  std::vector<std::size_t> at_;           // by part: the next mark
  std::vector<Place> places_;             // by part: after the queue that was dealt last
  const LaneChanges* changes_ = nullptr;
};

}  // namespace tarry::analysis
