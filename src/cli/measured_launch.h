// SPDX-License-Identifier: BSD-3-Clause
// From the user's command line to the one that is run: every program behind the launcher is looked
// at, and tarry-start with the fitting library is put in front of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/installation.h"
#include "launch/launch_plan.h"
#include "launch/openmp.h"
#include "launch/program.h"

namespace tarry::cli {

// What goes into one program.
// Whose samples are taken beside events.
enum class SampledPrograms : std::uint8_t { None, WithMpi, All };

struct Injection {
  std::vector<std::string> libraries;  // ours first
  std::vector<std::string> variables;  // NAME=VALUE
  bool waits_like_gcc = false;         // see runtime/start/gcc_waiting.h
};

struct MeasuredLaunch {
  launch::LaunchPlan plan;
  std::vector<launch::Program> programs;  // as the plan lists them
  std::vector<Injection> injections;      // for each of them
  std::optional<launch::KnownMpi> mpi;    // of the first program that has one
  bool takes_samples = false;             // of one of them at least
  std::vector<std::string> reasons;       // for each, why it is that one
  std::vector<std::string> warnings;      // what limits every finding of this run
  std::vector<std::string> notes;         // what the user should know before the run

  // The command to run; `variables` (NAME=VALUE) are set for the measured processes only.
  [[nodiscard]] std::vector<std::string> command(const Installation& installation,
                                                 const std::vector<std::string>& variables) const;
};

// Checks everything that can be checked before the run. An Error says why it cannot be measured.
// Those with MPI are sampled only where samples can be taken.
base::Result<MeasuredLaunch> prepare_launch(const std::vector<std::string>& words,
                                            const Installation& installation,
                                            launch::OpenMpWish openmp_wish,
                                            SampledPrograms sampled);

// The same for samples alone: a library that leaves OpenMP alone, and of MPI counts the calls at
// most.
base::Result<MeasuredLaunch> prepare_sampled_launch(const std::vector<std::string>& words,
                                                    const Installation& installation);

}  // namespace tarry::cli
