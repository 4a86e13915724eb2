// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/pthread/callers.h"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstddef>
#include <cstring>

#include "base/hash.h"

namespace tarry::runtime::pthread {

constinit std::atomic<bool> has_created{false};

namespace {

struct KnownLibrary {
  const char* begin;  // begin of the file name
  Caller caller;
};
constexpr KnownLibrary kLibraries[] = {
    // OpenMP
    {"libomp", Caller::Nobody},
    {"libiomp", Caller::Nobody},
    {"libgomp", Caller::Nobody},
    // Fortran's input and output
    {"libgfortran", Caller::Nobody},
    {"libflang", Caller::Nobody},
    {"libFortranRuntime", Caller::Nobody},
    {"libifcore", Caller::Nobody},
    // A call may pass through these on the way to memory; nothing of the program happens there.
    {"libjemalloc", Caller::Nobody},
    {"libtcmalloc", Caller::Nobody},
    {"libmimalloc", Caller::Nobody},
    {"libtbbmalloc", Caller::Nobody},
    {"libgcc_s", Caller::Nobody},
    {"ld-linux", Caller::Nobody},
    {"libc.so", Caller::Nobody},
    // MPI and libraries that Open MPI and MPICH are based on
    {"libmpi", Caller::Mpi},
    {"libmpich", Caller::Mpi},
    {"libmpichcxx", Caller::Mpi},
    {"libmpichfort", Caller::Mpi},
    {"libmpicxx", Caller::Mpi},
    {"libmpifort", Caller::Mpi},
    {"libopen-", Caller::Mpi},
    {"libpmix", Caller::Mpi},
    {"mca_", Caller::Mpi},
    {"libfabric", Caller::Mpi},
    {"libpsm", Caller::Mpi},
    {"libucp", Caller::Mpi},
    {"libucs", Caller::Mpi},
    {"libuct", Caller::Mpi},
    {"libucm", Caller::Mpi},
    // Libraries of networks, which those load
    {"libnl", Caller::Mpi},
    {"libibverbs", Caller::Mpi},
    {"librdmacm", Caller::Mpi},
};

// Each slot is one word: address << 2 | Caller + 1. If two call sites share a slot, the later one
// wins.
constexpr unsigned kSlotBits = 12;
constinit std::atomic<std::uint64_t> slots[std::size_t{1} << kSlotBits] = {};

// "libmpi" matches "libmpi.so" and "libmpi_cxx.so", but not "libmpirical.so".
bool begins_with(const char* name, const char* begin) {
  const std::size_t length = std::strlen(begin);
  if (std::strncmp(name, begin, length) != 0) return false;
  const bool is_open = begin[length - 1] == '_' || begin[length - 1] == '-';
  const char after = name[length];
  return is_open || ((after < 'a' || after > 'z') && (after < 'A' || after > 'Z'));
}

Caller caller_in(const char* path) {
  const char* slash = std::strrchr(path, '/');
  const char* name = slash != nullptr ? slash + 1 : path;
  for (const KnownLibrary& library : kLibraries)
    if (begins_with(name, library.begin)) return library.caller;
  return Caller::Program;
}

// We do not use dladdr() or dl_iterate_phdr(): they wait for a thread that is loading a library, or
// whose callback may wait for this one. This function takes no lock.
[[gnu::cold, gnu::noinline]] Caller look_up(std::uint64_t address) {
  dl_find_object found{}, own{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0)
    return Caller::Program;  // the program generates code outside of modules
  if (_dl_find_object(reinterpret_cast<void*>(&look_up), &own) == 0 &&
      own.dlfo_link_map == found.dlfo_link_map)
    return Caller::Nobody;  // our own code
  const char* path = found.dlfo_link_map->l_name;
  return path != nullptr ? caller_in(path) : Caller::Program;
}

}  // namespace

Caller caller_at(const void* address) {
  const auto key = reinterpret_cast<std::uint64_t>(address);
  std::atomic<std::uint64_t>& slot = slots[base::place_of(key, kSlotBits)];
  const std::uint64_t known = slot.load(std::memory_order_relaxed);
  if (known >> 2 == key && (known & 3) != 0) return static_cast<Caller>((known & 3) - 1);
  const Caller found = look_up(key);
  slot.store(key << 2 | (static_cast<std::uint64_t>(found) + 1), std::memory_order_relaxed);
  return found;
}

}  // namespace tarry::runtime::pthread
