// SPDX-License-Identifier: BSD-3-Clause
// One recording from the start of the launcher to the closing lines. Everything that could be
// checked before has been; from here on, what was recorded is saved whatever happens.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "cli/host_folders.h"
#include "cli/messages.h"
#include "experiment/experiment.h"
#include "experiment/products.h"
#include "launch/child_process.h"

namespace tarry::cli {

class Recording {
 public:
  // `experiment` is empty; `manifest` has what is known before the run; `products` are to be kept;
  // `host_folders` are those of this launch.
  Recording(experiment::Experiment experiment, experiment::Manifest manifest,
            experiment::Products products, HostFolders host_folders, const CommonOptions& common)
      : voice_(common),
        products_(std::move(products)),
        host_folders_(std::move(host_folders)),
        recorded_{.experiment = std::move(experiment),
                  .manifest = std::move(manifest),
                  .voice = voice_,
                  .threads = common.threads} {}
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  bool rename_when_ranks_known = false;

  // Returns the status of the program if the measurement worked. `shown_name` is the directory as
  // the user knows it.
  base::Result<int> run(std::string shown_name);

 private:
  base::Result<launch::ChildEnd> run_program();
  void tell_end(const launch::ChildEnd& end) const;
  void wait_for_stragglers() const;
  base::Status conclude();
  // Adds to the hint what to do about the error.
  [[nodiscard]] base::Error explain(base::Error error) const;
  void tell_notes() const;
  void give_final_name();
  void tell_amount() const;

  CommandVoice voice_;
  experiment::Products products_;
  HostFolders host_folders_;
  experiment::Recorded recorded_;
};

}  // namespace tarry::cli
