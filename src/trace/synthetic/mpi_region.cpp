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

// Returns the operation that a call of this name takes part in or starts; none for a call that only
// prepares one.
std::optional<CollectiveOp> collective(std::string_view name, model::RequestUse& request) {
  const std::optional<model::MpiFunction> function = model::find_mpi_function(name);
  if (!function) return std::nullopt;
  request = info(*function).request;
  if (request == model::RequestUse::Prepares) return std::nullopt;
  return model::collective_op(info(*function).operation);
}

}  // namespace

model::Region region_by_name(std::string_view name) {
  model::Region region;
  region.name = region.canonical = std::string(name);
  region.role = RegionRole::Function;
  region.paradigm = Paradigm::Compiler;
  if (name.starts_with("MPI_")) {
    region.paradigm = Paradigm::Mpi;
    if (const auto function = model::find_mpi_function(name)) region.role = info(*function).role;
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
  model::RequestUse request{};
  return collective(name, request);
}

bool is_nonblocking_collective(std::string_view name) {
  model::RequestUse request{};
  return collective(name, request) && request == model::RequestUse::Starts;
}

}  // namespace tarry::trace::synthetic
