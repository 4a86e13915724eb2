// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/datatypes.h"

#include <cstdio>

#include "model/event_handler.h"
#include "runtime/core/definitions_log.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/number_table.h"

namespace tarry::runtime::mpi {
namespace {

constexpr auto kUnknown = static_cast<std::int32_t>(model::MpiArguments::kUnknown);

// The numbers by handles of predefined datatypes, and by sizes of derived ones with the highest bit
// set.
constinit NumberTable numbers;

[[gnu::cold, gnu::noinline]] std::int32_t define(std::uint64_t key, const char* name) {
  const core::QuietSection quiet;
  if (const std::int32_t known = numbers.find(key); known != NumberTable::kNone) return known;
  if (numbers.full()) return kUnknown;
  const std::int32_t number = numbers.add(key);
  core::DefinitionLine("datatype").number(static_cast<std::uint64_t>(number)).text(name);
  return number;
}

std::int32_t number_of_predefined(MPI_Datatype type) {
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  if (own::Type_get_name(type, name, &length) != MPI_SUCCESS) return kUnknown;
  return define(handle_bits(type), name);
}

std::int32_t number_of_derived(MPI_Datatype type) {
  MPI_Count size = 0;
  if (own::Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return kUnknown;
  const std::uint64_t key = std::uint64_t{1} << 63 | static_cast<std::uint64_t>(size);
  if (const std::int32_t known = numbers.find(key); known != NumberTable::kNone) return known;
  char name[64];
  std::snprintf(name, sizeof name, "derived, %lld bytes", static_cast<long long>(size));
  return define(key, name);
}

}  // namespace

std::int32_t number_of_datatype(MPI_Datatype type) {
  const std::int32_t known = numbers.find(handle_bits(type));
  if (known != NumberTable::kNone) return known;
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = 0;
  if (own::Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS)
    return kUnknown;
  return combiner == MPI_COMBINER_NAMED ? number_of_predefined(type) : number_of_derived(type);
}

}  // namespace tarry::runtime::mpi
