// SPDX-License-Identifier: BSD-3-Clause
// The data that the products of one recording share while they are made.
#pragma once

#include <string>

#include "experiment/experiment.h"
#include "experiment/manifest.h"
#include "experiment/voice.h"

namespace tarry::experiment {

struct Recorded {
  Experiment experiment;
  Manifest manifest;
  Voice& voice;
  unsigned threads = 0;         // to work with; 0: all cores
  std::string shown_name = {};  // the directory as the user knows it
  bool has_events = false;      // processes have left event logs

  // These go to the user and to tarry.log.
  void tell(const std::string& text) const;
  void tell_detail(const std::string& text) const;
  void warn(const std::string& text) const;

  // Puts into the manifest what a product has found out about the run. The warnings of the first
  // product go to tarry.log.
  void take(trace::finish::FinishedArchive archive);
  // These go to the user alone.
  void tell_warnings() const;
};

}  // namespace tarry::experiment
