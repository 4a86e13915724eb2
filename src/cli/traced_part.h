// SPDX-License-Identifier: BSD-3-Clause
// What is said about the trace of a loss that samples had shown: which part of the run it is, what
// its delay analysis has found, and what both measurements took.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/earlier_run.h"
#include "diagnosis/trace_window.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// "load imbalance, at most 1.5 s (7.5 %) in main > MPI_Barrier@a.c:6"
std::string loss_text(const diagnosis::Diagnosis& diagnosis, const diagnosis::Finding& finding);

// All losses with their numbers, the one at position `chosen` marked.
std::string list_of_losses(const diagnosis::Diagnosis& diagnosis, std::size_t chosen);

// When the window is, and what it does not have. Lines.
std::string window_text(const diagnosis::Diagnosis& diagnosis,
                        const diagnosis::TraceWindow& window);

// Of all locations together, without the time in which nothing was recorded.
double recorded_seconds(const model::SeverityCube& traced);

// Who makes whom wait in the traced part. Lines.
std::string delays_text(const model::SeverityCube& traced);

struct Measurement {
  EarlierRun run;
  std::uint64_t data_bytes = 0;  // of samples or trace
};
std::string costs_text(const Measurement& sampled, const Measurement& traced);

}  // namespace tarry::cli
