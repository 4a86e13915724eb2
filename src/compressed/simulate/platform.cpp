// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/platform.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "compressed/simulate/platform_plugin.h"

namespace tarry::simulate {

base::Result<std::unique_ptr<Platform>> Platform::open(const std::filesystem::path& library,
                                                       const std::filesystem::path& file,
                                                       const Route& within_node) {
  std::error_code ignored;
  if (!std::filesystem::exists(library, ignored))
    return base::Error{base::ErrorCode::Unsupported,
                       "this build cannot read platform files of SimGrid", file.string(),
                       "build it where SimGrid is installed (Debian: libsimgrid-dev)"};
  if (!std::filesystem::is_regular_file(file, ignored))
    return base::Error{base::ErrorCode::NotFound, "no such platform file", file.string(), ""};
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto* const open =
      loaded == nullptr ? nullptr : reinterpret_cast<OpenPlatform*>(dlsym(loaded, kOpenPlatform));
  auto* const route =
      loaded == nullptr ? nullptr : reinterpret_cast<PlatformRoute*>(dlsym(loaded, kPlatformRoute));
  if (open == nullptr || route == nullptr) {
    const char* const why = dlerror();
    return base::Error{base::ErrorCode::Failed, "the library for SimGrid cannot be loaded",
                       why == nullptr ? library.string() : why, ""};
  }
  std::array<char, 256> problem{};
  auto made = std::make_unique<Platform>();
  made->hosts_ = open(file.c_str(), problem.data(), problem.size());
  if (made->hosts_ == 0)
    return base::Error{base::ErrorCode::BadInput,
                       "SimGrid cannot read the platform: " + std::string(problem.data()),
                       file.string(), ""};
  made->find_route_ = route;
  made->within_node_ = within_node;
  return made;
}

Route Platform::between(std::uint32_t from_node, std::uint32_t to_node) {
  if (from_node == to_node) return within_node_;
  const auto [found, is_new] =
      known_.try_emplace(std::uint64_t{from_node} << 32 | to_node, within_node_);
  if (!is_new) return found->second;
  double latency_s = 0;
  double bandwidth = 0;
  find_route_(from_node, to_node, &latency_s, &bandwidth);
  if (bandwidth > 0) found->second = {std::llround(latency_s * 1e9), bandwidth};
  return found->second;
}

Route Platform::farthest(std::uint32_t nodes) {
  if (nodes < 2) return within_node_;
  Route farthest = between(0, 1);
  for (std::uint32_t node = 2; node < std::min(nodes, hosts_); ++node) {
    const Route other = between(0, node);
    farthest.latency = std::max(farthest.latency, other.latency);
    farthest.bandwidth = std::min(farthest.bandwidth, other.bandwidth);
  }
  return farthest;
}

}  // namespace tarry::simulate
