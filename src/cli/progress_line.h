// SPDX-License-Identifier: BSD-3-Clause
// One line on the terminal that says how far an analysis has come; none in a pipe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "analysis/records/progress.h"

namespace tarry::cli {

// Returns for example "reading: 12.3 of 64.0 million events, 21.4 million/s, 3 s left".
std::string progress_text(const analysis::Progress& progress, double seconds);

// Shows the line from the first second on until the object ends, which wipes out the line.
class ProgressLine {
 public:
  // `progress` must outlive it. Nothing is shown if `wanted` is false or stderr is no terminal.
  ProgressLine(const analysis::Progress& progress, bool wanted);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

 private:
  void show();

  const analysis::Progress& progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace tarry::cli
