// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/openmp/constructs.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

#include "base/hash.h"
#include "runtime/core/arena.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/process.h"
#include "runtime/stacks/call_stacks.h"

namespace tarry::runtime::openmp {
namespace {

using core::EventTime;
using core::RecordKind;
using core::RegionNumber;
using model::RegionRole;

struct ConstructInfo {
  const char* name;
  RegionRole role;
  bool has_place;
};

// Indexed by Construct; names and roles are those of Score-P.
constexpr ConstructInfo kConstructs[] = {
    {"!$omp parallel", RegionRole::Parallel, true},
    {"!$omp for", RegionRole::Loop, true},
    {"!$omp sections", RegionRole::Sections, true},
    {"!$omp single", RegionRole::Single, true},
    {"!$omp workshare", RegionRole::Workshare, true},
    {"!$omp distribute", RegionRole::Loop, true},
    {"!$omp taskloop", RegionRole::Loop, true},
    {"!$omp scope", RegionRole::Workshare, true},
    {"!$omp masked", RegionRole::Master, true},
    {"!$omp barrier", RegionRole::Barrier, true},
    {"!$omp implicit barrier", RegionRole::ImplicitBarrier, true},
    {"!$omp reduction", RegionRole::Code, true},
    {"!$omp taskwait", RegionRole::TaskWait, true},
    {"!$omp taskgroup", RegionRole::TaskWait, true},
    {"!$omp flush", RegionRole::Flush, true},
    {"!$omp critical", RegionRole::Critical, true},
    {"!$omp critical sblock", RegionRole::CriticalBlock, true},
    {"!$omp atomic", RegionRole::Atomic, true},
    {"!$omp ordered", RegionRole::Ordered, true},
    {"!$omp ordered sblock", RegionRole::OrderedBlock, true},
    {"!$omp create task", RegionRole::TaskCreate, true},
    {"!$omp task", RegionRole::Task, true},
    {"omp_set_lock", RegionRole::Wrapper, false},
    {"omp_test_lock", RegionRole::Wrapper, false},
    {"omp_unset_lock", RegionRole::Wrapper, false},
    {"omp_set_nest_lock", RegionRole::Wrapper, false},
    {"omp_test_nest_lock", RegionRole::Wrapper, false},
    {"omp_unset_nest_lock", RegionRole::Wrapper, false},
    {"!$omp master", RegionRole::Master, true},
    {"!$omp single sblock", RegionRole::SingleBlock, true},
    {"!$omp section", RegionRole::Section, true},
};

// The table uses open addressing. `number_plus_one` is written last; a slot never changes again.
struct Slot {
  std::uint64_t key = 0;
  std::atomic<std::uint32_t> number_plus_one{0};
};
constexpr unsigned kSlotBits = 14;
constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
constexpr std::size_t kMostRegions = kSlots / 2;  // regions with a place
constinit Slot slots[kSlots];
constinit std::size_t regions = 0;  // guarded by core::Process::lock

struct OpenRegion {
  RegionNumber number;
  Construct construct{};
};
constexpr std::size_t kDeepest = 1024;  // nested constructs; deeper ones are left out
// The usual depth; this array is part of every thread's stack, which may be small.
constexpr std::size_t kUsual = 32;
constinit thread_local OpenRegion usual_regions[kUsual] = {};
constinit thread_local OpenRegion* deeper_regions = nullptr;  // allocated when it is needed
constinit thread_local std::size_t depth = 0;
constinit thread_local std::size_t left_out = 0;  // entered below the deepest and not yet left
constinit std::atomic<bool> too_deep_noted{false};

OpenRegion& open_region(std::size_t at) {
  return at < kUsual ? usual_regions[at] : deeper_regions[at - kUsual];
}

// Returns false if there is no room for one more.
bool has_room() {
  if (depth < kUsual || (depth < kDeepest && deeper_regions != nullptr)) return true;
  if (depth >= kDeepest) return false;
  const core::QuietSection quiet;
  deeper_regions =
      static_cast<OpenRegion*>(core::allocate_for_good((kDeepest - kUsual) * sizeof(OpenRegion)));
  return deeper_regions != nullptr;
}

std::uint64_t key_of(Construct construct, const void* address) {
  constexpr int kConstructBits = 5;
  static_assert(std::size(kConstructs) <= std::size_t{1} << kConstructBits);
  return reinterpret_cast<std::uint64_t>(address) << kConstructBits |
         static_cast<std::uint64_t>(construct);
}

std::size_t slot_of(std::uint64_t key) { return base::place_of(key, kSlotBits); }

RegionNumber define(Construct construct, const void* address, std::uint64_t key) {
  const core::QuietSection quiet;
  std::size_t slot = slot_of(key);
  for (; slots[slot].number_plus_one.load(std::memory_order_relaxed) != 0;
       slot = (slot + 1) % kSlots)
    if (slots[slot].key == key)
      return RegionNumber{slots[slot].number_plus_one.load(std::memory_order_relaxed) - 1};
  if (regions >= kMostRegions && address != nullptr) return {};
  const ConstructInfo& info = kConstructs[static_cast<std::size_t>(construct)];
  core::RegionInfo region;
  region.name = info.name;
  region.role = info.role;
  region.paradigm = model::Paradigm::OpenMp;
  const RegionNumber number = core::register_region_at(region, address);
  if (!number.valid()) return number;
  ++regions;
  slots[slot].key = key;
  slots[slot].number_plus_one.store(number.value + 1, std::memory_order_release);
  return number;
}

// GCC tells its runtime when a single construct begins, not when it ends.
bool cannot_be_in_single(Construct construct) {
  return construct <= Construct::ImplicitBarrier && construct != Construct::Parallel &&
         construct != Construct::Taskloop;
}

}  // namespace

RegionNumber region_of(Construct construct, const void* address) {
  if (!kConstructs[static_cast<std::size_t>(construct)].has_place) address = nullptr;
  const std::uint64_t key = key_of(construct, address);
  for (std::size_t slot = slot_of(key);; slot = (slot + 1) % kSlots) {
    const std::uint32_t number = slots[slot].number_plus_one.load(std::memory_order_acquire);
    if (number == 0) break;
    if (slots[slot].key == key) return RegionNumber{number - 1};
  }
  // If there are too many places, all others share one region of the kind.
  const RegionNumber defined = define(construct, address, key);
  if (defined.valid() || address == nullptr) return defined;
  return define(construct, nullptr, key_of(construct, nullptr));
}

RegionNumber define_region(Construct construct, std::string_view file, std::uint32_t line) {
  const ConstructInfo& info = kConstructs[static_cast<std::size_t>(construct)];
  constexpr std::size_t kLongest = 1024;
  char path[kLongest];
  char name[kLongest + 64];
  const int length = static_cast<int>(std::min(file.size(), kLongest - 1));
  std::snprintf(path, sizeof path, "%.*s", length, file.data());
  const char* slash = std::strrchr(path, '/');
  std::snprintf(name, sizeof name, "%s @%s:%u", info.name, slash != nullptr ? slash + 1 : path,
                line);
  return core::register_region({name, path, line, info.role, model::Paradigm::OpenMp});
}

void enter(Construct construct, const void* address) { enter_at(core::now(), construct, address); }

void enter_at(EventTime time, Construct construct, const void* address) {
  const bool is_single_open =
      depth != 0 && left_out == 0 && open_region(depth - 1).construct == Construct::Single;
  if (is_single_open && cannot_be_in_single(construct)) leave_at(time, Construct::Single);
  enter_region_at(time, construct, region_of(construct, address));
}

void enter_region_at(EventTime time, Construct construct, RegionNumber region) {
  if (left_out != 0 || !has_room()) {
    ++left_out;
    if (!too_deep_noted.exchange(true, std::memory_order_relaxed))
      core::note("some constructs of OpenMP were not recorded: they are nested too deeply");
    return;
  }
  open_region(depth++) = {region, construct};
  if (!region.valid()) return;
  stacks::enter_region(time, depth == 1 || construct == Construct::Parallel);
  core::record_at(RecordKind::RegionEnter, time, region.value);
}

void leave(Construct construct) { leave_at(core::now(), construct); }

void leave_at(EventTime time, Construct construct) {
  if (left_out != 0) {
    --left_out;
    return;
  }
  std::size_t outer = depth;
  while (outer != 0 && open_region(outer - 1).construct != construct) --outer;
  if (outer == 0) return;  // entered before this thread was measured
  for (; depth >= outer; --depth)
    if (const RegionNumber region = open_region(depth - 1).number; region.valid()) {
      stacks::leave_region(time);
      core::record_at(RecordKind::RegionLeave, time, region.value);
      stacks::after_call(time);
    }
}

}  // namespace tarry::runtime::openmp
