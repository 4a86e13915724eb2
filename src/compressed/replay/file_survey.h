// SPDX-License-Identifier: BSD-3-Clause
// The part of the pass before a replay that looks at calls on files.
#pragma once

#include <string>

#include "base/result.h"
#include "compressed/replay/open_files.h"
#include "compressed/replay/survey.h"
#include "model/mpi_function.h"

namespace tarry::replay {

// Returns whether the trace says everything that a call on an open file needs.
bool says_enough(model::MpiFunction function, const compressed::Action& action);
// Returns whether a replay makes the call, too.
bool can_be_made(model::MpiFunction function, const compressed::Action& action);

// Thread: one.
class FileSurvey {
 public:
  explicit FileSurvey(const compressed::Memberships& comms) : files_(comms) {}

  // Adds what a call of `function` with this action needs to `found` and to the counts of its
  // place. Returns an Error if the call contradicts others or its function.
  base::Status look_at(const compressed::Action& action, const std::string& function, Survey& found,
                       CallCounts& counts);

 private:
  void open(const compressed::Action& action, const std::string& function, Survey& found);

  OpenFiles files_;
};

}  // namespace tarry::replay
