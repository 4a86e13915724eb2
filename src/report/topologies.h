// SPDX-License-Identifier: BSD-3-Clause
// Cartesian topologies in .cubex and .cube. That of the machine follows from the locations: files
// have it because other tools show it, and cubes do not hold it.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "model/severity_cube.h"
#include "report/cube_xml.h"

namespace tarry::report {

// Appends <topologies>; that of the machine is among them if processes have threads. `columns`: the
// location of each Id in the file.
void put_topologies(std::string& out, const model::SeverityCube& cube,
                    const std::vector<model::LocationIndex>& columns);
// Reads <topologies> in <system>, of both versions. `columns`: the location of each of `found`. A
// place of a process becomes that of its first thread. What cannot be kept is a warning.
void read_topologies(pugi::xml_node system, const std::vector<ReadLocation>& found,
                     const std::vector<model::LocationIndex>& columns, model::SeverityCube& cube);

}  // namespace tarry::report
