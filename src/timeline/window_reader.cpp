// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/window_reader.h"

#include <algorithm>

namespace tarry::timeline {

using model::RegionId;
using model::Ticks;

namespace {

constexpr StretchLists kBookmarks{.waits = false, .messages = false};
constexpr StretchLists kWaits{.waits = true, .messages = false};
constexpr StretchLists kMessages{.waits = false, .messages = true};

bool overlaps(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to) {
  return begin <= to && end >= from;
}

// Follows the regions of a line from a bookmark on.
class Follower : public model::EventHandler {
 public:
  // `visits`: all long visits of the line.
  Follower(const Trace& trace, const LinePart& part, const std::vector<LongVisit>& visits)
      : trace_(trace), long_visits_(visits) {
    if (part.begin.place.event == 0) return;  // then it is read from the begin of the line
    now_ = part.begin.time;
    step_ = part.begin.step;
    for (const LongVisit& visit : visits)
      if (visit.first_step < step_ && visit.last_step >= step_) open_.push_back(visit);
  }

  void enter(Ticks time, RegionId region) override {
    go_to(time);
    open_.push_back({.first_step = step_++,
                     .last_step = 0,
                     .begin = now_,
                     .end = now_,
                     .state = trace_.states.of(region),
                     .depth = static_cast<std::uint32_t>(open_.size())});
  }
  void leave(Ticks time, RegionId /*region*/) override {
    go_to(time);
    ++step_;
    if (open_.empty()) return;
    open_.back().end = now_;
    visited(open_.back());
    open_.pop_back();
  }
  void mpi_recv(Ticks time, const model::MessageRecord&) override { go_to(time); }
  void mpi_irecv(Ticks time, const model::MessageRecord&) override { go_to(time); }

  // After the last event of the part, which was read to the end of the line or up to `to`.
  void finish(bool is_end, std::int64_t to) {
    if (!is_end && to > now_ && !open_.empty()) innermost(open_.back().state, now_, to);
    for (; !open_.empty(); open_.pop_back()) {
      LongVisit visit = open_.back();
      const auto found = std::lower_bound(
          long_visits_.begin(), long_visits_.end(), visit.first_step,
          [](const LongVisit& each, std::uint64_t step) { return each.first_step < step; });
      if (found != long_visits_.end() && found->first_step == visit.first_step)
        visit = *found;
      else
        visit.end = now_;
      visited(visit);
    }
  }

 protected:
  virtual void visited(const LongVisit&) {}
  virtual void innermost(std::uint16_t /*state*/, std::int64_t /*begin*/, std::int64_t /*end*/) {}

 private:
  void go_to(Ticks time) {
    const std::int64_t since_begin = trace_.grid.since_begin(time);
    if (since_begin <= now_) return;
    if (!open_.empty()) innermost(open_.back().state, now_, since_begin);
    now_ = since_begin;
  }

  const Trace& trace_;
  const std::vector<LongVisit>& long_visits_;
  std::int64_t now_ = 0;
  std::uint64_t step_ = 0;
  std::vector<LongVisit> open_;
};

class VisitFinder final : public Follower {
 public:
  VisitFinder(const Trace& trace, const LinePart& part, const std::vector<LongVisit>& visits,
              std::int64_t from, std::int64_t to, const std::function<void(const LongVisit&)>& take)
      : Follower(trace, part, visits), from_(from), to_(to), take_(take) {}

 private:
  void visited(const LongVisit& visit) override {
    if (overlaps(visit.begin, visit.end, from_, to_)) take_(visit);
  }

  const std::int64_t from_, to_;
  const std::function<void(const LongVisit&)>& take_;
};

// Divides the time of the innermost region where it waits.
class TimeFinder final : public Follower {
 public:
  TimeFinder(const Trace& trace, const LinePart& part, const std::vector<LongVisit>& visits,
             std::int64_t origin, BinSums& sums)
      : Follower(trace, part, visits), waits_(part.waits), origin_(origin), sums_(sums) {}

 private:
  void innermost(std::uint16_t state, std::int64_t begin, std::int64_t end) override {
    while (begin < end) {
      while (next_ < waits_.size() && waits_[next_].end <= begin) ++next_;
      std::int64_t until = end;
      std::uint16_t at_work = state;
      if (next_ < waits_.size() && waits_[next_].begin <= begin) {
        until = std::min(end, waits_[next_].end);
        at_work = waits_[next_].state;
      } else if (next_ < waits_.size()) {
        until = std::min(end, waits_[next_].begin);
      }
      sums_.add(at_work, begin - origin_, until - origin_);
      begin = until;
    }
  }

