// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/mpi/caller_origin.h"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cctype>
#include <cstddef>
#include <cstring>

#include "base/hash.h"
#include "runtime/pthread/callers.h"
#include "runtime/sampling/mpi/module_functions.h"

namespace tarry::runtime::sampling::mpi {
namespace {

// Returns true for MPI_Send, but not for MPI_SEND, which is Fortran's.
bool is_of_c(const char* name) {
  return std::strncmp(name, "MPI_", 4) == 0 && name[4] != '\0' && std::islower(name[5]) != 0;
}

// The statements of a module's dynamic symbols about it.
struct Symbols {
  bool is_mpi = false;      // defines PMPI_Init
  bool wraps = false;       // defines some MPI_X
  bool calls_pmpi = false;  // of another module
};

Symbols symbols_of(const link_map& module) {
  Symbols out;
  for_each_function(module, [&out](const char* name, bool is_defined) {
    out.is_mpi |= is_defined && std::strcmp(name, "PMPI_Init") == 0;
    out.wraps |= is_defined && is_of_c(name);
    out.calls_pmpi |= !is_defined && name[0] == 'P' && is_of_c(name + 1);
  });
  return out;
}

// Returns true for libmpi_mpifh.so, libmpichfort.so, libmpi_cxx.so; false for mca_io_ompio.so.
bool is_binding(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return std::strncmp(slash != nullptr ? slash + 1 : path, "libmpi", 6) == 0;
}

// One word for each module: its first address, which is the begin of a page, and Origin + 1. The
// words are kept because some modules have hundreds of thousands of symbols. If two share a place,
// the later one wins.
constexpr unsigned kModuleBits = 8;
constinit std::atomic<std::uint64_t> known_modules[std::size_t{1} << kModuleBits] = {};
constexpr std::uint64_t kOriginMask = 3;

std::atomic<std::uint64_t>& known_module(std::uint64_t begin) {
  return known_modules[base::place_of(begin, kModuleBits)];
}

Origin origin_of_module(const link_map& module, const void* address) {
  const bool is_executable = module.l_name == nullptr || module.l_name[0] == '\0';
  // This holds also if a tool or an MPI is linked in: its internal calls do not pass through us.
  if (is_executable) return Origin::Program;
  const Symbols symbols = symbols_of(module);
  if (symbols.is_mpi) return Origin::Mpi;
  if (pthread::caller_at(address) == pthread::Caller::Mpi)
    return is_binding(module.l_name) ? Origin::Program : Origin::Mpi;
  return symbols.wraps && symbols.calls_pmpi ? Origin::Tool : Origin::Program;
}

}  // namespace

Origin origin_of(const void* address) {
  dl_find_object found{};
  if (_dl_find_object(const_cast<void*>(address), &found) != 0) return Origin::Program;
  const auto begin = reinterpret_cast<std::uint64_t>(found.dlfo_map_start);
  std::atomic<std::uint64_t>& slot = known_module(begin);
  const std::uint64_t known = slot.load(std::memory_order_relaxed);
  if ((known & ~kOriginMask) == begin && (known & kOriginMask) != 0)
    return static_cast<Origin>((known & kOriginMask) - 1);
  const Origin origin = origin_of_module(*found.dlfo_link_map, address);
  slot.store(begin | (static_cast<std::uint64_t>(origin) + 1), std::memory_order_relaxed);
  return origin;
}

}  // namespace tarry::runtime::sampling::mpi
