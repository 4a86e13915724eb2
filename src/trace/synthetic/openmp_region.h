// SPDX-License-Identifier: BSD-3-Clause
// Derives the role of an OpenMP region from its name, as Score-P names constructs ("!$omp parallel
// @file.c:42") and the functions of the OpenMP library.
#pragma once

#include <optional>
#include <string_view>

#include "model/definitions.h"

namespace tarry::trace::synthetic {

// Returns nothing if `name` is not the name of an OpenMP region.
std::optional<model::RegionRole> openmp_role(std::string_view name);

}  // namespace tarry::trace::synthetic
