// SPDX-License-Identifier: BSD-3-Clause
// One recording from the start of the launcher to the closing lines. Everything that could be
// checked before has been; from here on, what was recorded is saved whatever happens.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"
#include "launch/child_process.h"

namespace tarry::cli {

class Recording {
 public:
  // `experiment` is empty; `manifest` has what is known before the run.
  Recording(experiment::Experiment experiment, experiment::Manifest manifest,
            const CommonOptions& common)
      : experiment_(std::move(experiment)), manifest_(std::move(manifest)), common_(common) {}

  std::string shown_name;  // the directory as the user knows it
  bool rename_when_ranks_known = false;
  bool analyze = true;
  bool keep_events = true;       // an OTF2 archive
  bool keep_summary = false;     // a summary.cubex
  bool keep_compressed = false;  // a compressed trace
  bool keep_samples = false;     // samples, beside the others
  bool tells_samples = false;    // they are there for themselves, not just for the analysis
  bool records_events = true;    // one of the others is kept

  // The program's own status if the measurement worked.
  base::Result<int> run();

 private:
  void wait_for_stragglers() const;
  base::Status finish(const launch::ChildEnd& end);
  base::Status finish_compressed_only();
  base::Status finish_events(const launch::ChildEnd& end);
  base::Status finish_sampling(const launch::ChildEnd& end);
  void finish_samples_beside_events();
  base::Status conclude(const launch::ChildEnd& end);
  base::Status conclude_kept();
  base::Status conclude_trace();
  // With what to do about it.
  [[nodiscard]] base::Error explain(base::Error error) const;
  void tell(const std::string& text);
  void tell_detail(const std::string& text);
  void tell_size(double seconds);
  void tell_numbers();
  void tell_warnings() const;
  void tell_notes() const;
  base::Status gather_summaries();
  base::Status finish_summary();
  base::Status give_up_summary(const base::Error& error);
  void give_up_compressed(const base::Error& error);
  base::Status conclude_summary() const;
  base::Status conclude_compressed() const;
  base::Status conclude_samples() const;
  void say_next_of_samples(const std::string& said) const;
  void give_final_name();

  experiment::Experiment experiment_;
  experiment::Manifest manifest_;
  const CommonOptions& common_;
};

}  // namespace tarry::cli
