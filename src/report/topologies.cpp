// SPDX-License-Identifier: BSD-3-Clause
#include "report/topologies.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "report/text_escape.h"

namespace tarry::report {
namespace {

using model::LocationIndex;
using model::SeverityCube;
using model::Topology;

using ById = std::unordered_map<std::uint64_t, LocationIndex>;

// The places that the elements of a file may have.
struct Owners {
  ById locations;
  ById processes;  // by the Id of the process: its first location

  [[nodiscard]] LocationIndex of(pugi::xml_node coord) const {
    for (const auto& [name, ids] : {std::pair{"locId", &locations},
                                    {"thrdId", &locations},
                                    {"lgId", &processes},
                                    {"procId", &processes}}) {
      const pugi::xml_attribute id = coord.attribute(name);
      if (!id) continue;
      const auto found = ids->find(id.as_ullong(~0ULL));
      return found == ids->end() ? LocationIndex{} : found->second;
    }
    return {};
  }
};

// Returns the numbers of a text; nothing if it has anything else.
std::vector<std::uint32_t> numbers_in(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n\t\r"), text.size()));
    if (text.empty()) return numbers;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || numbers.size() == Topology::kMostDimensions) return {};
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

// Returns node x process x thread.
Topology machine_topology(const std::vector<model::CubeLocation>& locations) {
  Topology machine{"machine", {{"node"}, {"process"}, {"thread"}}, {}, {}};
  std::map<std::string_view, std::uint32_t> nodes;
  std::vector<std::uint32_t> processes;  // by node
  std::map<std::pair<std::uint32_t, model::Rank>, std::pair<std::uint32_t, std::uint32_t>> threads;
  std::vector<std::uint32_t> places;
  for (const model::CubeLocation& location : locations) {
    const auto [node, is_new_node] =
        nodes.try_emplace(location.host, static_cast<std::uint32_t>(nodes.size()));
    if (is_new_node) processes.push_back(0);
    const auto [process, is_new_process] = threads.try_emplace({node->second, location.rank});
    if (is_new_process) process->second.first = processes[node->second]++;
    places.insert(places.end(), {node->second, process->second.first, process->second.second++});
  }
  machine.coordinates = std::move(places);
  for (std::uint32_t i = 0; i < locations.size(); ++i) {
    machine.locations.emplace_back(i);
    const auto place = machine.place(i);
    for (std::size_t d = 0; d < place.size(); ++d)
      machine.dimensions[d].size = std::max(machine.dimensions[d].size, place[d] + 1);
  }
  return machine;
}

// Without threads, the places would tell no more than the system tree, and make up a tenth of what
// is read whenever a report is opened.
bool has_threads(const std::vector<model::CubeLocation>& locations) {
  return std::adjacent_find(locations.begin(), locations.end(), [](const auto& a, const auto& b) {
           return a.rank == b.rank;
         }) != locations.end();
}

}  // namespace

void put_topologies(std::string& out, const SeverityCube& cube,
                    const std::vector<LocationIndex>& columns) {
  std::vector<Topology> topologies;
  if (has_threads(cube.locations)) topologies.push_back(machine_topology(cube.locations));
  topologies.insert(topologies.end(), cube.topologies.begin(), cube.topologies.end());
  if (topologies.empty()) return;
  std::vector<std::size_t> ids(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) ids[columns[i].index()] = i;
  out += "<topologies>\n";
  for (const Topology& topology : topologies) {
    // CubeLib's parser wants the name first, and at least one <coord>.
    if (topology.locations.empty()) continue;
    out += fmt::format("<cart name=\"{}\" ndims=\"{}\">\n", escape_markup(topology.name),
                       topology.dimensions.size());
    for (const Topology::Dimension& dimension : topology.dimensions)
      out += fmt::format("<dim name=\"{}\" size=\"{}\" periodic=\"{}\"/>\n",
                         escape_markup(dimension.name), dimension.size, dimension.is_periodic);
    for (std::size_t i = 0; i < topology.locations.size(); ++i) {
      out += fmt::format("<coord locId=\"{}\">", ids[topology.locations[i].index()]);
      const char* separator = "";
      for (const std::uint32_t coordinate : topology.place(i))
        out += fmt::format("{}{}", std::exchange(separator, " "), coordinate);
      out += "</coord>\n";
    }
    out += "</cart>\n";
  }
  out += "</topologies>\n";
}

void read_topologies(pugi::xml_node system, const std::vector<ReadLocation>& found,
                     const std::vector<LocationIndex>& columns, SeverityCube& cube) {
  const pugi::xml_node list = system.child("topologies");
  if (!list) return;
  Owners owners;
  for (std::size_t i = 0; i < found.size(); ++i) {
    owners.locations.try_emplace(found[i].id, columns[i]);
    owners.processes.try_emplace(found[i].process, columns[i]);
  }
  const Topology machine = machine_topology(cube.locations);
  std::uint64_t left_out = 0;
  for (const pugi::xml_node cart : list.children("cart")) {
    Topology topology;
    topology.name = cart.attribute("name").as_string();
    for (const pugi::xml_node dim : cart.children("dim"))
      topology.dimensions.push_back({dim.attribute("name").as_string(),
                                     dim.attribute("size").as_uint(),
                                     dim.attribute("periodic").as_bool()});
    for (const pugi::xml_node coord : cart.children("coord")) {
      const LocationIndex location = owners.of(coord);
      if (!location.valid() || !topology.add(location, numbers_in(coord.text().get()))) ++left_out;
    }
    if (!topology.locations.empty() && topology != machine)
      cube.topologies.push_back(std::move(topology));
  }
  if (left_out != 0)
    cube.experiment.warnings.push_back(fmt::format(
        "places in Cartesian topologies outside of them, or of no location (left out): {}",
        left_out));
}

}  // namespace tarry::report
