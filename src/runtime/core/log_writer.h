// SPDX-License-Identifier: BSD-3-Clause
// The file behind one thread's events (layout: trace/eventlog/log_format.h): creates it, maps its
// header and one window at a time. This class knows nothing of threads, clocks or settings.
//
// No file stays open between calls: a program may close every descriptor that it did not open, and
// its next file would then take over the number and grow by our windows.
#pragma once

#include <cstdint>

#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

using trace::eventlog::LogHeader;

class LogWriter {
 public:
  // Creates <directory>/thread-<number>.log with its first window. `start` gives the header all
  // but magic, version and windows. On failure returns the errno value and leaves no file.
  // Thread: caller-locks.
  int create(const char* directory, const LogHeader& start);

  // Maps the next window instead of the present one. With `keep_mapped` the old one stays mapped
  // for a record that is still being written to it. On failure returns the errno value; the old
  // window stays. Thread: caller-locks.
  int next_window(const char* directory, bool keep_mapped);

  // Goes back to the first window and empties it, because the content of the log has been taken in.
  // On failure returns the errno value and changes nothing. Thread: caller-locks.
  int restart(const char* directory, std::uint64_t used_until);

  // Empties the present window, whose content is no longer needed. Thread: caller-locks.
  void reuse_window(std::uint64_t used_until);

  // Takes now the page faults of storing into the next part of the window, from `place` on; that
  // part ends at ready_end(). Thread: caller-locks.
  void touch_ahead(std::uint64_t place);

  // Unmaps everything and gives back the blocks behind `used_until`. Thread: caller-locks.
  void close(const char* directory, std::uint64_t used_until);

  // Returns nullptr before create() and after close().
  [[nodiscard]] LogHeader* header() const { return header_; }
  [[nodiscard]] std::uint64_t window_begin() const { return window_; }
  [[nodiscard]] std::uint64_t window_end() const { return window_ + window_bytes_; }
  // Returns the offset in the file of an address in the window.
  [[nodiscard]] std::uint64_t file_offset(std::uint64_t address) const;
  [[nodiscard]] std::uint64_t window_bytes() const { return window_bytes_; }
  // Records may be stored up to this address, which is the end of the window without touch_ahead().
  [[nodiscard]] std::uint64_t ready_end() const { return ready_end_; }

 private:
  LogHeader* header_ = nullptr;
  std::uint64_t window_ = 0;  // address
  std::uint64_t ready_end_ = 0;
  std::uint64_t window_bytes_ = 0;
};

}  // namespace tarry::runtime::core
