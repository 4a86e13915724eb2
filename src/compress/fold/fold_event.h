// SPDX-License-Identifier: BSD-3-Clause
// An event of one rank while its trace is still growing: as compress::Event, but the values can be
// appended to and the lengths of loops can grow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compress/model/call.h"
#include "compress/model/sequence.h"
#include "compress/model/time_histogram.h"

namespace tarry::compress {

// A loop that an event heads. When events are inserted, the loops around them grow. Lengths are
// therefore kept once per class, and what is appended is the class.
class FoldLevel {
 public:
  // `times` more entries, each with this length and number of trips.
  void enter(std::uint32_t length, std::int64_t trips, std::uint64_t times = 1);
  void append(const FoldLevel& other);
  void add_trip() { ++last_trips_; }

  [[nodiscard]] std::uint64_t entries() const { return classes_.size(); }
  [[nodiscard]] std::int64_t last_trips() const { return last_trips_; }
  [[nodiscard]] std::uint32_t longest() const;
  [[nodiscard]] std::uint32_t last_length() const { return lengths_[last_class_]; }
  // The one length of all entries, or 0.
  [[nodiscard]] std::uint32_t only_length() const;
  // Lengths by class, to be changed where events were inserted.
  std::vector<std::uint32_t>& lengths() { return lengths_; }
  // As many entries with the same lengths and one trip each.
  [[nodiscard]] FoldLevel of_one_trip() const;

  [[nodiscard]] Sequence length_values() const;  // sealed
  [[nodiscard]] Sequence trip_values() const;    // sealed

 private:
  std::uint32_t class_of(std::uint32_t length);

  std::vector<std::uint32_t> lengths_;
  Sequence classes_;
  Sequence trips_;  // all but the last, which may still grow
  std::int64_t last_trips_ = 0;
  std::uint32_t last_class_ = 0;
};

struct FoldStream {
  Parameter parameter{};
  Sequence values;
};

struct FoldTimes {
  SiteId predecessor;
  TimeHistogram before;
  TimeHistogram duration;
};

// The values of an event's calls. Of a single one the call itself is kept: most events soon become
// a part of an older one and never need more.
class FoldValues {
 public:
  // Takes the place of what was there, whose memory is used again.
  void set(const Call& call, SiteId predecessor);
  void append(const FoldValues& other);
  // Turns a single call into streams and histograms; what follows needs that.
  void unpack();

  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] const std::vector<FoldStream>& streams() const { return streams_; }
  [[nodiscard]] const std::vector<FoldTimes>& times() const { return times_; }

 private:
  Sequence& stream(Parameter parameter);
  void append_actions(const std::vector<Action>& actions);
  FoldTimes& times_after(SiteId predecessor);

  static constexpr std::uint8_t kNoStream = 0xFF;

  std::uint64_t calls_ = 0;
  bool is_single_ = false;
  Call call_;
  SiteId predecessor_;
  std::vector<FoldStream> streams_;
  std::array<std::uint8_t, kParameters> stream_of_{};  // by parameter: its index in streams_
  std::vector<FoldTimes> times_;
};

struct FoldEvent {
  SiteId site;
  std::uint32_t position = 0;          // in the list
  std::uint32_t inside = 0;            // loops that the event belongs to and does not head
  FoldEvent* previous_same = nullptr;  // neighbours of the same site
  FoldEvent* next_same = nullptr;
  std::vector<FoldLevel> levels;  // outermost first
  FoldValues values;

  // How often a reader comes to this event from before it, loops that it heads not counted.
  [[nodiscard]] std::uint64_t encounters() const {
    return levels.empty() ? values.calls() : levels[0].entries();
  }
};

}  // namespace tarry::compress
