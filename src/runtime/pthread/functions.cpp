// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/pthread/functions.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstring>

#include "runtime/core/definitions_log.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/process.h"

namespace tarry::runtime::pthread {
namespace {

using core::RegionNumber;

struct Info {
  const char* name;
  const char* version;
  const char* region;
};

constexpr Info kFunctions[] = {
#define TARRY_INFO(name, symbol, version, region) {#symbol, version, region},
    TARRY_PTHREAD_FUNCTIONS(TARRY_INFO)
#undef TARRY_INFO
};
constexpr std::size_t kCount = std::size(kFunctions);

constinit std::atomic<AnyFunction> real_functions[kCount] = {};
constinit std::atomic<std::uint32_t> numbers_plus_one[kCount] = {};

// Functions of conditions have an older version that works on other objects; a look-up without a
// version may find that one.
[[gnu::cold, gnu::noinline]] AnyFunction look_up(Function function) {
  const core::OnOwnAccount on_own_account;
  const Info& info = kFunctions[static_cast<std::size_t>(function)];
  void* found = dlvsym(RTLD_NEXT, info.name, info.version);
  if (found == nullptr) found = dlsym(RTLD_NEXT, info.name);
  const auto real = reinterpret_cast<AnyFunction>(found);
  real_functions[static_cast<std::size_t>(function)].store(real, std::memory_order_release);
  return real;
}

// Looks all functions up before the program calls any of them, if possible.
[[gnu::constructor]] void look_up_all() {
  for (std::size_t i = 0; i < kCount; ++i) look_up(static_cast<Function>(i));
}

model::RegionRole role_of(const char* region) {
  if (std::strcmp(region, "pthread_create") == 0) return model::RegionRole::ThreadCreate;
  if (std::strcmp(region, "pthread_join") == 0) return model::RegionRole::ThreadWait;
  return model::RegionRole::Wrapper;
}

// Returns the region of this name if an earlier function has it.
std::uint32_t number_of_name(std::size_t before, const char* name) {
  for (std::size_t i = 0; i < before; ++i)
    if (std::strcmp(kFunctions[i].region, name) == 0)
      return numbers_plus_one[i].load(std::memory_order_relaxed);
  return 0;
}

// Defines all regions at once: in an MPI program, regions of functions that are first called after
// MPI_Finalize, in destructors of libraries, could no longer be defined.
[[gnu::cold, gnu::noinline]] RegionNumber define_all(std::size_t wanted) {
  const core::QuietSection quiet;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (numbers_plus_one[i].load(std::memory_order_relaxed) != 0) continue;
    core::RegionInfo region;
    region.name = kFunctions[i].region;
    region.role = role_of(region.name);
    region.paradigm = model::Paradigm::Pthread;
    std::uint32_t number = number_of_name(i, region.name);
    if (number == 0) {
      const RegionNumber made = core::register_region(region);
      if (!made.valid()) return {};
      number = made.value + 1;
    }
    numbers_plus_one[i].store(number, std::memory_order_relaxed);
  }
  return RegionNumber{numbers_plus_one[wanted].load(std::memory_order_relaxed) - 1};
}

}  // namespace

AnyFunction find_real(Function function) {
  const AnyFunction real =
      real_functions[static_cast<std::size_t>(function)].load(std::memory_order_acquire);
  return real != nullptr ? real : look_up(function);
}

RegionNumber region_of(Function function) {
  const auto index = static_cast<std::size_t>(function);
  const std::uint32_t number = numbers_plus_one[index].load(std::memory_order_relaxed);
  return number != 0 ? RegionNumber{number - 1} : define_all(index);
}

}  // namespace tarry::runtime::pthread
