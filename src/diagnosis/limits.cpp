// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/limits.h"

#include <algorithm>

#include "base/joined.h"

namespace tarry::diagnosis {

namespace {

bool uses_mpi(const Diagnosis& diagnosis) {
  if (diagnosis.ranks > 1 || diagnosis.is_counted) return true;
  for (std::uint32_t at = 1; at < diagnosis.paths.size(); ++at) {
    const std::string& name = diagnosis.paths[FrameId{at}].name;
    if (name.starts_with("MPI_") || name.starts_with("PMPI_")) return true;
  }
  return false;
}

// Threads are compared only in parallel regions (openmp_regions.h).
bool has_openmp_regions(const Diagnosis& diagnosis) {
  for (std::uint32_t at = 1; at < diagnosis.paths.size(); ++at)
    if (diagnosis.paths[FrameId{at}].name == "(parallel_region)") return true;
  return false;
}

// Returns whether a run of this kind can have the issue at all.
bool can_have(Issue issue, const Diagnosis& diagnosis, bool has_mpi) {
  if (issue == Issue::NetworkCongestion) return has_mpi;
  if (issue == Issue::LockContention) return has_mpi || diagnosis.threads > 1;
  return true;
}

}  // namespace

std::vector<std::string> limits_of(const Diagnosis& diagnosis) {
  const bool has_mpi = uses_mpi(diagnosis);
  std::vector<std::string> limits;
  if (has_mpi)
    limits.emplace_back(
        "Samples do not know who a message comes from or goes to. A late partner is told by who "
        "stops "
        "working when a wait ends.");
  limits.emplace_back(
      "Severities are upper bounds of what the run could be shorter; they may overlap and do not "
      "add up.");
  for (const IssueEntry& entry : taxonomy())
    if (!entry.missing.empty() && can_have(entry.issue, diagnosis, has_mpi))
      limits.push_back(std::string(entry.title) +
                       " is not looked for: " + std::string(entry.missing) + '.');
  if (diagnosis.ranks > 1 && diagnosis.threads > diagnosis.ranks)
    limits.push_back("Only the first thread of each rank is looked at.");
  if (diagnosis.ranks == 1 && diagnosis.threads > 1 && !has_openmp_regions(diagnosis))
    limits.push_back(
        "Threads are compared in parallel regions of OpenMP, and samples show none. What threads "
        "wait for at barriers, joins and conditions of their own is not looked for.");
  if (diagnosis.phases.size() == 1 && diagnosis.ranks > 1)
    limits.push_back("No synchronisation of all ranks was found: the run is one phase.");
  if (has_mpi && !diagnosis.is_counted)
    limits.push_back(
        "Calls from the same place that follow each other within a sampling period are taken for "
        "one. Durations per call are upper bounds, and a synchronisation of all ranks may not be "
        "recognised.");
  if (diagnosis.by_line)
    limits.push_back(
        "Control flow of some loops is not known: their iterations were told by the lines of their "
        "calls.");
  std::vector<std::uint32_t> unknown;
  for (const RankClock& clock : diagnosis.clocks)
    if (!clock.offset.is_known) unknown.push_back(clock.rank);
  if (!unknown.empty())
    limits.push_back("The clocks of ranks " + base::joined(unknown) +
                     " could not be aligned: their times are taken as they are.");
  return limits;
}

}  // namespace tarry::diagnosis
