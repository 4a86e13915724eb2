// SPDX-License-Identifier: BSD-3-Clause
// The regions of the trace and those that the analysis itself needs (docs/definitions.md, "Call
// paths"): measurement off, buffer flush, the roots of threads. Each has its class, so that the
// streaming pass only looks it up.
#pragma once

#include <string>
#include <vector>

#include "model/definitions.h"
#include "model/region_class.h"
#include "model/sample_source.h"

namespace tarry::analysis {

struct RegionTable {
  // `samples`: nullptr if there are none.
  explicit RegionTable(const model::Definitions& definitions,
                       const model::SampleSource* samples = nullptr, bool keeps_mpi_calls = false);

  // Returns whether a region may be a synchronization point: a call of MPI, a barrier of OpenMP, or
  // a region that takes a lock or waits for tasks.
  [[nodiscard]] bool synchronises(model::RegionId region) const {
    const model::RegionKind& kind = kinds[region.index()];
    return kind.call != model::MpiCall::NotMpi || model::is_omp_barrier(kind.region_class) ||
           model::takes_lock(kind.region_class) || is_taskwait(region);
  }
  [[nodiscard]] bool is_recorded(model::RegionId region) const { return region.index() < recorded; }
  // Returns whether a region is only a wait for tasks. The region of a taskgroup also contains the
  // work in it, so the begin of its wait is unknown.
  [[nodiscard]] bool is_taskwait(model::RegionId region) const {
    return kinds[region.index()].region_class == model::RegionClass::OmpTaskwait &&
           !regions[region.index()].name.starts_with("!$omp taskgroup");
  }

  std::vector<model::Region> regions;    // regions of the trace, then the artificial ones
  std::vector<model::RegionKind> kinds;  // by RegionId
  std::vector<bool> from_call_stacks;    // by RegionId: model::is_from_call_stacks()
  bool has_taskwaits = false;            // some region is a taskwait
  bool keeps_mpi_calls = false;          // every call of MPI becomes an instance

  std::vector<model::RegionId> sampled;  // by number of the function in the samples
  // By RegionId of a function: the region that stands for all functions of its name. Empty without
  // samples, and if no functions are inlined around calls of functions.
  std::vector<model::RegionId> of_name;
  std::size_t recorded = 0;  // number of regions of the trace, which come first

  model::RegionId buffer_flush;     // `TRACE BUFFER FLUSH`
  model::RegionId measurement_off;  // `MEASUREMENT OFF`
  model::RegionId threads;          // `THREADS`: root of threads that the program created
  model::RegionId tasks;            // `TASKS`: root of explicit tasks
  model::RegionId unknown_team;     // root of teams whose fork is unknown
  model::RegionId program;          // the program, as the parent of `THREADS` and `TASKS`
  model::RegionId outside;          // time of a location outside of any region
  model::RegionId without_core;     // below a call path: its computation without a core
  model::RegionId fork_and_join;    // below a parallel region: its fork and join, in no region

  // Returns whether the region is a part of the call path above it in reports.
  [[nodiscard]] bool is_part_of_caller(model::RegionId region) const {
    return region == without_core || region == fork_and_join;
  }

 private:
  void add_sampled(const model::SampleSource& samples);
  model::RegionId find_or_add(const std::string& name);
  // Searches by the canonical name. That of the program is its path, whose last part is `name`.
  model::RegionId find_or_add(const std::string& name, const std::string& canonical);
};

}  // namespace tarry::analysis
