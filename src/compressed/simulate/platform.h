// SPDX-License-Identifier: BSD-3-Clause
// The routes of a SimGrid platform file. SimGrid's own parser reads it, in a library that is built
// and loaded only where SimGrid is (src/simgrid_plugin/).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <unordered_map>

#include "base/result.h"
#include "compressed/simulate/network.h"

namespace tarry::simulate {

// The nodes of a simulation are the hosts of the platform, in the order of their names in it.
// Thread: one.
class Platform final : public Routes {
 public:
  // Loads `library` and reads `file`. `within_node` is the way between ranks of one node. A process
  // can open one platform.
  static base::Result<std::unique_ptr<Platform>> open(const std::filesystem::path& library,
                                                      const std::filesystem::path& file,
                                                      const Route& within_node);

  [[nodiscard]] std::uint32_t hosts() const { return hosts_; }
  Route between(std::uint32_t from_node, std::uint32_t to_node) override;
  // Returns the largest latency and the smallest bandwidth between the first of `nodes` nodes and
  // the others: for operations of all.
  Route farthest(std::uint32_t nodes);

 private:
  using FindRoute = void (*)(std::uint32_t from, std::uint32_t to, double* latency_s,
                             double* bandwidth);

  FindRoute find_route_ = nullptr;
  std::uint32_t hosts_ = 0;
  Route within_node_;
  std::unordered_map<std::uint64_t, Route> known_;
};

}  // namespace tarry::simulate
