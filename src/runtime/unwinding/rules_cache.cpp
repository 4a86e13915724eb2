// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/rules_cache.h"

#include <link.h>

namespace tarry::runtime::unwinding {
namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;

// The identity consists of the object's address and the place of its table. An object that is
// loaded there later differs in one of them, has the same code, or follows an unloading that the
// owner has reported.
std::uint64_t identity_of(const dl_find_object& object, std::uint64_t unloadings) {
  std::uint64_t mixed = unloadings;
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_map_start);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_map_end);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_eh_frame);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_link_map);
  return mixed | 1;
}

}  // namespace

const CodePlace& RulesCache::find(std::uint64_t pc) {
  CodePlace& place = places_[(pc * kFactor) >> (64 - kBits)];
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
