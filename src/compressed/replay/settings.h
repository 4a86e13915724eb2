// SPDX-License-Identifier: BSD-3-Clause
// The settings of a replay that a user may change.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

namespace tarry::replay {

enum class Compute { Sleep, Spin, None };  // activity of a process where the program computed
// Source of the length of computation: the histograms or their mean.
enum class Times { Drawn, Average };

struct Settings {
  Compute compute = Compute::Sleep;
  Times times = Times::Drawn;
  double speed = 1;         // computation takes 1 / speed of its time
  double bytes_factor = 1;  // factor for every message and every block of a collective operation
  std::uint64_t seed = 0;   // seed of everything that is drawn
  bool skip_unsupported = false;
  std::uint32_t destinations = 32;  // per process, if peers are drawn
  std::string scratch;              // where the folder for files is made; empty: as usual
  double patience_s = 60;           // longest wait beyond the length of the recording
};

// Both ends of a message, and all members of an operation, must compute the same.
inline std::uint64_t scaled_bytes(std::uint64_t bytes, double factor) {
  if (factor == 1) return bytes;
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(bytes) * factor));
}

}  // namespace tarry::replay
