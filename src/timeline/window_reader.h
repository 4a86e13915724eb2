// SPDX-License-Identifier: BSD-3-Clause
// What the index and the trace say about one line in a window, exactly: visits, waits, messages. A
// window contains its ends; times are ticks since the begin of the trace.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/trace_source.h"
#include "timeline/index_file.h"
#include "timeline/line_builder.h"

namespace tarry::timeline {

// A part of the events of a line, in which everything lies that happens in a window.
struct LinePart {
  std::uint32_t line = 0;
  Bookmark begin;
  std::optional<Bookmark> end;   // none: the end of the line
  std::vector<WaitPiece> waits;  // that overlap the window, ascending by begin

  // Returns how many enters and leaves must be read.
  [[nodiscard]] std::uint64_t steps(const LineDirectory& directory) const;
};

class WindowReader {
 public:
  // All must outlive it.
  WindowReader(model::TraceSource& source, const Trace& trace, const IndexFile& index,
               const std::vector<model::LocationIndex>& lines)
      : source_(source), trace_(trace), index_(index), lines_(lines) {}

  // Returns a lower bound of the enters and leaves in the window, from the directory alone.
  [[nodiscard]] std::uint64_t least_steps(std::uint32_t line, std::int64_t from,
                                          std::int64_t to) const;
  [[nodiscard]] base::Result<LinePart> part(std::uint32_t line, std::int64_t from, std::int64_t to,
                                            Unpacker& unpacker) const;

  // Calls take(visit) for each visit of the part that overlaps the window, in the order of leaves.
  base::Status visits(const LinePart& part, std::int64_t from, std::int64_t to, Unpacker& unpacker,
                      const std::function<void(const LongVisit&)>& take) const;
  // Adds to `sums` the times of states in the part, as if `origin` were 0.
  base::Status add_times(const LinePart& part, std::int64_t origin, std::int64_t to,
                         Unpacker& unpacker, BinSums& sums) const;
  // Returns the messages that the line receives and that are on their way in the window.
  [[nodiscard]] base::Result<std::vector<ReceivedMessage>> messages(std::uint32_t line,
                                                                    std::int64_t from,
                                                                    std::int64_t to,
                                                                    Unpacker& unpacker) const;
  // Delivers the events of a part.
  base::Status read(const LinePart& part, model::EventHandler& handler) const;
  // Returns whether a wait of this state ends on the line at that time.
  [[nodiscard]] base::Result<bool> waits_until(std::uint32_t line, std::uint16_t state,
                                               std::int64_t end, Unpacker& unpacker) const;

 private:
  // Returns the position of the last stretch that begins before `time`, or 0.
  [[nodiscard]] std::size_t stretch_before(std::uint32_t line, std::int64_t time) const;

  model::TraceSource& source_;
  const Trace& trace_;
  const IndexFile& index_;
  const std::vector<model::LocationIndex>& lines_;
};

}  // namespace tarry::timeline
