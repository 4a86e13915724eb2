// SPDX-License-Identifier: BSD-3-Clause
// What a region of a case is, told from its name alone: a case then needs no definitions. Roles of
// MPI functions are those that a recording writes.
#pragma once

#include <optional>
#include <string_view>

#include "model/definitions.h"

namespace tarry::trace::synthetic {

// Returns name, role and paradigm of a region called `name`.
model::Region region_by_name(std::string_view name);

// Returns the operation of MPI_<op> and MPI_I<op>; none if `name` is not a collective data
// operation.
std::optional<model::CollectiveOp> collective_op(std::string_view name);

// Returns true for MPI_Ibarrier, MPI_Iallreduce, ...: they have a request in place of Begin and End
// records.
bool is_nonblocking_collective(std::string_view name);

}  // namespace tarry::trace::synthetic
