// SPDX-License-Identifier: BSD-3-Clause
// What the calls of an event did and how long they took, while the trace is still growing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/elastic.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

// The values of one parameter. Where they take too much memory they are given up for how often each
// of them occurred.
class FoldStream {
 public:
  FoldStream(Parameter parameter, VectorForm form) : parameter_(parameter), values_(form) {}

  void append(std::int64_t value);
  void append(const FoldStream& other);
  // Empties it, for another parameter; memory and form are kept.
  void begin(Parameter parameter);
  // From now on a histogram. Only where FoldValues::may_be_given_up().
  void give_up();

  [[nodiscard]] Parameter parameter() const { return parameter_; }
  // Terms of the sequence: what its memory grows with. A histogram's size is limited.
  [[nodiscard]] std::size_t terms() const { return values_.terms().size(); }
  [[nodiscard]] Values finished() const;  // sealed

 private:
  Parameter parameter_;
  bool given_up_ = false;
  Sequence values_;
  ValueHistogram histogram_;
};

struct FoldTimes {
  SiteId predecessor;
  TimeHistogram before;
  TimeHistogram duration;
};

struct FoldStatistic {
  std::uint32_t statistic = 0;
  SiteId predecessor;
  TimeHistogram values;
};

// The values of an event's calls. Of a single one the call itself is kept: most events soon become
// a part of an older one and never need more.
class FoldValues {
 public:
  explicit FoldValues(VectorForm form) : form_(form) {}

  // Takes the place of what was there, whose memory is used again.
  void set(const Call& call, SiteId predecessor);
  void append(const FoldValues& other);
  // Turns a single call into streams and histograms; what follows needs that.
  void unpack();

  // Peers and sizes of messages. Collective operations need the values of all members to fit.
  [[nodiscard]] bool may_be_given_up(const FoldStream& stream) const;

  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  // What their memory grows with, as if all of it were terms of sequences.
  [[nodiscard]] std::size_t terms() const;
  [[nodiscard]] std::span<FoldStream> streams() { return {streams_.data(), used_streams_}; }
  [[nodiscard]] std::span<const FoldStream> streams() const {
    return {streams_.data(), used_streams_};
  }
  [[nodiscard]] std::span<const FoldTimes> times() const { return {times_.data(), used_times_}; }
  [[nodiscard]] const std::vector<FoldStatistic>& statistics() const { return statistics_; }

 private:
  FoldStream& stream(Parameter parameter);
  void append_actions(const std::vector<Action>& actions);
  void append_times(const Call& call, SiteId predecessor);
  FoldTimes& times_after(SiteId predecessor);
  TimeHistogram& statistic_after(std::uint32_t statistic, SiteId predecessor);

  static constexpr std::uint8_t kNoStream = 0xFF;

  VectorForm form_;
  std::uint64_t calls_ = 0;
  bool is_single_ = false;
  bool has_collectives_ = false;  // in the streams
  Call call_;
  SiteId predecessor_;
  // Those beyond the used ones keep their memory.
  std::vector<FoldStream> streams_;
  std::size_t used_streams_ = 0;
  std::array<std::uint8_t, kParameters> stream_of_{};  // by parameter: its index in streams_
  std::vector<FoldTimes> times_;
  std::size_t used_times_ = 0;
  std::vector<FoldStatistic> statistics_;
};

}  // namespace tarry::compressed