  const std::vector<WaitPiece>& waits_;
  std::size_t next_ = 0;
  const std::int64_t origin_;
  BinSums& sums_;
};

}  // namespace

std::uint64_t LinePart::steps(const LineDirectory& directory) const {
  if (!directory.has_places) return directory.steps;
  const std::uint64_t first = begin.place.event == 0 ? 0 : begin.step;
  const std::uint64_t last = end.has_value() && end->place.event > 0 ? end->step : directory.steps;
  return last > first ? last - first : 0;
}

std::size_t WindowReader::stretch_before(std::uint32_t line, std::int64_t time) const {
  const auto& stretches = index_.lines()[line].stretches;
  const auto found = std::lower_bound(
      stretches.begin(), stretches.end(), time,
      [](const LineDirectory::StretchEntry& entry, std::int64_t t) { return entry.begin < t; });
  return found == stretches.begin() ? 0 : static_cast<std::size_t>(found - stretches.begin()) - 1;
}

// Stretches that begin in the window and are followed by one that does, too, lie in it.
std::uint64_t WindowReader::least_steps(std::uint32_t line, std::int64_t from,
                                        std::int64_t to) const {
  const auto& stretches = index_.lines()[line].stretches;
  if (stretches.empty()) return 0;
  const std::size_t first = stretch_before(line, from) + 1;
  const std::size_t last = stretch_before(line, to);
  return last > first ? stretches[last].step - stretches[first].step : 0;
}

base::Result<LinePart> WindowReader::part(std::uint32_t line, std::int64_t from, std::int64_t to,
                                          Unpacker& unpacker) const {
  const auto& stretches = index_.lines()[line].stretches;
  LinePart part;
  part.line = line;
  const std::size_t first = stretch_before(line, from);
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const bool may_hold_end = s + 1 == stretches.size() || stretches[s + 1].begin > to;
    if (s < first || (s > first && stretches[s].earliest > to && part.end.has_value())) continue;
    TRY_ASSIGN(const Stretch stretch, index_.stretch(line, s, kWaits, unpacker));
    for (const Bookmark& bookmark : stretch.bookmarks) {
      if (bookmark.time < from || (s == 0 && &bookmark == &stretch.bookmarks.front()))
        part.begin = bookmark;
      else if (bookmark.time > to && !part.end.has_value())
        part.end = bookmark;
    }
    for (const WaitPiece& wait : stretch.waits)
      if (overlaps(wait.begin, wait.end, from, to)) part.waits.push_back(wait);
    if (may_hold_end && !part.end.has_value() && s + 1 < stretches.size()) {
      TRY_ASSIGN(const Stretch next, index_.stretch(line, s + 1, kBookmarks, unpacker));
      part.end = next.bookmarks.front();
    }
  }
  std::sort(part.waits.begin(), part.waits.end(),
            [](const WaitPiece& a, const WaitPiece& b) { return a.begin < b.begin; });
  return part;
}

base::Status WindowReader::read(const LinePart& part, model::EventHandler& handler) const {
  model::Anomalies counted_by_the_analysis;
  const model::LocationIndex location = lines_[part.line];
  if (!index_.lines()[part.line].has_places)
    return source_.read(location, handler, counted_by_the_analysis);
  const model::EventPlace end = part.end.has_value() && part.end->place.event > 0
                                    ? part.end->place
                                    : model::EventPlace::end_of_events();
  return source_.read_on(location, part.begin.place, end, handler, counted_by_the_analysis);
}

base::Status WindowReader::visits(const LinePart& part, std::int64_t from, std::int64_t to,
                                  Unpacker& unpacker,
                                  const std::function<void(const LongVisit&)>& take) const {
  TRY_ASSIGN(const std::vector<LongVisit> long_visits, index_.long_visits(part.line, unpacker));
  VisitFinder finder(trace_, part, long_visits, from, to, take);
  TRY(read(part, finder));
  finder.finish(!part.end.has_value() || !index_.lines()[part.line].has_places, to);
  return base::kOk;
}

base::Status WindowReader::add_times(const LinePart& part, std::int64_t origin, std::int64_t to,
                                     Unpacker& unpacker, BinSums& sums) const {
  TRY_ASSIGN(const std::vector<LongVisit> long_visits, index_.long_visits(part.line, unpacker));
  TimeFinder finder(trace_, part, long_visits, origin, sums);
  TRY(read(part, finder));
  finder.finish(!part.end.has_value() || !index_.lines()[part.line].has_places, to);
  return base::kOk;
}

base::Result<std::vector<ReceivedMessage>> WindowReader::messages(std::uint32_t line,
                                                                  std::int64_t from,
                                                                  std::int64_t to,
                                                                  Unpacker& unpacker) const {
  const auto& stretches = index_.lines()[line].stretches;
  std::vector<ReceivedMessage> found;
  for (std::size_t s = stretch_before(line, from); s < stretches.size(); ++s) {
    if (stretches[s].messages == 0 || stretches[s].earliest > to) continue;
    TRY_ASSIGN(const Stretch stretch, index_.stretch(line, s, kMessages, unpacker));
    for (const ReceivedMessage& message : stretch.messages)
      if (overlaps(message.sent, message.received, from, to)) found.push_back(message);
  }
  return found;
}

base::Result<bool> WindowReader::waits_until(std::uint32_t line, std::uint16_t state,
                                             std::int64_t end, Unpacker& unpacker) const {
  const auto& stretches = index_.lines()[line].stretches;
  for (std::size_t s = stretch_before(line, end); s < stretches.size(); ++s) {
    if (stretches[s].earliest > end) continue;
    TRY_ASSIGN(const Stretch stretch, index_.stretch(line, s, kWaits, unpacker));
    for (const WaitPiece& wait : stretch.waits)
      if (wait.end == end && wait.state == state) return true;
  }
  return false;
}

}  // namespace tarry::timeline
