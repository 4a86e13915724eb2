// SPDX-License-Identifier: BSD-3-Clause
// A grid in which locations have places: that of a Cartesian communicator, or of the machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

struct Topology {
  struct Dimension {
    std::string name;  // empty if unknown
    std::uint32_t size = 0;
    bool is_periodic = false;

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };
  // No machine has as many; a file that claims more is damaged.
  static constexpr std::size_t kMostDimensions = 64;

  std::string name;
  std::vector<Dimension> dimensions;
  std::vector<LocationIndex> locations;    // a location may have several places
  std::vector<std::uint32_t> coordinates;  // of each of these locations, one for each dimension

  // Returns the coordinates of the location at a position of `locations`.
  [[nodiscard]] std::span<const std::uint32_t> place(std::size_t position) const {
    return std::span(coordinates).subspan(position * dimensions.size(), dimensions.size());
  }
  // Adds a place; returns false, and adds nothing, if it is not in the grid.
  [[nodiscard]] bool add(LocationIndex location, std::span<const std::uint32_t> place) {
    if (place.size() != dimensions.size() || place.empty()) return false;
    for (std::size_t i = 0; i < place.size(); ++i)
      if (place[i] >= dimensions[i].size) return false;
    locations.push_back(location);
    coordinates.insert(coordinates.end(), place.begin(), place.end());
    return true;
  }

  friend bool operator==(const Topology&, const Topology&) = default;
};

}  // namespace tarry::model
