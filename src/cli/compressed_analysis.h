// SPDX-License-Identifier: BSD-3-Clause
// `tarry analyze` of a compressed trace: the cube is made from the compressed form.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// Makes the cube and writes it to `output`.
base::Result<model::SeverityCube> write_compressed_analysis(const std::filesystem::path& file,
                                                            const std::filesystem::path& output);

}  // namespace tarry::cli
