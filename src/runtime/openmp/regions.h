// SPDX-License-Identifier: BSD-3-Clause
// What is behind the handles of a program that OPARI2 has rewritten: the place of a construct and
// the regions of its parts. Made at the first use, never freed.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "runtime/api/pomp2_hooks.h"
#include "runtime/core/events.h"
#include "runtime/openmp/constructs.h"

namespace tarry::runtime::pomp2 {

// What OPARI2 tells of a construct, "LENGTH*regionType=critical*sscl=FILE:LINE:LINE*...**". It may
// lack the zero at its end. The views point into it.
struct Description {
  std::string_view file;
  std::uint32_t line = 0;
  std::string_view critical_name;  // empty: the construct without a name
  std::string_view user_name;      // of `pomp inst`
};
Description parse(const char* ctc);

struct Region {
  const char* file = nullptr;
  std::uint32_t line = 0;
  const char* name = nullptr;  // of a critical construct or a user's region
  const Region* lock = this;   // of a critical construct: the first one of its name
  Region* next = nullptr;
  std::atomic<std::uint32_t> numbers_plus_one[TARRY_POMP2_CONSTRUCTS + 1] = {};
};
inline constexpr int kUserRegion = TARRY_POMP2_CONSTRUCTS;

// Of the handle, made if there is a description. nullptr if there is none, or no memory. Thread:
// any.
Region* region_of(void** handle, const char* ctc);

// Of one of TARRY_POMP2_*.
openmp::Construct construct_of(int part);

// One of TARRY_POMP2_*, or kUserRegion; made at the first use. !valid() if this process is not
// measured. Thread: any.
core::RegionNumber number_of(Region& region, int part);

}  // namespace tarry::runtime::pomp2
