// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress_line.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

namespace tarry::cli {
namespace {

constexpr std::chrono::milliseconds kInterval(500);

const char* stage_text(analysis::Stage stage) {
  switch (stage) {
    case analysis::Stage::Extract:
      return "reading";
    case analysis::Stage::MatchMessages:
      return "matching messages";
    case analysis::Stage::MatchCollectives:
      return "matching collective operations";
    case analysis::Stage::Evaluate:
      return "evaluating patterns";
    case analysis::Stage::Delays:
      return "tracing waits back to their causes";
    case analysis::Stage::Insights:
      return "asking what the run would gain";
    case analysis::Stage::Assemble:
      return "assembling the report";
  }
  return "";
}

}  // namespace

std::string progress_text(const analysis::Progress& progress, double seconds) {
  const analysis::Stage stage = progress.stage;
  if (stage != analysis::Stage::Extract) return stage_text(stage);
  const auto done = static_cast<double>(progress.events.load());
  const auto total = static_cast<double>(progress.events_total.load());
  const double rate = seconds > 0 ? done / seconds : 0;
  std::string text = fmt::format("{}: {:.1f} of {:.1f} million events, {:.1f} million/s",
                                 stage_text(stage), done / 1e6, total / 1e6, rate / 1e6);
  if (rate > 0 && done <= total) text += fmt::format(", {:.0f} s left", (total - done) / rate);
  return text;
}

ProgressLine::ProgressLine(const analysis::Progress& progress, bool wanted) : progress_(progress) {
  if (!wanted || isatty(STDERR_FILENO) == 0) return;
  try {
    thread_ = std::thread([this] { show(); });
  } catch (const std::system_error&) {
    // If the thread cannot be started, there is no progress line.
  }
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void ProgressLine::show() {
  const auto begin = std::chrono::steady_clock::now();
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kInterval, [this] { return end_; })) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print(stderr, "\r\033[Ktarry: {}", progress_text(progress_, seconds));
    std::fflush(stderr);
    shown = true;
  }
  if (shown) fmt::print(stderr, "\r\033[K");
}

}  // namespace tarry::cli
