// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/symptom_paths.h"

#include <algorithm>

namespace tarry::diagnosis {

std::vector<FrameId> symptom_paths(const Diagnosis& diagnosis, const Finding& finding) {
  std::vector<FrameId> out{finding.symptom};
  const auto add = [&](FrameId path) {
    if (std::find(out.begin(), out.end(), path) == out.end()) out.push_back(path);
  };
  const bool is_closing =
      std::any_of(diagnosis.phases.begin(), diagnosis.phases.end(), [&](const Phase& phase) {
        return phase.kind == finding.phase_kind && phase.closing == finding.symptom;
      });
  const auto closing = diagnosis.closing.paths.find(finding.symptom);
  if (is_closing && closing != diagnosis.closing.paths.end())
    std::for_each(closing->second.begin(), closing->second.end(), add);
  for (const Cause& cause : finding.causes)
    if (cause.is_symptom) add(cause.frame);
  return out;
}

}  // namespace tarry::diagnosis
