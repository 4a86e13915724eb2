// SPDX-License-Identifier: BSD-3-Clause
// From a diagnosis to the trace of one of its losses: `tarry diagnose --then-trace` chooses the
// window and the functions, runs the program again with `tarry record`, and shows who makes whom
// wait. docs/decisions/033-from-samples-to-a-trace.md
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "cli/result_output.h"
#include "cli/trace_plan.h"
#include "diagnosis/diagnosis.h"

namespace tarry::cli {

class ThenTrace {
 public:
  // The table must not outlive this object.
  OptionTable options();

  [[nodiscard]] bool is_wanted() const { return is_wanted_; }

  // Only the plan is to be shown.
  [[nodiscard]] bool is_dry_run() const { return is_wanted_ && dry_run_; }

  // Before a diagnosis: what does not fit together on the command line, and what would be in the
  // way of the trace. `experiment`: with the samples; `processes`: that diagnose together.
  [[nodiscard]] base::Status check(const std::string& experiment, const ResultOutput& output,
                                   std::size_t processes) const;

  // Whether the diagnosis has the loss that was asked for, or has none.
  [[nodiscard]] base::Status check_finding(const diagnosis::Diagnosis& diagnosis) const;

  // Behind both. `experiment`: of the diagnosed samples; `directory`: of the trace, empty: chosen
  // here. Writes the filter, shows on standard output what is traced and what came of it. Changes
  // the current directory and the environment to those of the sampled run. The value is the exit
  // status: 1 if the traced program failed, and the sampled one had not.
  base::Result<int> run(const std::string& experiment, const diagnosis::Diagnosis& diagnosis,
                        const std::string& directory, const CommonOptions& common) const;

 private:
  [[nodiscard]] base::Status check_options(const ResultOutput& output, std::size_t processes) const;
  [[nodiscard]] TraceWishes wishes(const std::string& experiment,
                                   const std::string& directory) const;

  bool is_wanted_ = false;
  unsigned finding_ = 0;  // from 1; 0: the worst
  std::string window_ = "2s";
  bool dry_run_ = false;
  bool force_ = false;
};

}  // namespace tarry::cli
