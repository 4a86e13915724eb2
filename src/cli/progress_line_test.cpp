// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress_line.h"

#include <gtest/gtest.h>

namespace tarry::cli {
namespace {

TEST(ProgressLine, SaysRateAndTimeLeftWhileReading) {
  analysis::Progress progress;
  progress.events = 12'300'000;
  progress.events_total = 64'000'000;
  EXPECT_EQ(progress_text(progress, 2.0),
            "reading: 12.3 of 64.0 million events, 6.2 million/s, 8 s left");
}

TEST(ProgressLine, PromisesNothingBeforeTheFirstEvent) {
  analysis::Progress progress;
  progress.events_total = 1'000'000;
  EXPECT_EQ(progress_text(progress, 0.5), "reading: 0.0 of 1.0 million events, 0.0 million/s");
}

TEST(ProgressLine, NamesTheStageAfterReading) {
  analysis::Progress progress;
  progress.stage = analysis::Stage::MatchMessages;
  EXPECT_EQ(progress_text(progress, 5.0), "matching messages");
}

}  // namespace
}  // namespace tarry::cli
