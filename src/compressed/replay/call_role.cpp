// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/call_role.h"

#include <cstddef>
#include <optional>

#include "model/mpi_function.h"

namespace tarry::replay {
namespace {

// The roles, by MpiFunction.
constexpr CallRole kRoles[] = {
#define TARRY_MPI_FUNCTION(name, group, role, class_, call, operation, request, replay, ...) \
  CallRole::replay,
#include "model/mpi_functions.def"
};

}  // namespace

CallRole call_role(std::string_view function) {
  const std::optional<model::MpiFunction> known = model::find_mpi_function(function);
  return known ? kRoles[static_cast<std::size_t>(*known)] : CallRole::Computes;
}

SendMode send_mode(std::string_view function) {
  const std::optional<model::MpiFunction> known = model::find_mpi_function(function);
  const auto operation = known ? info(*known).operation : model::MpiOperation::None;
  if (operation == model::MpiOperation::Ssend) return SendMode::Synchronous;
  if (operation == model::MpiOperation::Bsend) return SendMode::Buffered;
  return SendMode::Standard;
}

}  // namespace tarry::replay
