// SPDX-License-Identifier: BSD-3-Clause
// What the name of an OpenMP region tells: the role that Score-P gives to constructs it calls
// "!$omp parallel @file.c:42", and the functions of the OpenMP library.
#pragma once

#include <optional>
#include <string_view>

#include "model/definitions.h"

namespace tarry::trace::synthetic {

// None if it is not the name of an OpenMP region.
std::optional<model::RegionRole> openmp_role(std::string_view name);

}  // namespace tarry::trace::synthetic
