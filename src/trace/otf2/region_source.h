// SPDX-License-Identifier: BSD-3-Clause
// The source file of a region of a programming interface. Score-P stores the interface in place of
// a file, and other tools recognize the region by that: Scalasca takes a region for one of MPI only
// if its source file is "MPI". Our archives do the same; the place from which the program calls the
// function is kept in the description. docs/formats/otf2-archives.md
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/definitions.h"

namespace tarry::trace::otf2 {

// The content of a region's definition beside its names, role and paradigm.
struct RegionSource {
  std::string file;
  std::uint32_t begin_line = 0;
  std::uint32_t end_line = 0;
  std::string description;

  friend bool operator==(const RegionSource&, const RegionSource&) = default;
};

// Returns "MPI", "OMP" or "PTHREAD" for functions of these interfaces, else an empty text.
std::string_view interface_of(const model::Region& region);

RegionSource stored_source(const model::Region& region);

// The inverse of stored_source(): sets file, lines, call site and inlined functions of a region
// that has its name, role and paradigm; ids of regions are those of the file. It also reads
// archives of other writers, and of Tarry before it wrote names of interfaces.
void restore_source(const RegionSource& stored, model::Region& region);

}  // namespace tarry::trace::otf2
