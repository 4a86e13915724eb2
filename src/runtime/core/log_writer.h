// SPDX-License-Identifier: BSD-3-Clause
// The file behind one thread's events (layout: trace/eventlog/log_format.h): creates it, maps its
// header and one window at a time. Knows nothing of threads, clocks or settings.
//
// No file stays open between calls: a program may close every descriptor it did not open, and would
// otherwise have its next file grow by our windows.
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

  // Goes back to the first window and empties it; what is in the log has been taken in. On failure
  // returns the errno value; nothing has changed. Thread: caller-locks.
  int restart(const char* directory, std::uint64_t used_until);

  // Empties the present window, of which nothing is needed any more. Thread: caller-locks.
  void reuse_window(std::uint64_t used_until);

  // Takes the page faults of storing into the next part of the window, from `place` on, now; that
  // part ends at ready_end(). Thread: caller-locks.
  void touch_ahead(std::uint64_t place);

  // Unmaps everything and gives back blocks behind `used_until`. Thread: caller-locks.
  void close(const char* directory, std::uint64_t used_until);

  // nullptr before create() and after close().
  [[nodiscard]] LogHeader* header() const { return header_; }
  [[nodiscard]] std::uint64_t window_begin() const { return window_; }
  [[nodiscard]] std::uint64_t window_end() const { return window_ + window_bytes_; }
  // Where in the file an address of the window is.
  [[nodiscard]] std::uint64_t file_offset(std::uint64_t address) const;
  [[nodiscard]] std::uint64_t window_bytes() const { return window_bytes_; }
  // Records may be stored up to here; the end of the window without touch_ahead().
  [[nodiscard]] std::uint64_t ready_end() const { return ready_end_; }

 private:
  LogHeader* header_ = nullptr;
  std::uint64_t window_ = 0;  // address
  std::uint64_t ready_end_ = 0;
  std::uint64_t window_bytes_ = 0;
};

}  // namespace tarry::runtime::core
