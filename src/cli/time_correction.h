// SPDX-License-Identifier: BSD-3-Clause
// The options --time-correction and --no-time-correction: how far the times of a trace are
// corrected.
#pragma once

#include <string>

#include "cli/option.h"
#include "trace/open_trace.h"

namespace tarry::cli {

class TimeCorrectionOptions {
 public:
  // Adds the options to a table.
  void add_to(OptionTable& table);

  [[nodiscard]] trace::TimeCorrection value() const;
  // Returns whether the user asks for a level.
  [[nodiscard]] bool is_asked() const { return !level_.empty(); }

 private:
  std::string level_;
  bool is_wanted_ = true;
};

}  // namespace tarry::cli
