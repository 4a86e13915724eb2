// SPDX-License-Identifier: BSD-3-Clause
// What the XML of both versions of Cube's reports has in common: version 3 is one XML file, version
// 4 has the same elements, and more, in the anchor.xml of a .cubex.
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns the unit of a metric by its `uom`. Anything but time and bytes is a count; another unit
// becomes a part of the name.
model::Unit unit_of(const std::string& uom, model::CubeMetric& metric);

// Returns the paradigm of a region in files that do not tell it: "mpi" for MPI_Send.
std::string guessed_paradigm(std::string_view region, std::string_view role);

// Returns the name of a host: "n17" for "node n17", which Score-P writes.
std::string host_name(pugi::xml_node tree_node);

// A location as it stands in a file.
struct ReadLocation {
  model::CubeLocation location;
  std::uint64_t id = 0;       // its column; ignored if the ids of all are not 0 to n-1
  std::uint64_t process = 0;  // Id of its process
};

// Moves the locations into `cube`, in its order, and counts ranks and threads. Orders `found` by
// columns of values: by id, or as in the file. Returns the location of each column.
std::vector<model::LocationIndex> put_locations(std::vector<ReadLocation>& found,
                                                model::SeverityCube& cube);

// Returns the longest time of a location, for reports that do not tell the duration.
double longest_time(const model::SeverityCube& cube);

}  // namespace tarry::report
