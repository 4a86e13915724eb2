// SPDX-License-Identifier: BSD-3-Clause
// Which objects are loaded where: what turns the raw addresses of function events into names after
// the run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarry::runtime::core {

// Writes a `module` line for every object that has been loaded since the last call; cheap if there
// is none. Those that are being loaded have their line the next time. Thread: any, not in a
// QuietSection (the dynamic loader has a lock of its own). Signal: safe.
void define_new_modules();

struct ModulePlace {
  static constexpr std::size_t kLongestPath = 1023;

  std::uint64_t bias = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  char path[kLongestPath + 1] = {};  // empty: it has no file, or a longer one
};

// The object that holds `address`; false if none does. Thread: any. Signal: safe.
bool find_module(std::uint64_t address, ModulePlace& place);

}  // namespace tarry::runtime::core
