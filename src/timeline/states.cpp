// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/states.h"

#include <map>
#include <utility>

#include "model/metric.h"
#include "model/region_class.h"
#include "model/wait_states.h"

namespace tarry::timeline {
namespace {

using model::RegionRole;

// The body of a parallel region or of a loop is computation, here as in reports: it is no
// construct of OpenMP in which threads do something else.
std::string_view kind_of(const model::Region& region) {
  if (region.role == RegionRole::FileIo || region.role == RegionRole::FileIoMetadata) return "io";
  const model::MetricId counted_as = model::class_metric(model::classify(region).region_class);
  const std::string_view metric = model::info(counted_as).id;
  if (metric.starts_with("mpi")) return "mpi";
  if (metric.starts_with("omp")) return "openmp";
  return metric.starts_with("pthread") ? "pthread" : "user";
}

}  // namespace

States::States(const model::Definitions& definitions) {
  const auto waits = model::all_waiting_states();
  const std::size_t most = kNoState - waits.size();
  const std::size_t regions = definitions.regions.size();
  for (std::size_t r = 0; r < std::min(regions, most); ++r)
    all_.push_back({definitions.regions[r].name, kind_of(definitions.regions[r]), {}});
  if (regions > most) all_.back() = {"(other regions)", "user", {}};
  first_wait_ = static_cast<std::uint16_t>(all_.size());
  by_metric_.assign(model::metric_end().value, kNoState);
  for (const model::WaitStateInfo& wait : waits) {
    by_metric_[wait.metric.index()] = static_cast<std::uint16_t>(all_.size());
    all_.push_back({std::string(model::info(wait.metric).name), "wait", wait.metric});
  }
  std::map<std::pair<std::string_view, std::string_view>, std::uint16_t> first;
  for (const State& state : all_) {
    const auto number = static_cast<std::uint16_t>(same_.size());
    same_.push_back(first.try_emplace({state.kind, state.name}, number).first->second);
  }
}

std::uint16_t States::of(model::MetricId metric) const {
  return metric.index() < by_metric_.size() ? by_metric_[metric.index()] : kNoState;
}

}  // namespace tarry::timeline
