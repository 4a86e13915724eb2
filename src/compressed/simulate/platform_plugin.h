// SPDX-License-Identifier: BSD-3-Clause
// The interface between the simulation and the library that reads platform files with SimGrid.
#pragma once

#include <cstdint>

namespace tarry::simulate {

// The function `tarry_platform_open` reads a file. Returns the number of hosts; 0 if that failed:
// `problem`, which has room for `size` characters, then says why.
inline constexpr const char* kOpenPlatform = "tarry_platform_open";
using OpenPlatform = std::uint32_t(const char* file, char* problem, std::uint32_t size);

// The function `tarry_platform_route` tells the way between two hosts. The bandwidth, in bytes per
// second, is that of the slowest link; it is 0 if there is no way.
inline constexpr const char* kPlatformRoute = "tarry_platform_route";
using PlatformRoute = void(std::uint32_t from, std::uint32_t to, double* latency_s,
                           double* bandwidth);

}  // namespace tarry::simulate
