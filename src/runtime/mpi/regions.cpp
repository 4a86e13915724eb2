// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>

#include "runtime/core/definitions_log.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// Region number + 1 of each function that has been called; 0 of the others.
constinit std::atomic<std::uint32_t> regions[static_cast<std::size_t>(Call::Count)] = {};

[[gnu::cold, gnu::noinline]] core::RegionNumber define_region(Call call) {
  const CallInfo& function = info(call);
  core::RegionInfo region;
  region.name = function.name;
  region.role = function.role;
  region.paradigm = model::Paradigm::Mpi;
  const core::RegionNumber number = core::register_region(region);
  // Two threads may get here: then the region has two numbers, which mean the same.
  regions[static_cast<std::size_t>(call)].store(number.value + 1, std::memory_order_relaxed);
  return number;
}

}  // namespace

core::RegionNumber region_of(Call call) {
  const std::uint32_t known =
      regions[static_cast<std::size_t>(call)].load(std::memory_order_relaxed);
  return known != 0 ? core::RegionNumber{known - 1} : define_region(call);
}

}  // namespace tarry::runtime::mpi
