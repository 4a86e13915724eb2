// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/functions/user_regions.h"

#include <atomic>
#include <cstring>

#include "base/hash.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/process.h"
#include "runtime/core/region_filter.h"

namespace tarry::runtime::functions {
namespace {

using core::RegionNumber;

struct UserRegion {
  std::string_view name;  // both point into Table::text
  std::string_view file;
  std::uint64_t hash = 0;
  RegionNumber number{0};
};

// A hash table with open addressing that is never full. `count` grows, and an entry's slot is set,
// after the entry is complete.
struct Table {
  static constexpr std::size_t kSlots = 65536;  // power of two
  static constexpr std::size_t kMaxRegions = kSlots / 2;
  static constexpr std::size_t kTextBytes = 2u << 20;
  std::atomic<const UserRegion*> slots[kSlots] = {};
  UserRegion regions[kMaxRegions];
  char text[kTextBytes] = {};
  // The following are guarded by core::Process::lock.
  std::size_t count = 0;
  std::size_t text_used = 0;
  // The region that all names share which do not fit, plus one; 0 as long as all fit. So the table
  // is all zeros and takes no room in the file.
  std::atomic<std::uint32_t> overflow_plus_one{0};
};

constinit Table table;

// Regions of one name lie in one probe sequence, whatever their files are.
template <class Accept>
const UserRegion* probe(std::string_view name, std::uint64_t hash, std::size_t& slot,
                        Accept accept) {
  for (slot = hash % Table::kSlots;; slot = (slot + 1) % Table::kSlots) {
    const UserRegion* region = table.slots[slot].load(std::memory_order_acquire);
    if (region == nullptr) return nullptr;
    if (region->hash == hash && region->name == name && accept(*region)) return region;
  }
}

std::string_view keep(std::string_view text) {
  char* copy = table.text + table.text_used;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  table.text_used += text.size() + 1;
  return {copy, text.size()};
}

RegionNumber register_user_region(const char* name, const char* file, std::uint32_t line) {
  return core::register_region({name, file, line, model::RegionRole::Code, model::Paradigm::User});
}

RegionNumber known_overflow() {
  const std::uint32_t number = table.overflow_plus_one.load(std::memory_order_relaxed);
  return number == 0 ? RegionNumber{} : RegionNumber{number - 1};
}

RegionNumber overflow_region() {
  if (const RegionNumber known = known_overflow(); known.valid()) return known;
  const RegionNumber made = register_user_region("(further user regions)", "", 0);
  if (made.valid()) table.overflow_plus_one.store(made.value + 1, std::memory_order_relaxed);
  return made;
}

// `slot` is the first free one of the probe sequence. Caller: in a QuietSection.
RegionNumber define(std::string_view name, std::string_view file, std::uint32_t line,
                    std::uint64_t hash, std::size_t slot) {
  const bool fits = table.count < Table::kMaxRegions &&
                    table.text_used + name.size() + file.size() + 2 <= Table::kTextBytes;
  if (!fits) return overflow_region();
  UserRegion& region = table.regions[table.count];
  region.name = keep(name);
  region.file = keep(file);
  region.hash = hash;
  region.number = core::excludes_region(region.name.data(), region.file.data())
                      ? kExcludedRegion
                      : register_user_region(region.name.data(), region.file.data(), line);
  if (!region.number.valid()) return {};
  ++table.count;
  table.slots[slot].store(&region, std::memory_order_release);
  return region.number;
}

}  // namespace

RegionNumber find_or_define_region(std::string_view name, std::string_view file,
                                   std::uint32_t line) {
  const auto same_file = [file](const UserRegion& region) { return region.file == file; };
  const std::uint64_t hash = base::fnv1a(name);
  std::size_t slot = 0;
  if (const UserRegion* region = probe(name, hash, slot, same_file)) return region->number;
  if (!core::start_measurement()) return {};
  const core::QuietSection quiet;
  if (const UserRegion* region = probe(name, hash, slot, same_file)) return region->number;
  return define(name, file, line, hash, slot);
}

RegionNumber find_region(std::string_view name, std::string_view file) {
  const std::uint64_t hash = base::fnv1a(name);
  std::size_t slot = 0;
  const UserRegion* region =
      probe(name, hash, slot, [file](const UserRegion& found) { return found.file == file; });
  if (region == nullptr) region = probe(name, hash, slot, [](const UserRegion&) { return true; });
  if (region != nullptr) return region->number;
  return known_overflow();
}

}  // namespace tarry::runtime::functions
