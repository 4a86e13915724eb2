// SPDX-License-Identifier: BSD-3-Clause
// From a diagnosis to the trace of one of its losses: `tarry diagnose --then-trace` chooses the
// window and the functions, runs the program again with `tarry record`, and shows which ranks make
// which others wait. Reasons: docs/decisions/033-from-samples-to-a-trace.md
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

  // Returns whether only the plan is shown.
  [[nodiscard]] bool is_dry_run() const { return is_wanted_ && dry_run_; }

  // Returns an Error if options contradict each other or something would prevent the trace. Call
  // before the diagnosis. `experiment` has the samples; `processes` is the number that diagnose
  // together.
  [[nodiscard]] base::Status check(const std::string& experiment, const ResultOutput& output,
                                   std::size_t processes) const;

  // Returns an Error if the diagnosis has losses but not the one that was asked for.
  [[nodiscard]] base::Status check_finding(const diagnosis::Diagnosis& diagnosis) const;

  // Writes the filter, traces, and shows on standard output what is traced and what was found. Call
  // after both checks. `experiment` has the diagnosed samples; `directory` is that of the trace,
  // and is chosen here if it is empty. Changes the current directory and the environment to those
  // of the sampled run. Returns the exit status: 1 if the traced program failed although the
  // sampled one had not.
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
