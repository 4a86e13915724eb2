// SPDX-License-Identifier: BSD-3-Clause
// The phases that a finding is about.
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Returns the numbers of all phases of a kind, ascending.
std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind);

// Largest number of phases that a picture shows; the longest are chosen.
inline constexpr std::size_t kMostPhases = 1000;
// Returns the numbers of these phases, the longest first.
std::vector<std::size_t> longest_phases(const Diagnosis& diagnosis);

// Takes at least one phase, ascending. Returns "Phase 3", "Phases 0-2,4" or, instead of many
// ranges, "25 phases from 1 to 49".
std::string phases_text(const std::vector<std::uint32_t>& phases);

// Returns for example "Phases 2-20, 460.5 ms to 2.367 s, up to main > MPI_Barrier@a.c:6", where
// times are since the begin of the run.
std::string kind_title(const Diagnosis& diagnosis, std::uint32_t kind);
// Returns for example "imbalance 34.2 %, communication 0.0 %, synchronization 34.2 % of the run".
std::string kind_parts(const Diagnosis& diagnosis, std::uint32_t kind);

// Returns the seconds since the begin of the run.
double seconds_into(const Diagnosis& diagnosis, Time time);

}  // namespace tarry::diagnosis
