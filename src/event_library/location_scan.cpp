// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/location_scan.h"

#include <algorithm>

namespace tarry::event_library {

using events::Event;
using events::Kind;

namespace {

// Copies what the end of an operation tells.
void fill(CollectivePart& part, const Event& end) {
  part.end = moment_of(end);
  part.comm = end.comm;
  part.root = end.root;
  part.op = end.op;
  part.sent = end.bytes;
  part.received = end.received;
  part.completed = true;
}

}  // namespace

LocationScan::LocationScan(std::uint32_t rank, std::uint64_t interval)
    : rank_(rank), interval_(interval) {
  const model::EventPlace begin = model::EventPlace::begin_of_events();
  add_bookmark(0, &begin);
}

void LocationScan::add_bookmark(std::uint64_t number, const model::EventPlace* place) {
  Bookmark& bookmark = parts_.bookmarks.emplace_back();
  bookmark.number = number;
  bookmark.time = number == 0 ? std::numeric_limits<std::int64_t>::min() : now_;
  bookmark.has_place = place != nullptr;
  if (place != nullptr) bookmark.place = *place;
  bookmark.regions = open_;
}

void LocationScan::place(const model::EventPlace& place, std::uint64_t number) {
  if (number - parts_.bookmarks.back().number >= interval_) add_bookmark(number, &place);
}

// A source without places gets bookmarks that only tell what is open.
void LocationScan::take(std::span<const Event> events) {
  for (const Event& event : events) take_one(event);
  parts_.events = events.back().number + 1;
  if (parts_.events - parts_.bookmarks.back().number >= 2 * interval_)
    add_bookmark(parts_.events, nullptr);
}

void LocationScan::take_one(const Event& event) {
  now_ = event.time;
  switch (event.kind) {
    case Kind::Send:
    case Kind::Isend:
      return send(event);
    case Kind::IsendComplete:
      parts_.open_sends.erase(event.id);
      return;
    case Kind::RequestCancelled:
      return cancel(event);
    case Kind::Receive:
    case Kind::Irecv:
      return receive(event);
    case Kind::CollectiveBegin:
      if (open_.depth() == 0) return;
      begin_collective(event, false);
      begun_ = parts_.collectives.size() - 1;
      return;
    case Kind::CollectiveEnd:
      return end_collective(event);
    case Kind::NonblockingCollectiveRequest:
      if (open_.depth() == 0) return;
      begin_collective(event, false).nonblocking = true;
      parts_.collectives.back().request = event.id;
      collectives_[event.id] = parts_.collectives.size() - 1;
      return;
    case Kind::NonblockingCollectiveComplete:
      return complete_collective(event);
    case Kind::LockAcquired:
      held_.push_back(parts_.tenures.size());
      parts_.tenures.push_back({.begin = moment_of(event),
                                .rank = rank_,
                                .lock = event.lock,
                                .order = event.order,
                                .paradigm = event.paradigm});
      return;
    case Kind::LockReleased:
      return release(event);
    case Kind::Fork:
      forks_.push_back({moment_of(event), kNoTeam});
      return;
    case Kind::Join:
      return join(event);
    case Kind::TeamBegin:
      return begin_team(event);
    case Kind::TeamEnd:
      return end_team(event);
    default:
      open_.take(event, parts_.paths);
  }
}

// Sends and receives are counted as model::EventInsights says.
void LocationScan::send(const Event& event) {
  const OpenFrame* const call = open_.top();
  if (open_.depth() == 0 || event.peer == events::kNone) return;
  if (event.kind == Kind::Isend) parts_.open_sends[event.id] = parts_.sends.size();
  StoredMessage message;
  message.begin = moment_of(event);
  message.bytes = event.bytes;
  message.source = rank_;
  message.destination = event.peer;
  message.comm = event.comm;
  message.tag = event.tag;
  message.send_enter = call == nullptr ? event.time : call->time;
  message.send_region = call == nullptr ? events::kNone : call->region;
  message.send_path = call == nullptr ? events::kNone : call->path;
  parts_.sends.push_back(message);
}

void LocationScan::receive(const Event& event) {
  const OpenFrame* const call = open_.top();
  if (open_.depth() == 0 || event.peer == events::kNone) return;
  StoredReceive receive;
  receive.moment = moment_of(event);
  receive.enter = call == nullptr ? event.time : call->time;
  receive.region = call == nullptr ? events::kNone : call->region;
  receive.path = call == nullptr ? events::kNone : call->path;
  parts_.receives.push_back(receive);
}

void LocationScan::cancel(const Event& event) {
  const auto found = parts_.open_sends.find(event.id);
  if (found == parts_.open_sends.end()) {
    parts_.foreign_cancels.push_back({event.id, moment_of(event)});
    return;
  }
  parts_.sends[found->second].end = moment_of(event);
  parts_.open_sends.erase(found);
}

CollectivePart& LocationScan::begin_collective(const Event& event, bool at_enter) {
  const OpenFrame* const call = open_.top();
  CollectivePart& part = parts_.collectives.emplace_back();
  part.begin = moment_of(event);
  part.rank = rank_;
  if (call != nullptr) {
    part.enter = call->time;
    part.region = call->region;
    part.path = call->path;
    if (at_enter) part.begin = {call->time, event.location, call->number};
  }
  return part;
}

// Some writers have no begin: the operation then begins with its call.
void LocationScan::end_collective(const Event& event) {
  if (open_.depth() == 0) return;
  CollectivePart& part = begun_ ? parts_.collectives[*begun_] : begin_collective(event, true);
  begun_.reset();
  fill(part, event);
}

void LocationScan::complete_collective(const Event& event) {
  if (open_.depth() == 0) return;
  const auto begun = collectives_.find(event.id);
  if (begun == collectives_.end()) {
    CollectivePart& end = parts_.foreign_ends.emplace_back();
    end.request = event.id;
    fill(end, event);
    return;
  }
  fill(parts_.collectives[begun->second], event);
  collectives_.erase(begun);
}

void LocationScan::release(const Event& event) {
  const auto latest = [&](bool of_this_order) {
    return std::find_if(held_.rbegin(), held_.rend(), [&](std::size_t tenure) {
      const StoredTenure& held = parts_.tenures[tenure];
      return held.paradigm == event.paradigm && held.lock == event.lock &&
             (!of_this_order || held.order == event.order);
    });
  };
  auto found = latest(true);
  if (found == held_.rend()) found = latest(false);
  if (found == held_.rend()) return;
  parts_.tenures[*found].end = moment_of(event);
  held_.erase(std::next(found).base());
}

void LocationScan::begin_team(const Event& event) {
  TeamPart part;
  part.begin = moment_of(event);
  part.team = event.comm;
  part.instance = team_begins_[event.comm]++;
  if (!forks_.empty() && forks_.back().team == kNoTeam) {
    part.fork = forks_.back().moment;
    forks_.back().team = parts_.teams.size();
  }
  open_teams_.push_back(parts_.teams.size());
  parts_.teams.push_back(part);
}

void LocationScan::end_team(const Event& event) {
  const auto found = std::find_if(open_teams_.rbegin(), open_teams_.rend(), [&](std::size_t part) {
    return parts_.teams[part].team == event.comm;
  });
  if (found == open_teams_.rend()) return;
  parts_.teams[*found].end = moment_of(event);
  open_teams_.erase(std::next(found).base());
}

void LocationScan::join(const Event& event) {
  if (forks_.empty()) return;
  if (forks_.back().team != kNoTeam) parts_.teams[forks_.back().team].join = moment_of(event);
  forks_.pop_back();
}

}  // namespace tarry::event_library
