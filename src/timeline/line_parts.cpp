// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/line_parts.h"

#include <array>

namespace tarry::timeline {
namespace {

// Planes of a bin, a byte each: both bytes of two states, their shares, the waiting, the wait
// state.
constexpr std::size_t kPlanes = 8;
constexpr std::uint8_t kNoWait = 255;

template <std::size_t N>
std::string joined(const std::array<Column, N>& columns) {
  Column sizes;
  for (const Column& column : columns) sizes.put(column.bytes().size());
  std::string bytes = sizes.bytes();
  for (const Column& column : columns) bytes += column.bytes();
  return bytes;
}

template <std::size_t N>
class Columns {
 public:
  explicit Columns(std::string_view bytes) {
    ColumnReader reader(bytes);
    std::array<std::uint64_t, N> sizes;
    for (std::uint64_t& size : sizes) size = reader.get();
    for (std::size_t i = 0; i < N; ++i) columns_[i] = ColumnReader(reader.take(sizes[i]));
    ok_ = reader.ok() && reader.left() == 0;
  }

  ColumnReader& operator[](std::size_t i) { return columns_[i]; }
  void skip(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) columns_[i].skip();
  }
  // Returns whether everything was there, and was read.
  [[nodiscard]] bool ok() const {
    for (const ColumnReader& column : columns_)
      if (!column.ok() || column.left() > 0) return false;
    return ok_;
  }

 private:
  std::array<ColumnReader, N> columns_;
  bool ok_ = false;
};

std::int64_t difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(a - b);
}
// Sums of damaged numbers may be anything, but they are no overflow.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

// The columns of messages: received, duration, from, to, bytes, tag.
constexpr std::size_t kMessageColumns = 6;

void put_messages(std::span<const ReceivedMessage> messages, Column* to) {
  ReceivedMessage last;
  for (const ReceivedMessage& each : messages) {
    to[0].put_signed(each.received - last.received);
    to[1].put_signed(each.duration());
    to[2].put_signed(std::int64_t{each.from} - last.from);
    to[3].put_signed(std::int64_t{each.to} - last.to);
    to[4].put(each.bytes);
    to[5].put(each.tag);
    last = each;
  }
}

ReceivedMessage next_message(ColumnReader* from, const ReceivedMessage& last) {
  ReceivedMessage next;
  next.received = sum(last.received, from[0].get_signed());
  next.sent = difference(static_cast<std::uint64_t>(next.received),
                         static_cast<std::uint64_t>(from[1].get_signed()));
  next.from = static_cast<std::uint32_t>(sum(last.from, from[2].get_signed()));
  next.to = static_cast<std::uint32_t>(sum(last.to, from[3].get_signed()));
  next.bytes = from[4].get();
  next.tag = static_cast<std::uint32_t>(from[5].get());
  return next;
}

void put_bookmarks(std::span<const Bookmark> bookmarks, Column* to) {
  Bookmark last;
  for (const Bookmark& each : bookmarks) {
    to[0].put(each.place.offset - last.place.offset);
    to[1].put(each.place.event - last.place.event);
    to[2].put_signed(each.place.time.count - last.place.time.count);
    to[3].put_signed(each.time - last.time);
    to[4].put(each.step - last.step);
    to[5].put(each.place.program.valid() ? std::uint64_t{each.place.program.value} + 1 : 0);
    to[6].put(each.place.open.size());
    for (const model::EventPlace::OpenCall& call : each.place.open) {
      to[7].put(call.region.value);
      to[7].put(call.inlined);
    }
    last = each;
  }
}

Bookmark next_bookmark(ColumnReader* from, const Bookmark& last) {
  Bookmark next;
  next.place.offset = last.place.offset + from[0].get();
  next.place.event = last.place.event + from[1].get();
  next.place.time.count = sum(last.place.time.count, from[2].get_signed());
  next.time = sum(last.time, from[3].get_signed());
  next.step = last.step + from[4].get();
  if (const std::uint64_t program = from[5].get(); program > 0)
    next.place.program = model::RegionId{static_cast<std::uint32_t>(program - 1)};
  for (std::uint64_t open = from[6].get(); open > 0 && from[7].left() > 0; --open) {
    const model::RegionId region{static_cast<std::uint32_t>(from[7].get())};
    next.place.open.push_back({region, static_cast<std::uint32_t>(from[7].get())});
  }
  return next;
}

}  // namespace

std::string bytes_of(std::span<const Bin> bins, std::uint16_t first_wait) {
  const std::size_t n = bins.size();
  std::string bytes(kPlanes * n, '\0');
  for (std::size_t i = 0; i < n; ++i) {
    const Bin& bin = bins[i];
    const std::uint16_t values[kPlanes] = {
        static_cast<std::uint16_t>(bin.state & 0xFF),
        static_cast<std::uint16_t>(bin.state >> 8),
        static_cast<std::uint16_t>(bin.second & 0xFF),
        static_cast<std::uint16_t>(bin.second >> 8),
        bin.share,
        bin.second_share,
        bin.waiting,
        static_cast<std::uint16_t>(bin.wait == kNoState ? kNoWait : bin.wait - first_wait)};
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
      bytes[plane * n + i] = static_cast<char>(values[plane]);
  }
  return bytes;
}

