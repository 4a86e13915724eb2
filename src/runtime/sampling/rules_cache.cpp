// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/rules_cache.h"

#include <link.h>

#include "runtime/sampling/code_lookup.h"
#include "runtime/sampling/seen_objects.h"
#include "sampling/sample_format.h"

namespace tarry::runtime::sampling {
namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;

// Where an object lies and where in it the table is: what is loaded there later differs in one of
// them, or has the same code.
std::uint64_t identity_of(const dl_find_object& object) {
  std::uint64_t mixed = reinterpret_cast<std::uint64_t>(object.dlfo_map_start);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_map_end);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_eh_frame);
  mixed = mixed * kFactor + reinterpret_cast<std::uint64_t>(object.dlfo_link_map);
  return mixed | 1;
}

}  // namespace

const CodePlace& RulesCache::find(std::uint64_t pc) {
  CodePlace& place = places_[(pc * kFactor) >> (64 - kBits)];
  dl_find_object object{};
  const std::uint64_t identity = find_object(pc, object) ? identity_of(object) : 0;
  if (place.pc == pc && place.object == identity) return place;
  place = {.pc = pc,
           .object = identity,
           .bias = 0,
           .module = tarry::sampling::PathNode::kNoModule,
           .is_ours = false,
           .rules = {}};
  if (identity == 0) return place;
  place.rules = find_rules(pc, object);
  place.is_ours = is_ours(object);
  place.module = number_of_object(identity, object);
  if (place.module != tarry::sampling::PathNode::kNoModule)
    place.bias = object.dlfo_link_map->l_addr;
  else
    place.pc = 0;  // the next time it may have one
  return place;
}

}  // namespace tarry::runtime::sampling
