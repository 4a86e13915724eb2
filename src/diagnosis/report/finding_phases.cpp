// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/finding_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/joined.h"
#include "diagnosis/report/finding_text.h"
#include "report/quantity.h"

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

std::vector<std::size_t> longest_phases(const Diagnosis& diagnosis) {
  std::vector<std::size_t> order(diagnosis.phases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto length = [&](std::size_t at) {
    return diagnosis.phases[at].end - diagnosis.phases[at].begin;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
  order.resize(std::min(order.size(), kMostPhases));
  return order;
}

std::string phases_text(const std::vector<std::uint32_t>& phases) {
  const std::string ranges = base::joined(phases);
  if (phases.size() == 1) return "Phase " + ranges;
  if (std::count(ranges.begin(), ranges.end(), ',') < kReadableRanges) return "Phases " + ranges;
  return fmt::format("{} phases from {} to {}", phases.size(), phases.front(), phases.back());
}

std::string kind_title(const Diagnosis& diagnosis, std::uint32_t kind) {
  const std::vector<std::uint32_t> phases = phases_of(diagnosis, kind);
  const Phase& first = diagnosis.phases[phases.front()];
  const Phase& last = diagnosis.phases[phases.back()];
  return fmt::format(
      "{}, {} to {}, {}{}", phases_text(phases), seconds_text(seconds_into(diagnosis, first.begin)),
      seconds_text(seconds_into(diagnosis, last.end)),
      first.closing.valid() ? "up to " + path_text(diagnosis, first.closing) : "up to the end",
      diagnosis.kinds[kind].is_mpmd ? ", ranks do different work" : "");
}

std::string kind_parts(const Diagnosis& diagnosis, std::uint32_t kind) {
  const PhaseKind& of = diagnosis.kinds[kind];
  return fmt::format("imbalance {}, communication {}, synchronization {} of the run",
                     report::percent(of.imbalance, diagnosis.seconds),
                     report::percent(of.communication, diagnosis.seconds),
                     report::percent(of.synchronization, diagnosis.seconds));
}

double seconds_into(const Diagnosis& diagnosis, Time time) {
  return std::chrono::duration<double>(time - diagnosis.begin).count();
}

}  // namespace tarry::diagnosis
