// SPDX-License-Identifier: BSD-3-Clause
// The file behind the definitions log. Lines are stored in a mapped window of it, as events are: a
// line costs no system call, and a killed process leaves all of them. While the process runs, zeros
// follow the last line.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

class DefinitionsFile {
 public:
  // Adds a whole line to <directory>/definitions.tsv. The line is lost if the disk is full. Thread:
  // caller-locks. Signal: safe.
  void add(const char* directory, const char* line, std::size_t length);

  // Gives back the room that is reserved behind the last line. More lines may be added afterwards.
  // Thread: caller-locks.
  void trim(const char* directory);

 private:
  bool make_room(const char* directory, std::size_t length);

  std::uint64_t used_ = 0;  // bytes of the file
  std::uint64_t next_ = 0;  // address of the next free byte; 0 without a window
  std::uint64_t window_ = 0;
  std::uint64_t window_bytes_ = 0;
};

}  // namespace tarry::runtime::core
