// SPDX-License-Identifier: BSD-3-Clause
// What makes two call paths the same one, wherever call paths are united: in one report, where some
// of them come to lie below one caller, and in reports of several versions of a program.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "model/severity_cube.h"

namespace tarry::report {

struct CallPathKey {
  model::CallPathId parent;  // in the united call tree
  std::string region;
  std::string call_site;
  bool is_inlined = false;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t number = 0;  // among those that differ in nothing else

  friend auto operator<=>(const CallPathKey&, const CallPathKey&) = default;
};

// Returns the key in one report, where functions of one name differ by where they are.
inline CallPathKey key_in_report(const model::CubeCallPath& path, model::CallPathId parent) {
  return {parent, path.region, path.call_site, path.is_inlined, path.file, path.line, 0};
}

// Returns the key in several reports, whose versions of the program have functions in other files
// and lines: `number` counts the functions of this name that one caller has, from 0.
inline CallPathKey key_of_versions(const model::CubeCallPath& path, model::CallPathId parent,
                                   std::uint32_t number) {
  return {parent, path.region, path.call_site, path.is_inlined, "", 0, number};
}

}  // namespace tarry::report
