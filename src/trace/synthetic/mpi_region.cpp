// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/mpi_region.h"

#include <string>

#include "model/mpi_function.h"
#include "trace/synthetic/openmp_region.h"

namespace tarry::trace::synthetic {
namespace {

using model::CollectiveOp;
using model::Paradigm;
using model::RegionRole;

// A case means a function of MPI by its name in C alone: regions by other names have no records of
// their own.
const model::MpiFunctionInfo* find_function(std::string_view name) {
  const std::optional<model::MpiFunction> found = model::find_mpi_function(name);
  return found && info(*found).name == name ? &info(*found) : nullptr;
}

}  // namespace

model::Region region_by_name(std::string_view name) {
  model::Region region;
  region.name = region.canonical = std::string(name);
  region.role = RegionRole::Function;
  region.paradigm = Paradigm::Compiler;
  if (name.starts_with("MPI_")) {
    region.paradigm = Paradigm::Mpi;
    if (const auto* const function = find_function(name)) region.role = function->role;
  } else if (const auto role = openmp_role(name)) {
    region.paradigm = Paradigm::OpenMp;
    region.role = *role;
  } else if (name.starts_with("pthread_")) {
    region.paradigm = Paradigm::Pthread;
    if (name == "pthread_create") region.role = RegionRole::ThreadCreate;
    if (name == "pthread_join") region.role = RegionRole::ThreadWait;
  } else if (name == "TRACE BUFFER FLUSH" || name == "TRACING") {
    region.paradigm = Paradigm::MeasurementSystem;
    region.role = RegionRole::Artificial;
  }
  return region;
}

std::optional<CollectiveOp> collective_op(std::string_view name) {
  const model::MpiFunctionInfo* const function = find_function(name);
  if (function == nullptr || function->request == model::RequestUse::Prepares) return std::nullopt;
  return model::collective_op(function->operation);
}

bool is_nonblocking_collective(std::string_view name) {
  return collective_op(name) && find_function(name)->request == model::RequestUse::Starts;
}

}  // namespace tarry::trace::synthetic
