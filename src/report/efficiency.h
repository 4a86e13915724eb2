// SPDX-License-Identifier: BSD-3-Clause
// How well a run used its processors, as factors whose product is the efficiency, and how the
// factors change over several runs of a program. Source: the POP methodology's metrics for MPI and
// for MPI with OpenMP.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Fractions; 0 if the run has no time or no computation. Useful computation is the metric `comp`.
struct Efficiency {
  double parallel = 0.0;       // load_balance * communication: mean useful computation / run time
  double load_balance = 0.0;   // mean / largest useful computation of the locations
  double communication = 0.0;  // largest useful computation / run time
  // communication = serialisation * transfer, if the run time on an ideal network is known.
  struct Network {
    double serialisation = 0.0;  // largest useful computation / run time on an ideal network
    double transfer = 0.0;       // run time on an ideal network / run time
  };
  std::optional<Network> network;

  // Splits the parallel efficiency into the part between processes and the part between their
  // threads, for runs with several threads: parallel = mpi_parallel * omp_parallel.
  struct Hybrid {
    double mpi_parallel = 0.0;      // mpi_load_balance * mpi_communication
    double mpi_load_balance = 0.0;  // load balance of the initial threads' time outside of MPI
    double mpi_communication = 0.0;
    double omp_parallel = 0.0;
  };
  std::optional<Hybrid> hybrid;

  // Counter values in useful computation; each is 0 if the run has no such counter.
  struct Counted {
    double instructions = 0.0;
    double cycles = 0.0;
    double ipc = 0.0;           // instructions per cycle
    double frequency_hz = 0.0;  // cycles per second of useful computation
  };
  Counted counted;

  double computation_scalability = 0.0;  // total useful computation of the first run / of this run
  // Its factors, as far as both runs have the counters: computation_scalability = instructions *
  // ipc * frequency.
  struct Scalability {
    std::optional<double> instructions;  // first run / this run
    std::optional<double> ipc;           // this run / first run
    std::optional<double> frequency;     // this run / first run
  };
  Scalability scalability;
  double global = 0.0;  // parallel * computation_scalability
};

// Returns one entry per cube. The others are compared with the first one.
std::vector<Efficiency> efficiencies(const std::vector<model::SeverityCube>& cubes);

// Returns a table with a column for each run; factors stand below their product.
std::string efficiency_text(const std::vector<model::SeverityCube>& cubes);
// Returns CSV as the tables of the POP methodology have it: a row for each of its ten metrics, and
// a column for each run, headed by its name. Values are fractions; those that are not known are
// empty.
std::string efficiency_csv(const std::vector<model::SeverityCube>& cubes,
                           const std::vector<std::string>& names);
// Returns JSON of the schema tarry-efficiency/1: docs/formats/efficiency-json.md.
std::string efficiency_json(const std::vector<model::SeverityCube>& cubes);

}  // namespace tarry::report
