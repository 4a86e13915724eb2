// SPDX-License-Identifier: BSD-3-Clause
// There is a region for each function of MPI and place that calls it, so that an event carries its
// call site without taking more room. docs/decisions/039-call-sites.md
#include <atomic>

#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/modules.h"
#include "runtime/core/place_table.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

constexpr std::size_t kCalls = model::kMpiFunctionCount;

// The region number + 1 of each function, for calls without a place; 0 if it has none yet.
constinit std::atomic<std::uint32_t> regions[kCalls] = {};

constinit core::PlaceTable<14> places = {};
constinit std::atomic<bool> is_closed = false;  // no places are added any more

core::RegionInfo info_of(Call call) {
  const model::MpiFunctionInfo& function = info(call);
  core::RegionInfo region;
  region.name = function.name;
  region.role = function.role;
  region.paradigm = model::Paradigm::Mpi;
  return region;
}

[[gnu::cold, gnu::noinline]] core::RegionNumber define_region(Call call) {
  const core::RegionNumber number = core::register_region(info_of(call));
  // If two threads get here, the region has two numbers, which mean the same.
  regions[static_cast<std::size_t>(call)].store(number.value + 1, std::memory_order_relaxed);
  return number;
}

// Returns the address as it stands in a record.
std::uint64_t address_of(const void* place) {
  const auto address = reinterpret_cast<std::uint64_t>(place);
  return address | core::tenant_of(address);
}

std::uint64_t key_of(Call call, std::uint64_t place) {
  constexpr unsigned kCallBits = 9;
  static_assert(kCalls <= std::size_t{1} << kCallBits);
  return place << kCallBits | static_cast<std::uint64_t>(call);
}

[[gnu::cold, gnu::noinline]] core::RegionNumber define_region_at(Call call, std::uint64_t place) {
  if (is_closed.load(std::memory_order_relaxed) || !core::start_measurement())
    return region_of(call);
  {
    const core::OnOwnAccount on_own_account;
    core::define_new_modules();  // the place may be in a library that was loaded meanwhile
  }
  const core::QuietSection quiet;
  const std::uint64_t key = key_of(call, place);
  if (const core::RegionNumber known = places.find(key); known.valid()) return known;
  if (!places.has_room()) {
    if (!is_closed.exchange(true, std::memory_order_relaxed))
      core::note("MPI is called at too many places: calls at further places have no call site");
    return region_of(call);
  }
  const core::RegionNumber number =
      core::register_region_at(info_of(call), reinterpret_cast<const void*>(place));
  if (number.valid()) places.add(key, number);
  return number;
}

}  // namespace

core::RegionNumber region_of(Call call) {
  const std::uint32_t known =
      regions[static_cast<std::size_t>(call)].load(std::memory_order_relaxed);
  return known != 0 ? core::RegionNumber{known - 1} : define_region(call);
}

core::RegionNumber region_of(const Entry& entry, Call call) {
  if (!core::process.settings.call_sites) return region_of(call);
  const core::RegionNumber known = places.find(key_of(call, address_of(entry.caller())));
  if (known.valid()) [[likely]]
    return known;
  const void* const place = place_of_call(entry);
  if (place == nullptr) return region_of(call);
  const std::uint64_t address = address_of(place);
  const core::RegionNumber known_above = places.find(key_of(call, address));
  return known_above.valid() ? known_above : define_region_at(call, address);
}

bool is_region_of_caller(const Entry& entry, Call call) {
  return !core::process.settings.call_sites ||
         places.find(key_of(call, address_of(entry.caller()))).valid();
}

void define_no_more_places() { is_closed.store(true, std::memory_order_relaxed); }

}  // namespace tarry::runtime::mpi
