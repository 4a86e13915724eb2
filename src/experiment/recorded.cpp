// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/recorded.h"

#include <utility>

namespace tarry::experiment {

void Recorded::tell(const std::string& text) const {
  voice.say(text);
  experiment.log(text);
}

void Recorded::tell_detail(const std::string& text) const {
  voice.detail(text);
  experiment.log(text);
}

void Recorded::warn(const std::string& text) const {
  voice.warn(text);
  experiment.log(text);
}

void Recorded::take(trace::finish::FinishedArchive archive) {
  const bool is_first = !manifest.archive;
  manifest.archive = std::move(archive);
  if (!is_first) return;
  for (const std::string& warning : all_warnings(manifest)) experiment.log(warning);
}

void Recorded::tell_warnings() const {
  for (const std::string& warning : all_warnings(manifest)) voice.warn(warning);
}

}  // namespace tarry::experiment
