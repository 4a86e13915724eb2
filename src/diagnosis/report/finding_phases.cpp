// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/finding_phases.h"

namespace tarry::diagnosis {

std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind) {
  std::vector<std::uint32_t> phases;
  for (std::uint32_t at = 0; at < diagnosis.phases.size(); ++at)
    if (diagnosis.phases[at].kind == kind) phases.push_back(at);
  return phases;
}

double seconds_into(const Diagnosis& diagnosis, Time time) {
  return std::chrono::duration<double>(time - diagnosis.begin).count();
}

}  // namespace tarry::diagnosis
