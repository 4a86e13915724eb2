// SPDX-License-Identifier: BSD-3-Clause
// Derives the properties of a region from its name alone, so that a case needs no definitions.
// Roles and paradigms are those of Score-P.
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

// Returns true for MPI_Bcast, MPI_Reduce, ...: the operation has a root.
bool has_root(model::CollectiveOp op);

}  // namespace tarry::trace::synthetic
