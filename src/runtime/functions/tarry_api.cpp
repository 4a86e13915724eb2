// SPDX-License-Identifier: BSD-3-Clause
// The functions of tarry/tarry.h and of the Fortran module, in front of the empty ones of
// libtarry.so.
#include <cstddef>
#include <string_view>

#include "runtime/core/pause.h"
#include "runtime/core/record.h"
#include "runtime/functions/user_regions.h"

namespace core = tarry::runtime::core;
namespace functions = tarry::runtime::functions;

namespace {

// Same layout as in tarry.h: the number plus one, 0 while it is not known.
struct Place {
  unsigned number_plus_one;
};

core::RegionNumber known(const Place* place) {
  const unsigned value = __atomic_load_n(&place->number_plus_one, __ATOMIC_RELAXED);
  return value == 0 ? core::RegionNumber{} : core::RegionNumber{value - 1};
}

void remember(Place* place, core::RegionNumber number) {
  __atomic_store_n(&place->number_plus_one, number.value + 1, __ATOMIC_RELAXED);
}

bool is_recorded(core::RegionNumber number) {
  return number.valid() && number != functions::kExcludedRegion;
}

void enter(core::RegionNumber number) {
  if (is_recorded(number)) core::record_now(core::RecordKind::RegionEnter, number.value);
}

void leave(core::RegionNumber number) {
  if (is_recorded(number)) core::record_now(core::RecordKind::RegionLeave, number.value);
}

// Fortran pads with blanks.
std::string_view trimmed(const char* name, std::size_t length) {
  while (length > 0 && name[length - 1] == ' ') --length;
  return {name, length};
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void tarry_region_begin(Place* place, const char* name,
                                                       const char* file, int line) {
  core::RegionNumber number = known(place);
  if (!number.valid()) {
    number = functions::find_or_define_region(name, file, static_cast<unsigned>(line));
    if (number.valid()) remember(place, number);
  }
  enter(number);
}

[[gnu::visibility("default")]] void tarry_region_end(Place* place, const char* name,
                                                     const char* file) {
  core::RegionNumber number = known(place);
  if (!number.valid()) {
    number = functions::find_region(name, file);
    if (number.valid()) remember(place, number);
  }
  leave(number);
}

[[gnu::visibility("default")]] void tarry_pause() { core::pause_recording(); }

[[gnu::visibility("default")]] void tarry_resume() { core::resume_recording(); }

[[gnu::visibility("default")]] void tarry_region_begin_(const char* name, std::size_t length) {
  enter(functions::find_or_define_region(trimmed(name, length), "", 0));
}

[[gnu::visibility("default")]] void tarry_region_end_(const char* name, std::size_t length) {
  leave(functions::find_region(trimmed(name, length), ""));
}

}  // extern "C"
