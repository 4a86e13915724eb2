// SPDX-License-Identifier: BSD-3-Clause
// Iterates the records of one event log (layout: log_format.h), whatever state it was left in: an
// incomplete record, damage, or the end of the file ends its window but not the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "base/result.h"
#include "trace/eventlog/log_format.h"
#include "trace/eventlog/record_time.h"

namespace tarry::trace::eventlog {

// One record in the log; valid as long as its reader.
struct LogRecord {
  RecordKind kind = RecordKind::None;
  std::uint64_t ticks = 0;  // absolute
  const unsigned char* bytes = nullptr;

  [[nodiscard]] std::uint64_t payload() const { return as<RecordHead>().payload; }
  // Returns a value of a CountersRead record.
  [[nodiscard]] std::uint64_t counter_value(std::size_t at) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes + kUnitBytes + at * sizeof value, sizeof value);
    return value;
  }
  // `Record` is RecordHead, MessageRecord or CollectiveRecord, whichever fits the kind.
  template <class Record>
  [[nodiscard]] Record as() const {
    Record record;
    std::memcpy(&record, bytes, sizeof record);
    return record;
  }
};

class LogReader {
 public:
  // Returns an error if there is no file or its header is not that of a log.
  static base::Result<LogReader> open(const std::filesystem::path& path);

  LogReader(LogReader&& other) noexcept;
  LogReader& operator=(LogReader&& other) noexcept;
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;
  ~LogReader();

  [[nodiscard]] const LogHeader& header() const { return header_; }

  // Reads the next record in order of writing; returns false at the end of the log.
  bool next(LogRecord& record);

  // Returns the number of windows that ended in something other than a record; the rest of each was
  // skipped.
  [[nodiscard]] std::uint64_t damaged_windows() const { return damaged_; }
  // Returns true if the file is shorter than its header says.
  [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
  LogReader() = default;
  bool next_window();
  void release();

  LogHeader header_{};
  const unsigned char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t end_ = 0;  // end of the event trace
  std::size_t at_ = 0;
  std::size_t window_end_ = 0;
  std::uint64_t windows_read_ = 0;
  std::uint64_t damaged_ = 0;
  bool cut_short_ = false;
};

inline bool LogReader::next(LogRecord& record) {
  for (;;) {
    if (at_ + kUnitBytes <= window_end_) {
      RecordHead head;
      std::memcpy(&head, data_ + at_, sizeof head);
      record.kind = unpack_kind(head.time_and_kind);
      const std::size_t bytes = record_units(record.kind, head.payload) * kUnitBytes;
      if (bytes != 0 && at_ + bytes <= window_end_) {
        record.bytes = data_ + at_;
        at_ += bytes;
        record.ticks =
            header_.tick_base + ticks_of_record(record.bytes, data_ + at_, data_ + window_end_);
        return true;
      }
      if (record.kind != RecordKind::None) ++damaged_;
    }
    if (!next_window()) return false;
  }
}

}  // namespace tarry::trace::eventlog
