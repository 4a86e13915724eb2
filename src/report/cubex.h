// SPDX-License-Identifier: BSD-3-Clause
// Severity cubes as CUBE4 .cubex files, which the Cube tools and our own commands read.
// docs/formats/cubex.md describes what is written and what is accepted.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Replaces `path` completely or leaves it unchanged. Doubles are preserved bit for bit; call paths
// and metrics come back in depth-first order.
base::Status write_cubex(const model::SeverityCube& cube, const std::string& path);

// Writes the statistics of waits of a report at `path` where the Cube GUI looks for them: beside
// it, with the ending .stat. If there are none, removes those that were there.
base::Status write_statistics_beside(const model::SeverityCube& cube, const std::string& path);

// Reads our own files and those of Score-P, Scalasca and the Cube tools. Metrics that cannot be
// added up are left out, with a warning in the cube. The values are exclusive along the call tree,
// whatever the file holds.
base::Result<model::SeverityCube> read_cubex(const std::string& path);
// Reads a file from memory; an Error has no `where`. A file of `size` bytes limits what is unpacked
// from it; the second function takes the archive as it is.
base::Result<model::SeverityCube> parse_cubex(std::string archive, std::uint64_t size);
base::Result<model::SeverityCube> parse_cubex(std::string archive);

}  // namespace tarry::report
