// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/pthread/callers.h"

#include <link.h>

#include <atomic>
#include <cstddef>
#include <cstring>

#include "runtime/core/keep_errno.h"

namespace tarry::runtime::pthread {

constinit std::atomic<bool> has_created{false};

namespace {

struct KnownLibrary {
  const char* begin;  // of the file's name
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
    // What a call may pass through on the way to memory: nothing of the program's happens there.
    {"libjemalloc", Caller::Nobody},
    {"libtcmalloc", Caller::Nobody},
    {"libmimalloc", Caller::Nobody},
    {"libtbbmalloc", Caller::Nobody},
    {"libgcc_s", Caller::Nobody},
    {"ld-linux", Caller::Nobody},
    {"libc.so", Caller::Nobody},
    // MPI and what Open MPI and MPICH stand on
    {"libmpi", Caller::Mpi},
    {"libopen-", Caller::Mpi},
    {"libpmix", Caller::Mpi},
    {"mca_", Caller::Mpi},
    {"libfabric", Caller::Mpi},
    {"libpsm", Caller::Mpi},
    {"libucp", Caller::Mpi},
    {"libucs", Caller::Mpi},
    {"libuct", Caller::Mpi},
    {"libucm", Caller::Mpi},
};

// One word each: address << 2 | Caller + 1. Where two call sites share a slot, the later one wins.
constexpr unsigned kSlotBits = 12;
constinit std::atomic<std::uint64_t> slots[std::size_t{1} << kSlotBits] = {};

struct Search {
  std::uint64_t address;
  Caller found;
};

bool holds(const dl_phdr_info& module, std::uint64_t address) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = module.dlpi_phdr[i];
    if (header.p_type == PT_LOAD && address - (module.dlpi_addr + header.p_vaddr) < header.p_memsz)
      return true;
  }
  return false;
}

int visit(dl_phdr_info* module, std::size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  if (!holds(*module, search.address)) return 0;
  if (holds(*module, reinterpret_cast<std::uint64_t>(&visit))) {
    search.found = Caller::Nobody;  // we ourselves
    return 1;
  }
  const char* path = module->dlpi_name != nullptr ? module->dlpi_name : "";
  const char* slash = std::strrchr(path, '/');
  const char* name = slash != nullptr ? slash + 1 : path;
  for (const KnownLibrary& library : kLibraries)
    if (std::strncmp(name, library.begin, std::strlen(library.begin)) == 0)
      search.found = library.caller;
  return 1;
}

// Not by dladdr(): it waits for a thread that is loading a library, whose constructors may wait for
// this one.
[[gnu::cold, gnu::noinline]] Caller look_up(std::uint64_t address) {
  const core::KeepErrno keep_errno;
  Search search{address, Caller::Program};  // code in no module is made by the program
  dl_iterate_phdr(visit, &search);
  return search.found;
}

}  // namespace

Caller caller_at(const void* address) {
  const auto key = reinterpret_cast<std::uint64_t>(address);
  std::atomic<std::uint64_t>& slot = slots[(key * 0x9E3779B97F4A7C15u) >> (64 - kSlotBits)];
  const std::uint64_t known = slot.load(std::memory_order_relaxed);
  if (known >> 2 == key && (known & 3) != 0) return static_cast<Caller>((known & 3) - 1);
  const Caller found = look_up(key);
  slot.store(key << 2 | (static_cast<std::uint64_t>(found) + 1), std::memory_order_relaxed);
  return found;
}

}  // namespace tarry::runtime::pthread
