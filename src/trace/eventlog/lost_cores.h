// SPDX-License-Identifier: BSD-3-Clause
// The times of one thread without a core, read in the order of the events in its log: the time that
// was lost up to an event, in nanoseconds since the begin. A single time without a core contains no
// event; joined times may contain events, and then the lost time counts evenly over their span.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "trace/eventlog/switch_log.h"

namespace tarry::trace::eventlog {

class LostCores {
 public:
  // Returns nothing if no times were recorded beside this event log.
  static std::optional<LostCores> beside(const std::filesystem::path& log, std::uint64_t tick_base);
  // Returns the most room that they take in the event file.
  static std::uint64_t most_event_file_bytes(const std::filesystem::path& log);

  // Advances to `ticks` (absolute). Returns true the first time and if something has been added
  // since the last call. With `is_ignored` the time that was lost until then does not count.
  bool take(std::uint64_t ticks, bool is_ignored);

  // Returns the end of what was taken last, in absolute ticks.
  [[nodiscard]] std::uint64_t last() const { return last_; }
  // Return what the switches tell and what the system counts, which is never less.
  [[nodiscard]] std::uint64_t lost_ns() const { return lost_; }
  [[nodiscard]] std::uint64_t counted_ns() const { return shown_; }

 private:
  LostCores(SwitchReader file, std::uint64_t tick_base);
  // Returns the time that the entry lost up to `time`; the rest remains as the entry.
  std::uint64_t split(std::uint64_t time);

  SwitchReader file_;
  std::uint64_t tick_base_;
  LostCore entry_;
  bool has_entry_;
  bool is_begun_ = false;
  std::uint64_t last_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t ignored_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t shown_ = 0;  // part of it without what is ignored
};

}  // namespace tarry::trace::eventlog
