// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/function_symbols.h"

#include "base/hash.h"

namespace tarry::runtime::core {
namespace {

// Another object may be loaded to the same place later.
struct Object {
  std::uint64_t begin = 0;
  std::uint64_t path = 0;  // hash
  SymbolTable symbols;
};
constexpr std::size_t kMostObjects = 1024;
constinit Object objects[kMostObjects];  // guarded by Process::lock
constinit std::size_t object_count = 0;  // the same

}  // namespace

const SymbolTable* symbols_of(const ModulePlace& place) {
  const std::uint64_t path = base::fnv1a(place.path);
  for (std::size_t i = 0; i < object_count; ++i)
    if (objects[i].begin == place.begin && objects[i].path == path) return &objects[i].symbols;
  if (object_count == kMostObjects) return nullptr;
  Object& object = objects[object_count++];
  object.begin = place.begin;
  object.path = path;
  if (place.path[0] != '\0') object.symbols.load(place.path);
  return &object.symbols;
}

}  // namespace tarry::runtime::core
