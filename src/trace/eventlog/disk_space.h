// SPDX-License-Identifier: BSD-3-Clause
// Room for the event files of one process, reserved before they are written. The OTF2 library
// notices a full disk only when it closes a file, and then reports success.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/result.h"

namespace tarry::trace::eventlog {

// Holds disk space in a file of its own until release() or its end.
class ReservedSpace {
 public:
  explicit ReservedSpace(std::filesystem::path file) : file_(std::move(file)) {}
  ~ReservedSpace() { release(); }
  ReservedSpace(const ReservedSpace&) = delete;
  ReservedSpace& operator=(const ReservedSpace&) = delete;

  // Returns an error if there is not enough space. If the file system cannot reserve space, only
  // its free space is checked.
  base::Status reserve(std::uint64_t bytes);
  void release();

 private:
  std::filesystem::path file_;
};

}  // namespace tarry::trace::eventlog
