// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/rules_cache.h"

#include <link.h>

#include "base/hash.h"

namespace tarry::runtime::unwinding {
namespace {

// The identity consists of the object's address and the place of its table. An object that is
// loaded there later differs in one of them, has the same code, or follows an unloading that the
// owner has reported.
std::uint64_t identity_of(const dl_find_object& object, std::uint64_t unloadings) {
  std::uint64_t mixed = unloadings;
  mixed = base::spread(mixed) + reinterpret_cast<std::uint64_t>(object.dlfo_map_start);
  mixed = base::spread(mixed) + reinterpret_cast<std::uint64_t>(object.dlfo_map_end);
  mixed = base::spread(mixed) + reinterpret_cast<std::uint64_t>(object.dlfo_eh_frame);
  mixed = base::spread(mixed) + reinterpret_cast<std::uint64_t>(object.dlfo_link_map);
  return mixed | 1;
}

}  // namespace

const CodePlace& RulesCache::find(std::uint64_t pc) {
  CodePlace& place = places_[base::place_of(pc, kBits)];
  dl_find_object object{};
  const std::uint64_t identity = find_object(pc, object) ? identity_of(object, unloadings_) : 0;
  if (place.pc == pc && place.object == identity) return place;
  place = {.pc = pc, .object = identity, .bias = 0, .facts = {}, .rules = {}};
  if (identity == 0) return place;
  place.rules = find_rules(pc, object);
  place.bias = object.dlfo_link_map->l_addr;
  if (describe_ != nullptr) place.facts = describe_(identity, object);
  if (!place.facts.is_final) place.pc = 0;
  return place;
}

}  // namespace tarry::runtime::unwinding
