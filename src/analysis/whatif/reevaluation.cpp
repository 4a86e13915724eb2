// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/reevaluation.h"

#include <algorithm>

#include "analysis/records/location_records.h"

namespace tarry::analysis {
namespace {

constexpr std::uint32_t kWaiter = 0x80000000u;
constexpr std::int64_t kNever = kBefore.count;

// Returns the time from `ready` until the need is met.
Ticks wait(std::int64_t ready, std::int64_t needed) {
  return Ticks{needed > ready ? needed - ready : 0};
}

void raise(std::span<std::int64_t> to, std::span<const std::int64_t> times) {
  for (std::size_t s = 0; s < to.size(); ++s) to[s] = std::max(to[s], times[s]);
}

std::uint64_t meeting_id(const Link& link) {
  return link.key << 4 | static_cast<std::uint64_t>(link.kind);
}

}  // namespace

Waiting& Waiting::operator+=(const Waiting& other) {
  before += other.before;
  after += other.after;
  gone += other.gone;
  arisen += other.arisen;
  return *this;
}

namespace {

std::vector<std::uint32_t> by_location(const std::vector<GraphPart>& parts, std::size_t locations) {
  std::vector<std::uint32_t> part_of(locations, kNoIndex);
  for (std::uint32_t p = 0; p < parts.size(); ++p) part_of[parts[p].location.index()] = p;
  return part_of;
}

}  // namespace

Reevaluation::Reevaluation(std::vector<GraphPart> parts, std::size_t locations,
                           std::size_t callpaths)
    : parts_(std::move(parts)),
      part_of_(by_location(parts_, locations)),
      work_queues_(parts_, part_of_),
      callpaths_(callpaths) {
  for (const GraphPart& part : parts_)
    if (!part.log.empty() && part.begin.count != kNever) begin_ = std::min(begin_, part.begin);
}

void Reevaluation::forget() {
  first_message_.clear();
  std::size_t messages = 0;
  for (const GraphPart& part : parts_) {
    first_message_.push_back(messages);
    messages += part.sends;
  }
  messages_.assign(messages, 0);
  posts_.clear();
  meetings_.clear();
  cursors_.clear();
  now_.clear();
  arena_.clear();
  free_.clear();
  outcomes_ = {};
  unmet_ = unlike_ = 0;
}

Outcomes Reevaluation::run(const Questions& questions, std::vector<Moment>& moments) {
  forget();
  questions_ = questions;
  changes_ = LaneChanges(questions_.lanes);
  work_queues_.begin(changes_);
  lanes_ = 1 + questions.lanes.size() + questions.ideal_network;
  advances_.resize(lanes_);
  ends_.assign(lanes_, begin_.count);
  outcomes_.by_callpath.resize(callpaths_);
  moments_ = &moments;
  now_.reserve(parts_.size() * lanes_);
  ready_.assign(parts_.size() * lanes_, kNever);
  std::size_t moment = 0;
  for (std::uint32_t p = 0; p < parts_.size(); ++p) {
    Cursor& cursor = cursors_.emplace_back(parts_[p]);
    now_.insert(now_.end(), lanes_, parts_[p].begin.count);
    cursor.moment = moment;
    while (moment < moments.size() && moments[moment].location == parts_[p].location.value)
      ++moment;
    cursor.moments_end = moment;
    for (; cursor.moment < moment && moments[cursor.moment].section == 0; ++cursor.moment)
      moments[cursor.moment].time = std::max(begin_, parts_[p].begin);
  }
  for (std::uint32_t p = 0; p < parts_.size(); ++p) {
    go_on(p);
    drain();
  }
  force_blocked();
  outcomes_.before = Ticks{ends_.front()};
  for (std::size_t lane = 0; lane < questions.lanes.size(); ++lane)
    outcomes_.after.push_back({ends_[1 + lane]});
  outcomes_.ideal_network = Ticks{ends_.back()};
  return std::move(outcomes_);
}

void Reevaluation::drain() {
  while (!runnable_.empty()) {
    const std::uint32_t part = runnable_.back();
    runnable_.pop_back();
    go_on(part);
  }
}

// If needs cannot be met, the earliest are given up first.
void Reevaluation::force_blocked() {
  while (true) {
    std::vector<std::uint32_t> blocked;
    for (std::uint32_t p = 0; p < parts_.size(); ++p)
      if (cursors_[p].is_blocked) blocked.push_back(p);
    if (blocked.empty()) return;
    std::stable_sort(blocked.begin(), blocked.end(), [this](std::uint32_t a, std::uint32_t b) {
      return now(a).front() < now(b).front();
    });
    for (const std::uint32_t part : blocked) {
      Cursor& cursor = cursors_[part];
      if (!cursor.is_blocked) continue;
      ++unmet_;
      ++cursor.met;
      cursor.is_blocked = false;
      go_on(part);
      drain();
    }
  }
}

void Reevaluation::go_on(std::uint32_t part) {
  Cursor& cursor = cursors_[part];
  if (cursor.is_done) return;
  cursor.is_blocked = false;
  while (true) {
    if (!cursor.has_step) {
      if (!cursor.steps.next(cursor.step)) break;
      cursor.has_step = true;
      cursor.met = 0;
      for (const Link& need : cursor.step.needs)
        if (need.kind == Link::Kind::PostedHere) post(need.key, now(part));
    }
    for (; cursor.met < cursor.step.needs.size(); ++cursor.met) {
      const Link need = cursor.step.needs[cursor.met];
      if (meet(part, need)) continue;
      cursor.is_blocked = true;
      return;
    }
    finish_step(part);
    cursor.has_step = false;
    ++cursor.index;
  }
  cursor.is_done = true;
  if (cursor.index == 0) return;  // nothing was recorded
  for (; cursor.moment < cursor.moments_end; ++cursor.moment)
    (*moments_)[cursor.moment].time = Ticks{now(part).front()};
  unlike_ += now(part).front() != parts_[part].end.count;
  raise(ends_, now(part));
}

void Reevaluation::finish_step(std::uint32_t part) {
  Cursor& cursor = cursors_[part];
  const Step& step = cursor.step;
  const Times times = now(part);
  if (questions_.deal_anew) work_queues_.before_step(part, cursor.index, times);
  if (!step.needs.empty()) {
    if (step.may_wait && questions_.waiting_of != Questions::kNone) account(part, step);
    const Times needed = ready(part);
    raise(times, needed);
    std::fill(needed.begin(), needed.end(), kNever);
  }
  const std::int64_t advance = std::max<std::int64_t>(step.advance.count, 0);
  const std::int64_t before = times.back();
  if (cursor.changes.is_next(cursor.index)) {
    advance_changed(part);
  } else {
    for (std::int64_t& time : times) time += advance;
  }
  if (questions_.ideal_network) times.back() = before + (step.is_mpi ? 0 : advance);
  if (questions_.deal_anew) work_queues_.after_step(part, cursor.index, times);
  if (step.sections != 0) {
    cursor.section += step.sections;
    note_moments(part);
  }
  for (const Link& link : step.gives) give(part, link);
}

void Reevaluation::advance_changed(std::uint32_t part) {
  Cursor& cursor = cursors_[part];
  std::fill(advances_.begin(), advances_.end(), cursor.step.advance.count);
  changes_.take(cursor.changes, parts_[part].location, std::span(advances_).subspan(1));
  const Times times = now(part);
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    times[lane] += std::max<std::int64_t>(advances_[lane], 0);
}

// All needs of the step are met.
void Reevaluation::account(std::uint32_t part, const Step& step) {
  const Times times = now(part), needed = ready(part);
  const std::size_t lane = 1 + questions_.waiting_of;
  const Ticks before = wait(times[0], needed[0]), after = wait(times[lane], needed[lane]);
  if (before.count == 0 && after.count == 0) return;
  const Waiting waiting{before, after, base::positive_part(before - after),
                        base::positive_part(after - before)};
  outcomes_.waiting += waiting;
  if (step.callpath.valid())
    outcomes_.by_callpath[parts_[part].unified[step.callpath.index()].index()] += waiting;
}

void Reevaluation::note_moments(std::uint32_t part) {
  Cursor& cursor = cursors_[part];
  for (; cursor.moment < cursor.moments_end; ++cursor.moment) {
    Moment& moment = (*moments_)[cursor.moment];
    if (moment.section > cursor.section) return;
    moment.time = Ticks{now(part).front()};
  }
}

bool Reevaluation::meet(std::uint32_t part, const Link& need) {
  if (need.kind == Link::Kind::Message || need.kind == Link::Kind::PostedHere)
    return meet_message(message(need.key), part);
  if (need.kind == Link::Kind::Post) {
    const bool is_met = meet_message(posts_[need.key], part);
    if (is_met) posts_.erase(need.key);
    return is_met;
  }
  const std::uint64_t id = meeting_id(need);
  Meeting& meeting = meetings_[id];
  meeting.expected = need.arrivals;
  if (meeting.arrived < need.arrivals) {
    meeting.waiting.push_back(part);
    return false;
  }
  raise(ready(part), at(meeting.times - 1));
  if (++meeting.left == need.needs) {
    drop(meeting.times - 1);
    meetings_.erase(id);
  }
  return true;
}

bool Reevaluation::meet_message(std::uint32_t& entry, std::uint32_t part) {
  if (entry == 0 || (entry & kWaiter) != 0) {
    entry = kWaiter + part;
    return false;
  }
  raise(ready(part), at(entry - 1));
  drop(entry - 1);
  entry = 0;
  return true;
}

void Reevaluation::give(std::uint32_t part, const Link& link) {
  if (link.kind == Link::Kind::Message) return give_message(message(link.key), now(part));
  if (link.kind == Link::Kind::Post) return post(link.key, now(part));
  Meeting& meeting = meetings_[meeting_id(link)];
  if (meeting.times == 0)
    meeting.times = keep(now(part)) + 1;
  else
    raise(at(meeting.times - 1), now(part));
  if (++meeting.arrived != meeting.expected) return;
  for (const std::uint32_t waiting : meeting.waiting)
    if (cursors_[waiting].is_blocked) runnable_.push_back(waiting);
  meeting.waiting.clear();
}

void Reevaluation::give_message(std::uint32_t& entry, Times times) {
  const std::uint32_t waiter = entry;
  entry = keep(times) + 1;
  if ((waiter & kWaiter) != 0) runnable_.push_back(waiter - kWaiter);
}

void Reevaluation::post(std::uint64_t key, Times times) {
  if (!wants_post(key)) return;
  give_message(posts_[key], times);
}

std::uint32_t& Reevaluation::message(std::uint64_t key) {
  const std::uint32_t part = part_of_[key >> 32];
  return messages_[first_message_[part] + (key & 0xFFFFFFFFu)];
}

bool Reevaluation::wants_post(std::uint64_t key) const {
  const GraphPart& part = parts_[part_of_[key >> 32]];
  const auto send = static_cast<std::uint32_t>(key);
  return (part.wants_post[send / 8] >> send % 8 & std::byte{1}) != std::byte{0};
}

std::uint32_t Reevaluation::keep(Times times) {
  if (free_.empty()) {
    const auto place = static_cast<std::uint32_t>(arena_.size() / lanes_);
    arena_.insert(arena_.end(), times.begin(), times.end());
    return place;
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  std::copy(times.begin(), times.end(), at(place).begin());
  return place;
}

}  // namespace tarry::analysis
