// SPDX-License-Identifier: BSD-3-Clause
// Reads platform files with SimGrid and tells the routes between hosts
// (compressed/simulate/platform_plugin.h). Nothing else of SimGrid is used.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <simgrid/s4u.hpp>
#include <type_traits>
#include <vector>

#include "compressed/simulate/platform_plugin.h"

namespace {

std::vector<simgrid::s4u::Host*>& hosts() {
  static std::vector<simgrid::s4u::Host*> all;
  return all;
}

}  // namespace

// `problem` keeps its last byte, which is 0.
extern "C" __attribute__((visibility("default"))) std::uint32_t tarry_platform_open(
    const char* file, char* problem, std::uint32_t size) {
  try {
    char program[] = "tarry";
    char quiet[] = "--log=root.thresh:critical";
    char* arguments[] = {program, quiet, nullptr};
    int count = 2;
    static auto* const engine = new simgrid::s4u::Engine(&count, arguments);
    engine->load_platform(file);
    hosts() = engine->get_all_hosts();
    if (hosts().empty()) std::strncpy(problem, "it has no hosts", size - 1);
    return static_cast<std::uint32_t>(hosts().size());
  } catch (const std::exception& caught) {
    std::strncpy(problem, caught.what(), size - 1);
    std::replace(problem, problem + size - 1, '\n', ' ');
    return 0;
  }
}

extern "C" __attribute__((visibility("default"))) void tarry_platform_route(std::uint32_t from,
                                                                            std::uint32_t to,
                                                                            double* latency_s,
                                                                            double* bandwidth) {
  *latency_s = 0;
  *bandwidth = 0;
  if (from >= hosts().size() || to >= hosts().size()) return;
  try {
    std::vector<simgrid::s4u::Link*> links;
    hosts()[from]->route_to(hosts()[to], links, latency_s);
    for (const simgrid::s4u::Link* link : links)
      *bandwidth =
          *bandwidth == 0 ? link->get_bandwidth() : std::min(*bandwidth, link->get_bandwidth());
  } catch (const std::exception&) {
    *bandwidth = 0;
  }
}

static_assert(std::is_same_v<decltype(tarry_platform_open), tarry::simulate::OpenPlatform>);
static_assert(std::is_same_v<decltype(tarry_platform_route), tarry::simulate::PlatformRoute>);
