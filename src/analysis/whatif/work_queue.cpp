// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/work_queue.h"

#include <algorithm>
#include <cmath>

#include "analysis/whatif/changes.h"
#include "analysis/whatif/step_log.h"

namespace tarry::analysis {
namespace {

// The times of one worker's pieces of work, in ticks.
struct Pace {
  std::int64_t low = 0, median = 0, high = 0;  // quartiles

  explicit Pace(std::vector<std::int64_t> work) {
    if (work.empty()) return;
    std::sort(work.begin(), work.end());
    low = work[work.size() / 4];
    median = work[work.size() / 2];
    high = work[work.size() - 1 - work.size() / 4];
  }
};

constexpr std::int64_t kLong = 3;  // times the usual time: a longer piece is long for every worker

// Returns the time that a piece of work of one worker would take another one. If the paces of the
// two differ clearly, the workers differ, and the time follows the worker; else it follows the
// piece.
std::int64_t time_of(std::int64_t work, const Pace& own, const Pace& other) {
  const bool differ = own.high < other.low || other.high < own.low;
  if (!differ || own.median <= 0 || work > kLong * own.high) return work;
  return std::llround(static_cast<double>(work) * static_cast<double>(other.median) /
                      static_cast<double>(own.median));
}

}  // namespace

WorkQueues::WorkQueues(std::span<const GraphPart> parts, std::span<const std::uint32_t> part_of)
    : parts_(parts), marks_(parts.size()), at_(parts.size()) {
  for (FoundQueue& found : find_work_queues(parts, part_of)) add(std::move(found));
  for (std::vector<Mark>& marks : marks_)
    std::sort(marks.begin(), marks.end(),
              [](const Mark& a, const Mark& b) { return a.step < b.step; });
}

void WorkQueues::add(FoundQueue found) {
  const auto index = static_cast<std::uint32_t>(queues_.size());
  Queue queue;
  const auto count = static_cast<std::uint32_t>(found.requests.size());
  queue.next.assign(count, kNone);
  queue.master.part = found.master;
  queue.master.first = 0;
  queue.master.last = count - 1;
  for (std::uint32_t r = 0; r < count; ++r) {
    const FoundQueue::Request& request = found.requests[r];
    marks_[found.master].push_back({request.take, index, r, Role::Take});
    marks_[request.worker].push_back({request.give, index, r, Role::Give});
    if (request.answer != kNone) {
      marks_[found.master].push_back({request.answer, index, r, Role::Answer});
      marks_[request.worker].push_back({request.accept, index, r, Role::Accept});
    }
    auto worker = std::find_if(queue.workers.begin(), queue.workers.end(),
                               [&](const Share& each) { return each.part == request.worker; });
    if (worker == queue.workers.end()) {
      worker = queue.workers.insert(worker, Share{});
      worker->part = request.worker;
      worker->first = r;
    } else {
      queue.next[worker->last] = r;
    }
    worker->last = r;
    queue.worker_of.push_back(static_cast<std::uint32_t>(worker - queue.workers.begin()));
  }
  queue.found = std::move(found);
  queues_.push_back(std::move(queue));
}

void WorkQueues::begin(const LaneChanges& changes) {
  changes_ = &changes;
  std::fill(at_.begin(), at_.end(), 0);
  places_.clear();
  if (empty()) return;
  for (const GraphPart& part : parts_) places_.emplace_back(part);
  for (Queue& queue : queues_) {
    queue.is_dealt = queue.is_rigid = false;
    queue.master.begin.clear();
    for (Share& worker : queue.workers) {
      worker.begin.clear();
      worker.ready.clear();
    }
  }
}

const WorkQueues::Mark* WorkQueues::mark(std::uint32_t part, std::uint32_t step) {
  const std::vector<Mark>& marks = marks_[part];
  std::size_t& at = at_[part];
  while (at < marks.size() && marks[at].step < step) ++at;
  return at < marks.size() && marks[at].step == step ? &marks[at] : nullptr;
}

void WorkQueues::before_step(std::uint32_t part, std::uint32_t step,
                             std::span<const std::int64_t> times) {
  const Mark* const found = mark(part, step);
  if (found == nullptr) return;
  Queue& queue = queues_[found->queue];
  if (found->role == Role::Take && found->request == queue.master.first)
    queue.master.begin.assign(times.begin(), times.end());
  if (found->role != Role::Accept) return;
  Share& worker = queue.workers[queue.worker_of[found->request]];
  if (found->request == worker.first) worker.ready.assign(times.begin(), times.end());
}

void WorkQueues::after_step(std::uint32_t part, std::uint32_t step, std::span<std::int64_t> times) {
  const Mark* const found = mark(part, step);
  if (found == nullptr) return;
  Queue& queue = queues_[found->queue];
  if (found->role == Role::Take && found->request == queue.master.last)
    return end(queue, queue.master, times);
  if (found->role == Role::Take || found->role == Role::Answer) return;
  Share& worker = queue.workers[queue.worker_of[found->request]];
  if (found->role == Role::Give && found->request == worker.first)
    worker.begin.assign(times.begin(), times.end());
  const bool is_answered = queue.found.requests[found->request].answer != kNone;
  if (!is_answered && found->request == worker.first) worker.ready = worker.begin;
  if (found->request == worker.last && (found->role == Role::Accept || !is_answered))
    end(queue, worker, times);
}

void WorkQueues::end(Queue& queue, Share& share, std::span<std::int64_t> times) {
  if (queue.is_rigid) return;
  if (!queue.is_dealt) deal(static_cast<std::uint32_t>(&queue - queues_.data()));
  if (queue.is_rigid) return;
  // Adds the effect of dealing anew to the recorded times: one rule deals both.
  for (std::size_t s = 1; s <= changes_->lanes(); ++s)
    times[s] = times[0] + share.end[s] - share.end[0];
}

void WorkQueues::deal(std::uint32_t index) {
  Queue& queue = queues_[index];
  const auto is_there = [](const Share& worker) {
    return !worker.begin.empty() && !worker.ready.empty();
  };
  queue.is_rigid = queue.master.begin.empty() ||
                   !std::all_of(queue.workers.begin(), queue.workers.end(), is_there);
  if (queue.is_rigid) return;
  queue.is_dealt = true;
  queue.master.end.assign(1 + changes_->lanes(), 0);
  for (Share& worker : queue.workers) worker.end.assign(1 + changes_->lanes(), 0);
  std::vector<Durations> durations;
  for (std::size_t lane = 0; lane <= changes_->lanes(); ++lane) {
    durations.assign(queue.found.requests.size(), {});
    const bool is_last = lane == changes_->lanes();
    const auto measure_part = [&](std::uint32_t part) {
      Place end = measure(begin_of(part, index), part, index, lane, durations);
      if (is_last) places_[part] = std::move(end);
    };
    measure_part(queue.master.part);
    for (const Share& worker : queue.workers) measure_part(worker.part);
    simulate(queue, durations, lane);
  }
}

WorkQueues::Place WorkQueues::begin_of(std::uint32_t part, std::uint32_t queue) const {
  const std::vector<Mark>& marks = marks_[part];
  const Place& place = places_[part];
  const bool is_next = place.mark < marks.size() && marks[place.mark].queue == queue;
  return is_next ? place : Place(parts_[part]);
}

// Adds up the times of the part between its marks.
WorkQueues::Place WorkQueues::measure(Place from, std::uint32_t part, std::uint32_t queue,
                                      std::size_t lane, std::vector<Durations>& out) const {
  const std::vector<Mark>& marks = marks_[part];
  std::vector<std::int64_t> advances(changes_->lanes());
  LoneStep step;
  std::int64_t sum = 0;
  const Mark* before = nullptr;
  const auto is_over = [&] {
    return from.mark == marks.size() || (before != nullptr && marks[from.mark].queue != queue);
  };
  while (!is_over() && from.steps.next_alone(step)) {
    const std::uint32_t index = from.index++;
    std::int64_t advance = step.advance.count;
    if (from.changes.is_next(index)) {
      std::fill(advances.begin(), advances.end(), advance);
      changes_->take(from.changes, parts_[part].location, advances);
      if (lane != 0) advance = advances[lane - 1];
    }
    advance = std::max<std::int64_t>(advance, 0);
    if (marks[from.mark].step != index) {
      sum += advance;
      continue;
    }
    const Mark& mark = marks[from.mark++];
    if (mark.queue != queue) continue;
    Durations* const last = before == nullptr ? nullptr : &out[before->request];
    Durations& here = out[mark.request];
    switch (mark.role) {
      case Role::Take:
        if (last != nullptr) (before->role == Role::Answer ? last->rest : last->answer) += sum;
        here.take = advance;
        break;
      case Role::Answer:
        here.answer = sum + advance;
        break;
      case Role::Give:
        if (last != nullptr) last->work = sum + advance;
        break;
      case Role::Accept:
        here.ready = sum;
        here.accept = advance;
        break;
    }
    sum = 0;
    before = &mark;
  }
  return from;
}

void WorkQueues::simulate(Queue& queue, const std::vector<Durations>& durations, std::size_t lane) {
  struct Waiting {
    std::int64_t given = 0, ready = 0;
    bool is_there = true;
  };
  std::vector<Waiting> waiting;
  for (const Share& worker : queue.workers)
    waiting.push_back({worker.begin[lane], worker.ready[lane]});
  std::vector<std::vector<std::int64_t>> work(queue.workers.size());
  for (std::uint32_t r = 0; r < queue.found.requests.size(); ++r)
    if (queue.next[r] != kNone) work[queue.worker_of[r]].push_back(durations[r].work);
  std::vector<Pace> paces;
  for (std::vector<std::int64_t>& each : work) paces.emplace_back(std::move(each));
  std::int64_t master = queue.master.begin[lane];
  for (std::uint32_t r = 0; r < queue.found.requests.size(); ++r) {
    std::uint32_t chosen = kNone;
    for (std::uint32_t w = 0; w < waiting.size(); ++w)
      if (waiting[w].is_there && (chosen == kNone || waiting[w].given < waiting[chosen].given))
        chosen = w;
    Waiting& worker = waiting[chosen];
    // Two workers that ask at almost the same time may change places here. The time therefore
    // counts for the worker that left the queue with this request in the recording.
    Share& leaves = queue.workers[queue.worker_of[r]];
    const Durations& of = durations[r];
    master = std::max(master, worker.given) + of.take;
    queue.master.end[lane] = master;
    master += of.answer;
    if (queue.found.requests[r].answer == kNone) {
      leaves.end[lane] = worker.given;
      worker.is_there = false;
      continue;
    }
    const std::int64_t accepted = std::max(worker.ready, master) + of.accept;
    master += of.rest;
    if (queue.next[r] == kNone) {
      leaves.end[lane] = accepted;
      worker.is_there = false;
      continue;
    }
    worker.given = accepted + time_of(of.work, paces[queue.worker_of[r]], paces[chosen]);
    worker.ready = worker.given + durations[queue.next[r]].ready;
  }
}

}  // namespace tarry::analysis
