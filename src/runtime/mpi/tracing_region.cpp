// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/tracing_region.h"

#include <atomic>

#include "runtime/core/definitions_log.h"

namespace tarry::runtime::mpi {
namespace {

// The region number + 1; 0 while there is none.
constinit std::atomic<std::uint32_t> known = 0;

core::RegionNumber tracing_region() {
  const std::uint32_t number = known.load(std::memory_order_relaxed);
  if (number != 0) return core::RegionNumber{number - 1};
  core::RegionInfo region;
  region.name = "TRACING";
  region.role = model::RegionRole::Artificial;
  region.paradigm = model::Paradigm::MeasurementSystem;
  const core::RegionNumber fresh = core::register_region(region);
  known.store(fresh.value + 1, std::memory_order_relaxed);
  return fresh;
}

}  // namespace

TracingRegion::TracingRegion(const core::Entry& entry) : entry_(entry), region_(tracing_region()) {
  core::enter_region(entry_, region_);
}

TracingRegion::~TracingRegion() { core::leave_region(entry_, region_); }

}  // namespace tarry::runtime::mpi
