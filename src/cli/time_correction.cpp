// SPDX-License-Identifier: BSD-3-Clause
#include "cli/time_correction.h"

namespace tarry::cli {

void TimeCorrectionOptions::add_to(OptionTable& table) {
  table.push_back({.names = "--time-correction",
                   .target = &level_,
                   .help = "none: times as recorded; offsets: with the clock offsets that were "
                           "measured during the run; full: also with the corrections by which "
                           "'tarry analyze' keeps messages and collective operations from going "
                           "back in time",
                   .value = "LEVEL",
                   .choices = {"none", "offsets", "full"},
                   .otherwise = "full if times were measured"});
  table.push_back({.names = "--no-time-correction",
                   .target = Clears{&is_wanted_},
                   .help = "The same as --time-correction none",
                   .excludes = "--time-correction"});
}

trace::TimeCorrection TimeCorrectionOptions::value() const {
  if (!is_wanted_ || level_ == "none") return trace::TimeCorrection::None;
  return level_ == "offsets" ? trace::TimeCorrection::Offsets : trace::TimeCorrection::Full;
}

}  // namespace tarry::cli
