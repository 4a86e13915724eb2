// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI: mpi_functions.def has a row for every one. The columns that concern one
// part of the product alone (the groups of a recording, the roles of a replay, the labels of
// samples) are made into tables there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "model/collective_op.h"
#include "model/region_class.h"

namespace tarry::model {

enum class MpiFunction : std::uint16_t {
#define TARRY_MPI_FUNCTION(name, ...) name,
#include "model/mpi_functions.def"
};

// The operation of a call, or of the request that it makes.
enum class MpiOperation : std::uint8_t {
  None,
  Send,
  Bsend,
  Rsend,
  Ssend,
  Receive,
  SendReceive,
#define TARRY_COLLECTIVE_OP(op, ...) op,
#include "model/collective_ops.def"
};

// Returns none if it is no collective operation.
constexpr std::optional<CollectiveOp> collective_op(MpiOperation operation) {
  if (operation < MpiOperation::Barrier) return std::nullopt;
  return static_cast<CollectiveOp>(static_cast<int>(operation) -
                                   static_cast<int>(MpiOperation::Barrier));
}

constexpr bool is_send(MpiOperation operation) {
  return (operation >= MpiOperation::Send && operation <= MpiOperation::Ssend) ||
         operation == MpiOperation::SendReceive;
}

enum class RequestUse : std::uint8_t {
  None,
  Starts,    // an operation whose request is in records
  Prepares,  // a persistent request, without starting it
};

struct MpiFunctionInfo {
  const char* name;  // "MPI_Send"
  RegionRole role;
  RegionKind kind;
  MpiOperation operation;
  RequestUse request;
};

// The rows, by MpiFunction.
inline constexpr MpiFunctionInfo kMpiFunctions[] = {
#define TARRY_MPI_FUNCTION(name, group, role, class_, call, operation, request, ...) \
  {"MPI_" #name, RegionRole::role, RegionKind{RegionClass::class_, MpiCall::call},   \
   MpiOperation::operation, RequestUse::request},
#include "model/mpi_functions.def"
};
inline constexpr std::size_t kMpiFunctionCount = std::size(kMpiFunctions);

constexpr const MpiFunctionInfo& info(MpiFunction function) {
  return kMpiFunctions[static_cast<std::size_t>(function)];
}

// Returns whether the name of a region or a procedure is one of a function of MPI, known or
// unknown: "MPI_Send", "PMPI_SEND", "mpi_send_f08ts_". Thread: any.
bool is_mpi_name(std::string_view name);

// Returns the function of such a name; none if it is unknown. The function for large counts
// ("MPI_Send_c") counts as the one without. Thread: any.
std::optional<MpiFunction> find_mpi_function(std::string_view name);

}  // namespace tarry::model
