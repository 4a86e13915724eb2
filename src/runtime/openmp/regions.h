// SPDX-License-Identifier: BSD-3-Clause
// The data behind the handles of a program that OPARI2 has rewritten: the place of a construct and
// the regions of its parts. They are made at the first use and never freed.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "runtime/api/pomp2_hooks.h"
#include "runtime/core/events.h"
#include "runtime/openmp/constructs.h"

namespace tarry::runtime::pomp2 {

// The content of OPARI2's text on a construct:
// "LENGTH*regionType=critical*sscl=FILE:LINE:LINE*...**". The text may lack the zero at its end.
// The views point into it.
struct Description {
  std::string_view file;
  std::uint32_t line = 0;
  std::string_view critical_name;  // empty: the construct without a name
  std::string_view user_name;      // for `pomp inst`
};
Description parse(const char* ctc);

struct Region {
  const char* file = nullptr;
  std::uint32_t line = 0;
  const char* name = nullptr;  // for a critical construct or a user's region
  const Region* lock = this;   // for a critical construct: the first one of its name
  Region* next = nullptr;
  std::atomic<std::uint32_t> numbers_plus_one[TARRY_POMP2_CONSTRUCTS + 1] = {};
};
inline constexpr int kUserRegion = TARRY_POMP2_CONSTRUCTS;

// Returns the region of the handle and makes it if there is a description; nullptr if there is
// none, or no memory. Thread: any.
Region* region_of(void** handle, const char* ctc);

// `part` is one of TARRY_POMP2_*.
openmp::Construct construct_of(int part);

// Returns the region number of `part`, one of TARRY_POMP2_* or kUserRegion, and defines it at the
// first use. Not valid() if this process is not measured. Thread: any.
core::RegionNumber number_of(Region& region, int part);

}  // namespace tarry::runtime::pomp2
