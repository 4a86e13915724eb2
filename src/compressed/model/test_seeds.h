// SPDX-License-Identifier: BSD-3-Clause
// The number of random programs that tests go through.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace tarry::compressed {

// Returns the value of the environment variable TARRY_TEST_SEEDS; 1000 if there is none.
inline std::uint64_t test_seeds() {
  const char* const number = std::getenv("TARRY_TEST_SEEDS");
  return number != nullptr ? std::stoull(number) : 1000;
}

}  // namespace tarry::compressed
