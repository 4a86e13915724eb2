// SPDX-License-Identifier: BSD-3-Clause
// How well a run used its processors, as factors that multiply, and how that changes over several
// runs of a program. Source: the POP methodology's metrics for MPI and for MPI with OpenMP.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Parts of 1; 0 where the run has no time or no computation. Useful computation is the metric
// `comp`.
struct Efficiency {
  double parallel = 0.0;       // load_balance * communication: mean useful computation / run time
  double load_balance = 0.0;   // mean / largest useful computation of the locations
  double communication = 0.0;  // largest useful computation / run time
  // communication = serialisation * transfer; if the run time on an ideal network is known.
  struct Network {
    double serialisation = 0.0;  // largest useful computation / run time on an ideal network
    double transfer = 0.0;       // run time on an ideal network / run time
  };
  std::optional<Network> network;

  // What of it is lost between processes and what between their threads; runs with several threads
  // only. parallel = mpi_parallel * omp_parallel.
  struct Hybrid {
    double mpi_parallel = 0.0;      // mpi_load_balance * mpi_communication
    double mpi_load_balance = 0.0;  // of the initial threads' time outside of MPI
    double mpi_communication = 0.0;
    double omp_parallel = 0.0;
  };
  std::optional<Hybrid> hybrid;

  // What counters say of the useful computation; each 0 if the run has no such counter.
  struct Counted {
    double instructions = 0.0;
    double cycles = 0.0;
    double ipc = 0.0;           // instructions per cycle
    double frequency_hz = 0.0;  // cycles per second of useful computation
  };
  Counted counted;

  double computation_scalability = 0.0;  // useful computation in all: of the first run / of this
  // Its factors, by what the counters of the first run and of this one allow. Together:
  // computation_scalability = instructions * ipc * frequency.
  struct Scalability {
    std::optional<double> instructions;  // of the first run / of this
    std::optional<double> ipc;           // of this run / of the first
    std::optional<double> frequency;     // likewise
  };
  Scalability scalability;
  double global = 0.0;  // parallel * computation_scalability
};

// By cube. The first is what the others are compared with.
std::vector<Efficiency> efficiencies(const std::vector<model::SeverityCube>& cubes);

// The table: a column for each run, factors below what they multiply to.
std::string efficiency_text(const std::vector<model::SeverityCube>& cubes);
// Schema tarry-efficiency/1: docs/formats/efficiency-json.md.
std::string efficiency_json(const std::vector<model::SeverityCube>& cubes);

}  // namespace tarry::report