base::Result<std::vector<Bin>> bins_of(std::string_view bytes, std::uint16_t first_wait,
                                       std::size_t states) {
  const std::size_t n = bytes.size() / kPlanes;
  if (bytes.size() % kPlanes != 0) return damaged_index();
  const auto value = [&](std::size_t plane, std::size_t i) {
    return static_cast<std::uint8_t>(bytes[plane * n + i]);
  };
  const auto is_state = [&](std::uint16_t state) { return state < states || state == kNoState; };
  std::vector<Bin> bins(n);
  for (std::size_t i = 0; i < n; ++i) {
    Bin& bin = bins[i];
    bin.state = static_cast<std::uint16_t>(value(0, i) | value(1, i) << 8);
    bin.second = static_cast<std::uint16_t>(value(2, i) | value(3, i) << 8);
    bin.share = value(4, i);
    bin.second_share = value(5, i);
    bin.waiting = value(6, i);
    if (value(7, i) != kNoWait) bin.wait = static_cast<std::uint16_t>(first_wait + value(7, i));
    if (!is_state(bin.state) || !is_state(bin.second) || !is_state(bin.wait))
      return damaged_index();
  }
  return bins;
}

// Columns 0 to 7: bookmarks; 8 to 11: waits; the rest: messages.
std::string bytes_of(const Stretch& stretch, std::uint16_t first_wait) {
  std::array<Column, 12 + kMessageColumns> columns;
  put_bookmarks(stretch.bookmarks, columns.data());
  std::int64_t last = 0;
  for (const WaitPiece& wait : stretch.waits) {
    columns[8].put_signed(wait.begin - last);
    columns[9].put_signed(wait.end - wait.begin);
    columns[10].put(static_cast<std::uint64_t>(wait.state - first_wait));
    columns[11].put(wait.depth);
    last = wait.end;
  }
  put_messages(stretch.messages, columns.data() + 12);
  return joined(columns);
}

base::Result<Stretch> stretch_of(std::string_view bytes, std::uint16_t first_wait,
                                 std::size_t states, std::uint32_t to, StretchLists wanted) {
  Columns<12 + kMessageColumns> columns(bytes);
  if (!wanted.waits) columns.skip(8, 12);
  if (!wanted.messages) columns.skip(12, 12 + kMessageColumns);
  Stretch stretch;
  while (columns[0].left() > 0)
    stretch.bookmarks.push_back(next_bookmark(
        &columns[0], stretch.bookmarks.empty() ? Bookmark() : stretch.bookmarks.back()));
  for (std::int64_t last = 0; columns[8].left() > 0;) {
    WaitPiece wait;
    wait.begin = sum(last, columns[8].get_signed());
    wait.end = sum(wait.begin, columns[9].get_signed());
    const std::uint64_t state = first_wait + columns[10].get();
    if (state >= states || wait.end < wait.begin) return damaged_index();
    wait.state = static_cast<std::uint16_t>(state);
    wait.depth = static_cast<std::uint32_t>(columns[11].get());
    last = wait.end;
    stretch.waits.push_back(wait);
  }
  while (columns[12].left() > 0) {
    const ReceivedMessage last =
        stretch.messages.empty() ? ReceivedMessage() : stretch.messages.back();
    stretch.messages.push_back(next_message(&columns[12], last));
    if (stretch.messages.back().to != to) return damaged_index();
  }
  if (!columns.ok()) return damaged_index();
  return stretch;
}

std::string bytes_of(std::span<const LongVisit> visits) {
  std::array<Column, 6> columns;
  LongVisit last;
  for (const LongVisit& visit : visits) {
    columns[0].put(visit.first_step - last.first_step);
    columns[1].put(visit.last_step - visit.first_step);
    columns[2].put_signed(visit.begin - last.begin);
    columns[3].put_signed(visit.end - visit.begin);
    columns[4].put(visit.state);
    columns[5].put(visit.depth);
    last = visit;
  }
  return joined(columns);
}

base::Result<std::vector<LongVisit>> visits_of(std::string_view bytes, std::size_t states) {
  Columns<6> columns(bytes);
  std::vector<LongVisit> visits;
  while (columns[0].left() > 0) {
    const LongVisit last = visits.empty() ? LongVisit() : visits.back();
    LongVisit visit;
    visit.first_step = last.first_step + columns[0].get();
    visit.last_step = visit.first_step + columns[1].get();
    visit.begin = sum(last.begin, columns[2].get_signed());
    visit.end = sum(visit.begin, columns[3].get_signed());
    const std::uint64_t state = columns[4].get();
    if (state >= states) return damaged_index();
    visit.state = static_cast<std::uint16_t>(state);
    visit.depth = static_cast<std::uint32_t>(columns[5].get());
    visits.push_back(visit);
  }
  if (!columns.ok()) return damaged_index();
  return visits;
}

std::string bytes_of(std::span<const ReceivedMessage> messages) {
  std::array<Column, kMessageColumns> columns;
  put_messages(messages, columns.data());
  return joined(columns);
}

base::Result<std::vector<ReceivedMessage>> messages_of(std::string_view bytes) {
  Columns<kMessageColumns> columns(bytes);
  std::vector<ReceivedMessage> messages;
  while (columns[0].left() > 0)
    messages.push_back(
        next_message(&columns[0], messages.empty() ? ReceivedMessage() : messages.back()));
  if (!columns.ok()) return damaged_index();
  return messages;
}

}  // namespace tarry::timeline
