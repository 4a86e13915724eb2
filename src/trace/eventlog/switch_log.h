// SPDX-License-Identifier: BSD-3-Clause
// The times when a measured thread was ready to run and had no core. The injected runtime writes
// them beside the event log of a thread to thread-<number>.switches, and the converter reads them.
// The file is a sequence of 16-byte entries in order of time and has no header; a killed process
// leaves everything that its threads had written until then.
//
// A thread that polls and yields loses its core some 100,000 times a second. Times without a core
// that follow each other closely are therefore one entry, which says how much of its span was lost.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/experiment_files.h"

namespace tarry::trace::eventlog {

// No record lies within a single time without a core, because the thread did not run.
struct LostCore {
  std::uint64_t begin = 0;  // ticks since LogHeader::tick_base
  std::uint32_t span = 0;   // ticks
  std::uint32_t lost = 0;   // nanoseconds of it in which the thread was ready and had no core
};
static_assert(sizeof(LostCore) == 16);

// An entry of another kind has its kind in the highest bits of `begin` and the time of writing in
// the other bits; `span` and `lost` are the low and the high half of a number.
enum class SwitchEntry : std::uint8_t {
  LostCore = 0,
  RunDelay = 1,  // nanoseconds that the system counts as ready without a core, since the last one
  Unplaced = 2,  // records of switches for which there was no room, since the last one
};
inline constexpr unsigned kSwitchEntryShift = 60;
inline constexpr std::uint64_t kSwitchTimeMask = (std::uint64_t{1} << kSwitchEntryShift) - 1;

constexpr SwitchEntry entry_kind(const LostCore& entry) {
  return static_cast<SwitchEntry>(entry.begin >> kSwitchEntryShift);
}
constexpr std::uint64_t time_of(const LostCore& entry) { return entry.begin & kSwitchTimeMask; }
constexpr LostCore number_entry(SwitchEntry kind, std::uint64_t time, std::uint64_t number) {
  return {static_cast<std::uint64_t>(kind) << kSwitchEntryShift | (time & kSwitchTimeMask),
          static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
}
constexpr std::uint64_t number_in(const LostCore& entry) {
  return std::uint64_t{entry.lost} << 32 | entry.span;
}

// The set of counters that holds these times in a trace: model::tells_lost_cores().
inline constexpr std::uint32_t kLostCoresSet = 17;  // one of the process' counter sets

// Returns the path of the file that belongs to an event log.
inline std::filesystem::path switches_beside(std::filesystem::path log) {
  return log.replace_extension(base::kSwitchesEnding);
}

// Reads such a file from its begin on.
class SwitchReader {
 public:
  // Returns nothing if there is no such file beside the event log.
  static std::optional<SwitchReader> beside(const std::filesystem::path& log) {
    std::FILE* const file = std::fopen(switches_beside(log).c_str(), "rbe");
    if (file == nullptr) return std::nullopt;
    return SwitchReader(file);
  }

  // Returns false at the end of the file, or at an incomplete entry.
  bool next(LostCore& entry) {
    return std::fread(&entry, sizeof entry, 1, file_.get()) == 1 &&
           entry.begin >> kSwitchEntryShift <= static_cast<unsigned>(SwitchEntry::Unplaced);
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  explicit SwitchReader(std::FILE* file) : file_(file) {}
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace tarry::trace::eventlog
