// SPDX-License-Identifier: BSD-3-Clause
// Texts about the trace of a loss that samples had shown: the part of the run, the findings of its
// delay analysis, and the cost of both measurements.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/earlier_run.h"
#include "diagnosis/trace_window.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// Returns for example "load imbalance, at most 1.5 s (7.5 %) in main > MPI_Barrier@a.c:6".
std::string loss_text(const diagnosis::Diagnosis& diagnosis, const diagnosis::Finding& finding);

// Returns all losses with their numbers; the one at position `chosen` is marked.
std::string list_of_losses(const diagnosis::Diagnosis& diagnosis, std::size_t chosen);

// Returns lines about the time of the window and about what it lacks.
std::string window_text(const diagnosis::Diagnosis& diagnosis,
                        const diagnosis::TraceWindow& window);

// Returns the recorded time of all locations together, without pauses.
double recorded_seconds(const model::SeverityCube& traced);

// Returns lines that say which ranks make which others wait in the traced part.
std::string delays_text(const model::SeverityCube& traced);

struct Measurement {
  EarlierRun run;
  std::uint64_t data_bytes = 0;  // size of samples or trace
};
std::string costs_text(const Measurement& sampled, const Measurement& traced);

}  // namespace tarry::cli
