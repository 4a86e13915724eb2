// SPDX-License-Identifier: BSD-3-Clause
// The actions and times of an event's calls, while the trace still grows.
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

// The values of one parameter. If they take too much memory, only how often each of them occurred
// is kept.
class FoldStream {
 public:
  FoldStream(Parameter parameter, VectorForm form) : parameter_(parameter), values_(form) {}

  void append(std::int64_t value);
  void append(const FoldStream& other);
  // Empties the stream for another parameter; memory and form are kept.
  void begin(Parameter parameter);
  // Turns the stream into a histogram for good. Only allowed if FoldValues::may_be_given_up() says
  // so.
  void give_up();

  [[nodiscard]] Parameter parameter() const { return parameter_; }
  // Returns the number of terms of the sequence, which determines its memory. The size of a
  // histogram is limited.
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

// The values of an event's calls. As long as there is one call, the call itself is kept: most
// events are soon united with an older one and never need more.
class FoldValues {
 public:
  explicit FoldValues(VectorForm form) : form_(form) {}

  // Replaces the content and uses its memory again.
  void set(const Call& call, SiteId predecessor);
  void append(const FoldValues& other);
  // Turns a single call into streams and histograms, which the following functions need.
  void unpack();

  // Returns true for peers and sizes of messages. In collective operations the values of all
  // members must fit together.
  [[nodiscard]] bool may_be_given_up(const FoldStream& stream) const;

  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  // Returns the size that determines the memory, as if all of it were terms of sequences.
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
  bool has_collectives_ = false;  // true if the streams hold any
  Call call_;
  SiteId predecessor_;
  // Streams beyond the used ones keep their memory.
  std::vector<FoldStream> streams_;
  std::size_t used_streams_ = 0;
  std::array<std::uint8_t, kParameters> stream_of_{};  // by parameter: its index in streams_
  std::vector<FoldTimes> times_;
  std::size_t used_times_ = 0;
  std::vector<FoldStatistic> statistics_;
};

}  // namespace tarry::compressed
