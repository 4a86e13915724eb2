// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/finding_phases.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/joined.h"

namespace tarry::diagnosis {
namespace {

constexpr int kReadableRanges = 4;

}  // namespace

std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind) {
  std::vector<std::uint32_t> phases;
  for (std::uint32_t at = 0; at < diagnosis.phases.size(); ++at)
    if (diagnosis.phases[at].kind == kind) phases.push_back(at);
  return phases;
}

std::string phases_text(const std::vector<std::uint32_t>& phases) {
  const std::string ranges = base::joined(phases);
  if (phases.size() == 1) return "Phase " + ranges;
  if (std::count(ranges.begin(), ranges.end(), ',') < kReadableRanges) return "Phases " + ranges;
  return fmt::format("{} phases from {} to {}", phases.size(), phases.front(), phases.back());
}

double seconds_into(const Diagnosis& diagnosis, Time time) {
  return std::chrono::duration<double>(time - diagnosis.begin).count();
}

}  // namespace tarry::diagnosis
