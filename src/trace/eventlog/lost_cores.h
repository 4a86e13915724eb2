// SPDX-License-Identifier: BSD-3-Clause
// The times of one thread without a core, in the order in which the events of its log come: what
// was lost up to an event, in nanoseconds since the begin. No time without a core has an event
// within it, but times that were joined may: then what was lost counts evenly over their span.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "trace/eventlog/switch_log.h"

namespace tarry::trace::eventlog {

class LostCores {
 public:
  // Nothing if none were recorded beside this event log.
  static std::optional<LostCores> beside(const std::filesystem::path& log, std::uint64_t tick_base);
  // What telling them takes at most in the event file.
  static std::uint64_t most_event_file_bytes(const std::filesystem::path& log);

  // Goes on to `ticks` (absolute). True the first time and if something has been added since the
  // last one. With `is_ignored` what was lost until then counts for nothing.
  bool take(std::uint64_t ticks, bool is_ignored);

  // The end of what was taken last, absolute ticks.
  [[nodiscard]] std::uint64_t last() const { return last_; }
  // What the switches tell, and what the system counts; never less than the former.
  [[nodiscard]] std::uint64_t lost_ns() const { return lost_; }
  [[nodiscard]] std::uint64_t counted_ns() const { return shown_; }

 private:
  LostCores(SwitchReader file, std::uint64_t tick_base);
  // What was lost of the entry up to `time`; the entry is what comes after.
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
  std::uint64_t shown_ = 0;  // of it, without what is ignored
};

}  // namespace tarry::trace::eventlog
