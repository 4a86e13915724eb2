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
        "Samples do not show the sender and receiver of a message. The rank that stops working "
        "when a wait ends is taken for the late partner.");
  limits.emplace_back(
      "A severity is the most time that the run could save. Severities may overlap: do not add "
      "them.");
  for (const IssueEntry& entry : taxonomy())
    if (!entry.missing.empty() && can_have(entry.issue, diagnosis, has_mpi))
      limits.push_back(std::string(entry.title) +
                       " is outside of this diagnosis: " + std::string(entry.missing) + '.');
  if (diagnosis.ranks > 1 && diagnosis.threads > diagnosis.ranks)
    limits.push_back("Only the first thread of each rank is examined.");
  if (diagnosis.ranks == 1 && diagnosis.threads > 1 && !has_openmp_regions(diagnosis))
    limits.push_back(
        "Threads are compared only in parallel regions of OpenMP, and the samples show none. Waits "
        "of threads at barriers, joins and conditions of the program itself are not found.");
  if (diagnosis.phases.size() == 1 && diagnosis.ranks > 1)
    limits.push_back("No synchronization of all ranks was found: the run is one phase.");
  if (has_mpi && !diagnosis.is_counted)
    limits.push_back(
        "Calls from the same place within one sampling period count as one call. Durations per "
        "call are upper bounds, and a synchronization of all ranks may be missed.");
  if (diagnosis.by_line)
    limits.push_back(
        "The control flow of some loops is unknown: their iterations were recognized by the lines "
        "of their calls.");
  std::vector<std::uint32_t> unknown;
  for (const RankClock& clock : diagnosis.clocks)
    if (!clock.offset.is_known) unknown.push_back(clock.rank);
  if (!unknown.empty())
    limits.push_back("The clocks of ranks " + base::joined(unknown) +
                     " could not be aligned: their times are used as recorded.");
  return limits;
}

}  // namespace tarry::diagnosis
