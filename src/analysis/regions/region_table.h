// SPDX-License-Identifier: BSD-3-Clause
// The trace's regions plus those the analysis itself needs (docs/definitions.md, "Call paths"):
// measurement off, buffer flush, the roots of threads. Each with its class, so that the streaming
// pass only looks up.
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
                       const model::SampleSource* samples = nullptr);

  // Whether a region may be a synchronisation point: a call of MPI, a barrier of OpenMP, one
  // that takes a lock or waits for tasks.
  [[nodiscard]] bool synchronises(model::RegionId region) const {
    const model::RegionKind& kind = kinds[region.index()];
    return kind.call != model::MpiCall::NotMpi || model::is_omp_barrier(kind.region_class) ||
           model::takes_lock(kind.region_class) || is_taskwait(region);
  }
  [[nodiscard]] bool is_recorded(model::RegionId region) const { return region.index() < recorded; }
  // Whether a region is nothing but a wait for tasks. That of a taskgroup has what is done in it,
  // too: when its end was reached is not known.
  [[nodiscard]] bool is_taskwait(model::RegionId region) const {
    return kinds[region.index()].region_class == model::RegionClass::OmpTaskwait &&
           !regions[region.index()].name.starts_with("!$omp taskgroup");
  }

  std::vector<model::Region> regions;    // the trace's, then the artificial ones
  std::vector<model::RegionKind> kinds;  // by RegionId
  bool has_taskwaits = false;            // some region is one

  std::vector<model::RegionId> sampled;  // by number of the function in the samples
  // By RegionId of a function: the region that stands for all of its name. Empty without samples,
  // and if nothing is inlined around calls of functions.
  std::vector<model::RegionId> of_name;
  std::size_t recorded = 0;  // the first regions are those of the trace

  model::RegionId buffer_flush;     // `TRACE BUFFER FLUSH`
  model::RegionId measurement_off;  // `MEASUREMENT OFF`
  model::RegionId threads;          // `THREADS`: root of threads that the program created
  model::RegionId tasks;            // `TASKS`: root of explicit tasks
  model::RegionId unknown_team;     // root of teams whose fork is not known
  model::RegionId program;          // the program, as the parent of `THREADS` and `TASKS`
  model::RegionId outside;          // time of a location outside of any region
  model::RegionId without_core;     // below a call path, what of its computation had no core

 private:
  void add_sampled(const model::SampleSource& samples);
  model::RegionId find_or_add(const std::string& name);
  // By the canonical name: of the program that is its path, of which `name` is the last part.
  model::RegionId find_or_add(const std::string& name, const std::string& canonical);
};

}  // namespace tarry::analysis
