// SPDX-License-Identifier: BSD-3-Clause
// The parts of the index that belong to one line, in memory and in bytes: bins of each level,
// places to read from with the waits and messages behind them, and visits across places. Times are
// ticks since the begin of the trace.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/event_place.h"
#include "timeline/bin.h"
#include "timeline/columns.h"

namespace tarry::timeline {

// A wait without nested regions.
struct WaitPiece {
  std::int64_t begin = 0, end = 0;
  std::uint16_t state = 0;
  std::uint32_t depth = 0;  // one more than that of the call

  friend bool operator==(const WaitPiece&, const WaitPiece&) = default;
};

// A message that the line receives.
struct ReceivedMessage {
  std::int64_t sent = 0, received = 0;
  std::uint32_t from = 0, to = 0;  // lines
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;

  [[nodiscard]] std::int64_t duration() const { return received - sent; }
  friend auto operator<=>(const ReceivedMessage&, const ReceivedMessage&) = default;
};

// A place that the source has named. Enters and leaves are numbered from 0, as they are delivered.
struct Bookmark {
  model::EventPlace place;
  std::int64_t time = 0;   // not later than the events behind
  std::uint64_t step = 0;  // number of enters and leaves before

  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

// A visit during which a place was named, or that never ends.
struct LongVisit {
  std::uint64_t first_step = 0, last_step = 0;  // of the enter and the leave
  std::int64_t begin = 0, end = 0;
  std::uint16_t state = 0;
  std::uint32_t depth = 0;

  friend bool operator==(const LongVisit&, const LongVisit&) = default;
};

// Everything between some places that follow each other. Waits and messages stand where their call
// ends, and so do their times ascend: waits by begin in each call, messages by `received`.
struct Stretch {
  std::vector<Bookmark> bookmarks;
  std::vector<WaitPiece> waits;
  std::vector<ReceivedMessage> messages;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// Which lists of a stretch are read; the others are empty. Its bookmarks always are.
struct StretchLists {
  bool waits = true;
  bool messages = true;
};

// All of them return an error for bytes that are not what was written, if they are asked to read.
std::string bytes_of(std::span<const Bin> bins, std::uint16_t first_wait);
base::Result<std::vector<Bin>> bins_of(std::string_view bytes, std::uint16_t first_wait,
                                       std::size_t states);
std::string bytes_of(const Stretch& stretch, std::uint16_t first_wait);
// `to`: the line.
base::Result<Stretch> stretch_of(std::string_view bytes, std::uint16_t first_wait,
                                 std::size_t states, std::uint32_t to, StretchLists wanted = {});
std::string bytes_of(std::span<const LongVisit> visits);
base::Result<std::vector<LongVisit>> visits_of(std::string_view bytes, std::size_t states);

// Messages of several lines.
std::string bytes_of(std::span<const ReceivedMessage> messages);
base::Result<std::vector<ReceivedMessage>> messages_of(std::string_view bytes);

}  // namespace tarry::timeline
