// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/work_queue_finder.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/whatif/step_log.h"

namespace tarry::analysis {
namespace {

constexpr std::uint32_t kNone = FoundQueue::kNone;
constexpr std::size_t kFewest = 4;  // requests

// A link of a step, in the order of the log.
struct Event {
  enum class Kind : std::uint8_t { Send, Receive, Take, Other };
  Kind kind;
  std::uint32_t step;
  std::uint64_t key;  // key of the message
};

Event::Kind kind_of(const Link& link, bool is_need) {
  if (link.kind != Link::Kind::Message && link.kind != Link::Kind::PostedHere)
    return Event::Kind::Other;
  if (!is_need) return Event::Kind::Send;
  return link.from_any_source ? Event::Kind::Take : Event::Kind::Receive;
}

std::vector<Event> events_of(const GraphPart& part) {
  std::vector<Event> events;
  StepReader reader(part.log);
  Step step;
  for (std::uint32_t index = 0; reader.next(step); ++index) {
    for (const Link& need : step.needs)
      if (need.kind != Link::Kind::Post) events.push_back({kind_of(need, true), index, need.key});
    for (const Link& give : step.gives)
      if (give.kind != Link::Kind::Post) events.push_back({kind_of(give, false), index, give.key});
  }
  return events;
}

class QueueFinder {
 public:
  QueueFinder(std::span<const GraphPart> parts, std::span<const std::uint32_t> part_of)
      : parts_(parts), part_of_(part_of) {}

  std::vector<FoundQueue> run() {
    std::vector<std::uint32_t> masters;
    for (std::uint32_t p = 0; p < parts_.size(); ++p)
      if (parts_[p].from_any_source >= kFewest) masters.push_back(p);
    for (const std::uint32_t master : masters) {
      const std::vector<Event>& events = events_at(master);
      for (const Event& event : events)
        if (event.kind == Event::Kind::Take) events_at(sender(event.key));
    }
    index_events();
    for (const std::uint32_t master : masters) find_at(master);
    return std::move(found_);
  }

 private:
  struct Place {
    std::uint32_t part, step;
  };

  [[nodiscard]] std::uint32_t sender(std::uint64_t key) const { return part_of_[key >> 32]; }

  const std::vector<Event>& events_at(std::uint32_t part) {
    const auto [found, added] = events_.try_emplace(part);
    if (added) found->second = events_of(parts_[part]);
    return found->second;
  }

  void index_events() {
    for (const auto& [part, events] : events_)
      for (const Event& event : events) {
        if (event.kind == Event::Kind::Send) sent_[event.key] = {part, event.step};
        if (event.kind == Event::Kind::Receive) received_[event.key] = {part, event.step};
      }
  }

  void find_at(std::uint32_t master) {
    FoundQueue queue{master, {}};
    const std::vector<Event>& events = events_.at(master);
    // A call that takes several requests at once is no queue.
    const auto is_of_a_step = [&](std::size_t e, std::size_t other) {
      return other < events.size() && events[e].step == events[other].step;
    };
    for (std::size_t e = 0; e < events.size(); ++e) {
      const Event& event = events[e];
      if (is_of_a_step(e, e + 1) || (e != 0 && is_of_a_step(e, e - 1))) {
        keep(std::move(queue));
        queue = {master, {}};
        continue;
      }
      if (event.kind == Event::Kind::Take && add_request(queue, event)) continue;
      if (event.kind == Event::Kind::Send && add_answer(queue, event)) continue;
      keep(std::move(queue));
      queue = {master, {}};
      if (event.kind == Event::Kind::Take) add_request(queue, event);
    }
    keep(std::move(queue));
  }

  bool add_request(FoundQueue& queue, const Event& take) {
    const auto sent = sent_.find(take.key);
    if (sent == sent_.end() || sent->second.part == queue.master) return false;
    FoundQueue::Request request;
    request.take = take.step;
    request.worker = sent->second.part;
    request.give = sent->second.step;
    queue.requests.push_back(request);
    return true;
  }

  // Adds an answer to the current request.
  bool add_answer(FoundQueue& queue, const Event& send) {
    if (queue.requests.empty()) return false;
    FoundQueue::Request& request = queue.requests.back();
    const auto received = received_.find(send.key);
    if (request.answer != kNone || received == received_.end() ||
        received->second.part != request.worker || send.step <= request.take)
      return false;
    request.answer = send.step;
    request.accept = received->second.step;
    return true;
  }

  void keep(FoundQueue queue) {
    std::map<std::uint32_t, std::vector<const FoundQueue::Request*>> by_worker;
    for (const FoundQueue::Request& request : queue.requests)
      by_worker[request.worker].push_back(&request);
    const bool is_one = queue.requests.size() >= kFewest && by_worker.size() >= 2 &&
                        std::any_of(by_worker.begin(), by_worker.end(),
                                    [](const auto& each) { return each.second.size() > 1; }) &&
                        std::all_of(by_worker.begin(), by_worker.end(), [&](const auto& each) {
                          return is_worker(each.first, each.second);
                        });
    if (is_one) found_.push_back(std::move(queue));
  }

  bool is_worker(std::uint32_t part, const std::vector<const FoundQueue::Request*>& own) {
    std::vector<std::uint32_t> expected;  // steps
    for (std::size_t r = 0; r < own.size(); ++r) {
      expected.push_back(own[r]->give);
      if (own[r]->answer != kNone)
        expected.push_back(own[r]->accept);
      else if (r + 1 < own.size())
        return false;
    }
    if (!std::is_sorted(expected.begin(), expected.end(), std::less_equal<>())) return false;
    std::vector<std::uint32_t> there;
    const std::vector<Event>& events = events_.at(part);
    auto at =
        std::lower_bound(events.begin(), events.end(), expected.front(),
                         [](const Event& event, std::uint32_t step) { return event.step < step; });
    for (; at != events.end() && at->step <= expected.back(); ++at) there.push_back(at->step);
    return there == expected;
  }

  std::span<const GraphPart> parts_;
  std::span<const std::uint32_t> part_of_;
  std::map<std::uint32_t, std::vector<Event>> events_;  // by part
  std::unordered_map<std::uint64_t, Place> sent_, received_;
  std::vector<FoundQueue> found_;
};

}  // namespace

std::vector<FoundQueue> find_work_queues(std::span<const GraphPart> parts,
                                         std::span<const std::uint32_t> part_of) {
  return QueueFinder(parts, part_of).run();
}

}  // namespace tarry::analysis
