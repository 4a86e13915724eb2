// SPDX-License-Identifier: BSD-3-Clause
// Says one line if this process ends before it is done, whatever ends it: launchers kill the
// processes that are left when one has died, some without any warning.
#pragma once

#include <string_view>

namespace tarry::cli {

class EndWatch {
 public:
  EndWatch() = default;  // watches nothing
  // Starts a small process in a session of its own that waits for the end of this one. Call before
  // there are threads. If no process can be started, nothing is watched.
  explicit EndWatch(std::string_view line);
  EndWatch(EndWatch&& other) noexcept;
  EndWatch& operator=(EndWatch&& other) noexcept;
  // The process has done its work: the line is not printed.
  ~EndWatch();

 private:
  void dismiss();

  int pipe_ = -1;
  int process_ = -1;
};

}  // namespace tarry::cli
