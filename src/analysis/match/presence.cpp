// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/presence.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace tarry::analysis {
namespace {

// Finds the time at which the operation of each instance begins. The time before it counts as
// computation, as in the dependency graph.
void begins_of(const LocationRecords& records, std::pmr::vector<Ticks>& begins) {
  begins.clear();
  begins.reserve(records.instances.size());
  for (const Instance& instance : records.instances) begins.push_back(instance.enter);
  const auto move = [&](std::uint32_t instance, Ticks begin) {
    begins[instance] = std::max(begins[instance], begin);
  };
  for (const CollectiveRecord& record : records.collectives)
    if (record.completed && !record.nonblocking) move(record.instance, record.begin);
  for (const RmaRecord& record : records.rma.records)
    if (record.is_collective()) move(record.instance, records.rma.collectives[record.detail].begin);
}

}  // namespace

void Presence::of(const ProcessRecords& process) {
  stays_.clear();
  last_ = 0;
  Ticks first{INT64_MAX};
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    if (records.events != 0) first = std::min(first, records.first);
    begins_of(records, begins_);
    for (std::uint32_t i = 0; i < records.instances.size(); ++i) {
      const Instance& instance = records.instances[i];
      if (instance.call == model::MpiCall::NotMpi || instance.call == model::MpiCall::Pause)
        continue;
      stays_.push_back({begins_[i], instance.leave, Ticks{}, {static_cast<Sibling>(l), i}});
    }
  }
  const auto is_before = [](const Stay& a, const Stay& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.call < b.call;
  };
  if (!std::is_sorted(stays_.begin(), stays_.end(), is_before))
    std::sort(stays_.begin(), stays_.end(), is_before);
  Ticks away = first;
  for (Stay& stay : stays_) {
    stay.away = away;
    away = std::max(away, stay.leave);
  }
}

// Questions mostly ascend, so that the stay lies a few places behind the one that was found last.
std::pmr::vector<Presence::Stay>::const_iterator Presence::first_at(Ticks time) const {
  const auto begins_before = [time](const Stay& stay) { return stay.begin < time; };
  auto first = stays_.begin() + static_cast<std::ptrdiff_t>(last_);
  if (first != stays_.begin() && !begins_before(*std::prev(first))) first = stays_.begin();
  auto end = first;
  for (std::ptrdiff_t stride = 8; end != stays_.end() && begins_before(*end); stride *= 2) {
    first = std::next(end);
    end += std::min(stride, stays_.end() - end);
  }
  const auto found = std::partition_point(first, end, begins_before);
  last_ = static_cast<std::size_t>(found - stays_.begin());
  return found;
}

std::optional<Presence::Found> Presence::longest(Ticks from, Ticks end) const {
  auto at = first_at(end);
  std::optional<Found> found;
  Ticks wait;
  for (std::size_t looked = 0; at != stays_.begin() && looked < kMostLooked; ++looked) {
    --at;
    if (at->begin <= from) break;
    const Return partner{at->begin, at->away};
    const Ticks here = late_progress(partner, from);
    if (here.count == 0 || here < wait) continue;
    wait = here;
    found = Found{partner, at->call};
  }
  return found;
}

std::optional<Presence::Found> Presence::first(Ticks from, Ticks end) const {
  const auto found = [](const Stay& stay) {
    return Found{Return{stay.begin, stay.away}, stay.call};
  };
  const auto next = first_at(Ticks{from.count + 1});
  // Threads may be in several calls at once.
  auto at = next;
  for (std::size_t looked = 0; at != stays_.begin() && looked < kMostLooked; ++looked) {
    --at;
    if (at->leave > from) return found(*at);
    if (at->away <= from) break;
  }
  if (next != stays_.end() && next->begin < end) return found(*next);
  return std::nullopt;
}

std::vector<workers::Bytes> answer(const std::vector<workers::Bytes>& questions,
                                   const std::vector<ProcessRecords>& processes,
                                   Presence::Search find) {
  struct Place {
    std::uint32_t worker, question;
  };
  const auto for_each_question = [&](auto visit) {
    for (std::uint32_t worker = 0; worker < questions.size(); ++worker)
      for (std::uint32_t q = 0; q < workers::record_count<PresenceQuestion>(questions[worker]); ++q)
        visit(workers::record_at<PresenceQuestion>(questions[worker], q).process, Place{worker, q});
  };
  // The questions are sorted by process, so that the presence of each is found once.
  std::vector<std::size_t> end(processes.size() + 1);
  for_each_question([&](std::uint32_t process, Place) { ++end[process + 1]; });
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::pmr::vector<Place> order(end.back());
  for_each_question([&](std::uint32_t process, Place place) { order[end[process]++] = place; });
  std::vector<workers::Bytes> answers(questions.size());
  for (std::size_t worker = 0; worker < questions.size(); ++worker)
    answers[worker].resize(workers::record_count<PresenceQuestion>(questions[worker]) *
                           sizeof(PresenceAnswer));
  Presence presence;
  std::uint32_t process = kNoIndex;
  for (const auto [worker, q] : order) {
    const auto question = workers::record_at<PresenceQuestion>(questions[worker], q);
    if (question.process != process) presence.of(processes[process = question.process]);
    PresenceAnswer out;
    if (const auto found = (presence.*find)(question.from, question.end))
      out = {found->partner.event, found->partner.away, found->call};
    std::memcpy(answers[worker].data() + q * sizeof out, &out, sizeof out);
  }
  return answers;
}

}  // namespace tarry::analysis
