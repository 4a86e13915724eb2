// SPDX-License-Identifier: BSD-3-Clause
// A plug-in that was made for the version before the present one. All versions begin with their
// number.
#include <tarry/pattern.h>

static const uint32_t older = TARRY_PATTERN_VERSION - 1;

extern "C" __attribute__((visibility("default"))) const tarry_pattern* const* tarry_patterns() {
  static const tarry_pattern* const all[] = {reinterpret_cast<const tarry_pattern*>(&older),
                                             nullptr};
  return all;
}
