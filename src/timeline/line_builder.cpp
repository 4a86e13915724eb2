// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/line_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/message_partner.h"
#include "model/metric.h"

namespace tarry::timeline {

using model::RegionId;
using model::Ticks;

namespace {

constexpr std::size_t kBookmarksInStretch = 8;
// Bookmarks of a source without places: they say what is open when, and cut stretches.
constexpr std::uint64_t kStepsBetweenBookmarks = 1024;

}  // namespace

LineBuilder::LineBuilder(const Trace& trace, model::LocationIndex location,
                         const model::EventInsights& insights, unsigned shift, TakeMessages take)
    : trace_(trace),
      line_(trace.line_of[location.index()]),
      rank_(trace.definitions.locations[location.index()].rank),
      sends_(insights.receives),
      take_(std::move(take)),
      waits_(insights.waits),
      sums_(static_cast<std::size_t>(trace.grid.bins(shift)), shift) {
  built_.directory.shift = shift;
  add_bookmark(model::EventPlace::begin_of_events());
}

// The time up to now belongs to the innermost region.
void LineBuilder::go_to(std::int64_t time) {
  if (time <= now_) return;
  if (!open_.empty()) sums_.add(open_.back().state, now_, time);
  now_ = time;
}

void LineBuilder::enter(Ticks time, RegionId region) {
  go_to(trace_.grid.since_begin(time));
  last_time_ = time;
  open_.push_back({now_, step_++, bookmarks_, trace_.states.of(region)});
  waits_.enter(time);
  if (!built_.directory.has_places && step_ % kStepsBetweenBookmarks == 0)
    add_bookmark(model::EventPlace::begin_of_events());
}

void LineBuilder::leave(Ticks time, RegionId /*region*/) {
  go_to(trace_.grid.since_begin(time));
  leave_at(time);
  ++step_;
  if (!built_.directory.has_places && step_ % kStepsBetweenBookmarks == 0)
    add_bookmark(model::EventPlace::begin_of_events());
}

void LineBuilder::leave_at(Ticks time) {
  last_time_ = time;
  if (open_.empty()) return;
  PairSums* const sender = pending_.empty() ? nullptr : complete_messages();
  const Open call = open_.back();
  open_.pop_back();
  const auto depth = static_cast<std::uint32_t>(open_.size());
  const std::size_t first_wait = stretch_.waits.size();  // of this call
  for (const model::WaitTimes::Piece& piece : waits_.leave(time)) {
    const WaitPiece wait{trace_.grid.since_begin(piece.begin), trace_.grid.since_begin(piece.end),
                         trace_.states.of(piece.metric), depth + 1};
    if (wait.begin >= wait.end || wait.state == kNoState) continue;
    sums_.add(call.state, wait.begin, wait.end, true);
    sums_.add(wait.state, wait.begin, wait.end);
    add_to_call(wait, call.state);
    // Late Sender is the wait for the message that was sent last.
    if (sender != nullptr && piece.metric == model::metric::mpi_latesender)
      sender->waited += wait.end - wait.begin;
    if (piece.receiver.valid())
      built_.late_receivers[piece.receiver.value] += wait.end - wait.begin;
    // A visit without a length divides nothing.
    const bool goes_on = stretch_.waits.size() > first_wait &&
                         stretch_.waits.back().end == wait.begin &&
                         stretch_.waits.back().state == wait.state;
    if (goes_on)
      stretch_.waits.back().end = wait.end;
    else
      stretch_.waits.push_back(wait);
  }
  for (const CallWaited& wait : call_waits_) built_.waits.add(wait);
  call_waits_.clear();
  if (call.bookmarks != bookmarks_)
    long_visits_.push_back({call.step, step_, call.begin, now_, call.state, depth});
}

// Receives are counted as EventInsights says.
void LineBuilder::receive(Ticks time, const model::MessageRecord& message) {
  go_to(trace_.grid.since_begin(time));
  last_time_ = std::max(last_time_, time);
  if (open_.empty() || !model::message_partner(trace_.definitions, rank_, message).valid()) return;
  const std::size_t number = receives_++;
  if (number >= sends_.size()) return;
  const model::SendOfReceive& send = sends_[number];
  if (!send.location.valid() || trace_.line_of[send.location.index()] == kNoLine) return;
  pending_.push_back({{.sent = trace_.grid.since_begin(send.sent),
                       .from = trace_.line_of[send.location.index()],
                       .to = line_,
                       .bytes = message.bytes,
                       .tag = message.tag},
                      open_.size(),
                      trace_.definitions.locations[send.location.index()].rank.value});
}

// A message is there when the call ends that receives it.
PairSums* LineBuilder::complete_messages() {
  const std::size_t first = stretch_.messages.size();
  PairSums* last = nullptr;
  std::int64_t last_sent = -1;
  while (!pending_.empty() && pending_.back().depth == open_.size()) {
    const Pending& pending = pending_.back();
    PairSums& sums = built_.received[pending.sender];
    sums += {.messages = 1, .bytes = pending.message.bytes};
    // Of messages sent at the same time, the one received first.
    if (pending.message.sent >= last_sent) {
      last_sent = pending.message.sent;
      last = &sums;
    }
    stretch_.messages.push_back(pending.message);
    stretch_.messages.back().received = now_;
    pending_.pop_back();
  }
  std::reverse(stretch_.messages.begin() + static_cast<std::ptrdiff_t>(first),
               stretch_.messages.end());
  return last;
}

void LineBuilder::add_to_call(const WaitPiece& piece, std::uint16_t call) {
  if (call_waits_.empty() || call_waits_.back().state != piece.state)
    call_waits_.push_back({.begin = piece.begin,
                           .end = piece.end,
                           .amount = 0,
                           .state = piece.state,
                           .call = call,
                           .line = line_});
  call_waits_.back().end = piece.end;
  call_waits_.back().amount += piece.end - piece.begin;
}

void LineBuilder::place_reached(const model::EventPlace& place) {
  built_.directory.has_places = true;
  add_bookmark(place);
}

void LineBuilder::add_bookmark(const model::EventPlace& place) {
  if (stretch_.bookmarks.size() == kBookmarksInStretch) end_stretch();
  ++bookmarks_;
  stretch_.bookmarks.push_back({place, now_, step_});
}

void LineBuilder::end_stretch() {
  const Bookmark& first = stretch_.bookmarks.front();
  LineDirectory::StretchEntry entry;
  entry.begin = first.time;
  entry.step = first.step;
  entry.messages = stretch_.messages.size();
  for (const WaitPiece& wait : stretch_.waits)
    entry.earliest = std::min(entry.earliest, wait.begin);
  for (const ReceivedMessage& message : stretch_.messages)
    entry.earliest = std::min(entry.earliest, message.sent);
  if (!stretch_.messages.empty()) take_(stretch_.messages);
  put(bytes_of(stretch_, trace_.states.first_wait()), entry.size);
  built_.directory.stretches.push_back(entry);
  stretch_ = {};
}

void LineBuilder::put(const std::string& bytes, std::uint32_t& size) {
  if (!status_.ok()) return;
  base::Result<std::string> packed = packer_.packed(bytes);
  if (!packed.ok()) {
    status_ = std::move(packed).error();
    return;
  }
  if (packed->size() > std::numeric_limits<std::uint32_t>::max()) {
    status_ =
        base::Error{base::ErrorCode::Unsupported, "too much in a part of the timeline", "", ""};
    return;
  }
  size = static_cast<std::uint32_t>(packed->size());
  details_ += *packed;
}

base::Result<BuiltLine> LineBuilder::finish() {
  while (!open_.empty()) leave_at(last_time_);
  end_stretch();
  std::sort(long_visits_.begin(), long_visits_.end(),
            [](const LongVisit& a, const LongVisit& b) { return a.first_step < b.first_step; });
  put(bytes_of(long_visits_), built_.directory.visits_size);
  std::string behind = std::move(details_);
  details_.clear();
  sums_.finish();
  std::vector<Bin> bins;
  for (unsigned level = sums_.shift(); level <= trace_.grid.largest_shift(); ++level) {
    if (level > sums_.shift()) sums_ = sums_.halved();
    bins.clear();
    for (std::size_t bin = 0; bin < sums_.bins(); ++bin)
      bins.push_back(
          bin_of(sums_.times(bin), std::int64_t{1} << level, trace_.states.first_wait()));
    for (std::size_t begin = 0; begin < bins.size(); begin += kBinsInBlock) {
      const auto part = std::span(bins).subspan(begin);
      built_.directory.bin_blocks.emplace_back();
      put(bytes_of(part.first(std::min(kBinsInBlock, part.size())), trace_.states.first_wait()),
          built_.directory.bin_blocks.back());
    }
  }
  TRY(std::move(status_));
  built_.directory.steps = step_;
  built_.bytes = std::move(details_) + behind;
  return std::move(built_);
}

}  // namespace tarry::timeline
