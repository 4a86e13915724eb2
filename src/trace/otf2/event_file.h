// SPDX-License-Identifier: BSD-3-Clause
// The event file of one location while it is written, whatever its events are: time stamps, room,
// failures of the library, and its end.
#pragma once

#include <otf2/otf2.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "trace/otf2/archive_handle.h"
#include "trace/otf2/archive_writer.h"
#include "trace/otf2/local_ids.h"

namespace tarry::trace::otf2 {

class EventFile {
 public:
  // Opens `directory`/traces/<trace_id>.evt for at most `most_events`.
  static base::Result<EventFile> open(const std::filesystem::path& directory,
                                      std::uint64_t trace_id, std::uint64_t most_events);

  // Returns what the library writes events with, until finish().
  [[nodiscard]] OTF2_EvtWriter* writer() const { return events_; }

  static OTF2_TimeStamp unsigned_time(model::Ticks time) {
    return static_cast<OTF2_TimeStamp>(std::max<std::int64_t>(time.count, 0));
  }

  // The library refuses an event that is earlier than the one before it. The event is worth more
  // than the few ticks by which a migrating thread's counter may step back.
  OTF2_TimeStamp stamp(model::Ticks time) {
    last_ = std::max(last_, unsigned_time(time));
    return last_;
  }

  // Must be called before every event; one with much content counts as several.
  bool may_write(std::uint64_t events) {
    if (room_ < events) [[unlikely]]
      first_failure_ = OTF2_ERROR_INVALID_SIZE_GIVEN;
    else
      room_ -= events;
    return sound();
  }

  void keep(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && first_failure_ == OTF2_SUCCESS) [[unlikely]]
      first_failure_ = code;
  }

  // Closes the file and writes the file of local definitions. Returns the number of events.
  base::Result<std::uint64_t> finish(const LocalIdTables& ids,
                                     const std::vector<ClockOffset>& clock_offsets);

 private:
  EventFile(ArchiveHandle archive, OTF2_EvtWriter* events, std::uint64_t trace_id, std::string path,
            std::uint64_t most_events, bool is_small)
      : archive_(std::move(archive)),
        events_(events),
        trace_id_(trace_id),
        path_(std::move(path)),
        room_(most_events),
        is_small_(is_small) {}

  // After a failed write (a full disk) the library must not be called again, not even to close: it
  // writes from memory that it has given back.
  [[nodiscard]] bool sound() const { return first_failure_ == OTF2_SUCCESS; }

  ArchiveHandle archive_;
  OTF2_EvtWriter* events_;
  OTF2_TimeStamp last_ = 0;
  std::uint64_t trace_id_;
  std::string path_;
  std::uint64_t room_;  // number of events that may follow
  bool is_small_;       // one small chunk holds them, another the definitions
  OTF2_ErrorCode first_failure_ = OTF2_SUCCESS;
};

}  // namespace tarry::trace::otf2
