// SPDX-License-Identifier: BSD-3-Clause
// Collects what hosts keep that do not see the experiment directory (hosts/host_folder.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/result.h"
#include "cli/installation.h"
#include "experiment/recorded.h"
#include "launch/launch_plan.h"

namespace tarry::cli {

class HostFolders {
 public:
  HostFolders(Installation installation, launch::LaunchPlan plan)
      : installation_(std::move(installation)), plan_(std::move(plan)) {}

  // If processes of the run have left nothing in the experiment directory, starts the launcher once
  // more with a program that sends the folders of its hosts, and says what came. It waits for the
  // launcher, for a quarter of an hour at most. What does not come stays where it is, with a
  // warning. A launcher that would write the program's output to files again is not started.
  void collect(experiment::Recorded& recorded) const;

 private:
  // Returns the number of processes that have left nothing.
  [[nodiscard]] std::uint32_t missing(const experiment::Recorded& recorded) const;
  // Returns whether the words before the program say nothing about output.
  [[nodiscard]] bool may_start_again() const;
  void warn_of_rest(experiment::Recorded& recorded) const;

  Installation installation_;
  launch::LaunchPlan plan_;
};

}  // namespace tarry::cli
