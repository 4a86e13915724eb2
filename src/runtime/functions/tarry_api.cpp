// SPDX-License-Identifier: BSD-3-Clause
// The functions of tarry/tarry.h and of the Fortran module. They come before the empty ones of
// libtarry.so in the order of symbol lookup.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "runtime/core/pause.h"
#include "runtime/core/record.h"
#include "runtime/functions/user_counters.h"
#include "runtime/functions/user_regions.h"
#include "runtime/stacks/call_stacks.h"

namespace core = tarry::runtime::core;
namespace functions = tarry::runtime::functions;
namespace stacks = tarry::runtime::stacks;

namespace {

// Has the layout of tarry.h: the number plus one, 0 while it is unknown.
struct Place {
  unsigned number_plus_one;
};

// Has the layout of tarry.h, too: the number of the counter's set, which is not 0.
struct CounterPlace {
  unsigned set;
};

using functions::UserCounterKind;

std::uint32_t set_of(CounterPlace* place, UserCounterKind kind, const char* name,
                     const char* unit) {
  std::uint32_t set = __atomic_load_n(&place->set, __ATOMIC_RELAXED);
  if (set != 0) return set;
  set = functions::find_or_define_counter(kind, name, unit);
  __atomic_store_n(&place->set, set, __ATOMIC_RELAXED);
  return set;
}

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

void enter(core::RegionNumber number, std::string_view name) {
  if (!is_recorded(number)) return;
  const stacks::NamedRegion region{number, name};
  stacks::enter_region(core::now(), true, &region);
  core::record_now(core::RecordKind::RegionEnter, number.value);
}

void leave(core::RegionNumber number) {
  if (!is_recorded(number)) return;
  stacks::leave_region(core::now());
  stacks::after_call(core::record_now(core::RecordKind::RegionLeave, number.value));
}

// Fortran pads with blanks.
std::string_view trimmed(const char* name, std::size_t length) {
  while (length > 0 && name[length - 1] == ' ') --length;
  return {name, length};
}

// Each value of a parameter is a region of its own: "level=3". A longer name is cut off.
class ParameterRegion {
 public:
  ParameterRegion(std::string_view name, long long value) {
    const int length =
        std::snprintf(text_, sizeof text_, "%.*s=%lld",
                      static_cast<int>(name.substr(0, kLongestName).size()), name.data(), value);
    length_ = static_cast<std::size_t>(length);
  }
  [[nodiscard]] std::string_view name() const { return {text_, length_}; }

 private:
  static constexpr std::size_t kLongestName = 128;
  char text_[kLongestName + 24];
  std::size_t length_;
};

void enter_parameter(std::string_view name, long long value) {
  const ParameterRegion region(name, value);
  enter(functions::find_or_define_region(region.name(), "", 0), region.name());
}

void leave_parameter(std::string_view name, long long value) {
  leave(functions::find_region(ParameterRegion(name, value).name(), ""));
}

void count(std::uint32_t set, unsigned long long amount) {
  if (set != 0) functions::record_amount(set, amount);
}

void show(std::uint32_t set, double level) {
  if (set != 0) functions::record_level(set, level);
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
  enter(number, name);
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
  enter(functions::find_or_define_region(trimmed(name, length), "", 0), trimmed(name, length));
}

[[gnu::visibility("default")]] void tarry_region_end_(const char* name, std::size_t length) {
  leave(functions::find_region(trimmed(name, length), ""));
}

[[gnu::visibility("default")]] void tarry_counter_add(CounterPlace* place, const char* name,
                                                      const char* unit, unsigned long long amount) {
  count(set_of(place, UserCounterKind::Amount, name, unit), amount);
}

[[gnu::visibility("default")]] void tarry_counter_set(CounterPlace* place, const char* name,
                                                      const char* unit, double level) {
  show(set_of(place, UserCounterKind::Level, name, unit), level);
}

[[gnu::visibility("default")]] void tarry_counter_add_(const char* name, const char* unit,
                                                       const long long* amount,
                                                       std::size_t name_length,
                                                       std::size_t unit_length) {
  const std::uint32_t set = functions::find_or_define_counter(
      UserCounterKind::Amount, trimmed(name, name_length), trimmed(unit, unit_length));
  if (*amount > 0) count(set, static_cast<unsigned long long>(*amount));
}

[[gnu::visibility("default")]] void tarry_counter_set_(const char* name, const char* unit,
                                                       const double* level, std::size_t name_length,
                                                       std::size_t unit_length) {
  show(functions::find_or_define_counter(UserCounterKind::Level, trimmed(name, name_length),
                                         trimmed(unit, unit_length)),
       *level);
}

[[gnu::visibility("default")]] void tarry_parameter_begin(const char* name, long long value) {
  enter_parameter(name, value);
}

[[gnu::visibility("default")]] void tarry_parameter_end(const char* name, long long value) {
  leave_parameter(name, value);
}

[[gnu::visibility("default")]] void tarry_parameter_begin_(const char* name, const long long* value,
                                                           std::size_t length) {
  enter_parameter(trimmed(name, length), *value);
}

[[gnu::visibility("default")]] void tarry_parameter_end_(const char* name, const long long* value,
                                                         std::size_t length) {
  leave_parameter(trimmed(name, length), *value);
}

}  // extern "C"
