// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/lost_cores.h"

#include <algorithm>
#include <utility>

namespace tarry::trace::eventlog {

std::optional<LostCores> LostCores::beside(const std::filesystem::path& log,
                                           std::uint64_t tick_base) {
  std::optional<SwitchReader> file = SwitchReader::beside(log);
  if (!file) return std::nullopt;
  return LostCores(std::move(*file), tick_base);
}

// Each entry takes a time stamp and a reading of two values; there is one more at the begin.
std::uint64_t LostCores::most_event_file_bytes(const std::filesystem::path& log) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(switches_beside(log), error);
  constexpr std::uint64_t kReading = 48;
  return error ? 0 : (bytes / sizeof(LostCore) + 1) * kReading;
}

LostCores::LostCores(SwitchReader file, std::uint64_t tick_base)
    : file_(std::move(file)), tick_base_(tick_base), has_entry_(file_.next(entry_)) {}

std::uint64_t LostCores::split(std::uint64_t time) {
  const std::uint64_t before = time - entry_.begin;
  if (before >= entry_.span) {
    last_ = tick_base_ + entry_.begin + entry_.span;
    const std::uint64_t lost = entry_.lost;
    has_entry_ = file_.next(entry_);
    return lost;
  }
  const std::uint64_t lost = entry_.lost * before / entry_.span;
  entry_.begin = time;
  entry_.span -= static_cast<std::uint32_t>(before);
  entry_.lost -= static_cast<std::uint32_t>(lost);
  last_ = tick_base_ + time;
  return lost;
}

bool LostCores::take(std::uint64_t ticks, bool is_ignored) {
  const std::uint64_t until = ticks - tick_base_;
  bool is_new = !is_begun_;
  is_begun_ = true;
  while (has_entry_ && time_of(entry_) < until) {
    if (entry_kind(entry_) == SwitchEntry::LostCore) {
      const std::uint64_t lost = split(until);
      (is_ignored ? ignored_ : lost_) += lost;
      is_new |= !is_ignored && lost > 0;
      continue;
    }
    if (entry_kind(entry_) == SwitchEntry::RunDelay) counted_ += number_in(entry_);
    is_new |= entry_kind(entry_) == SwitchEntry::RunDelay;
    has_entry_ = file_.next(entry_);
  }
  if (counted_ > ignored_) shown_ = std::max(shown_, counted_ - ignored_);
  shown_ = std::max(shown_, lost_);
  return is_new;
}

}  // namespace tarry::trace::eventlog
