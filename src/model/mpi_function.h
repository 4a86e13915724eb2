// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI and what is known of each: mpi_functions.def has a row for every one.
// Whoever needs a column of its own (the groups of a recording, the roles of a replay, the labels
// of samples) makes a table by MpiFunction of it.
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

// What a call does, or what the request that it makes is of.
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

// None if it is no collective operation.
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

// By MpiFunction.
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

// Whether a region or a procedure of this name is a function of MPI, though perhaps an unknown one:
// "MPI_Send", "PMPI_SEND", "mpi_send_f08ts_". Thread: any.
bool is_mpi_name(std::string_view name);

// The function that has such a name; that of the same name for large counts ("MPI_Send_c") is no
// other one. None if it is unknown. Thread: any.
std::optional<MpiFunction> find_mpi_function(std::string_view name);

}  // namespace tarry::model
