// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/pending_duplicates.h"

#include <cstdlib>
#include <new>

namespace tarry::runtime::mpi {
namespace {

struct Pending {
  Ancestry ancestry;
  const MPI_Comm* variable;
};

}  // namespace

std::uint64_t keep_duplicate(const Ancestry& ancestry, const MPI_Comm* variable) {
  void* memory = std::malloc(sizeof(Pending));
  if (memory == nullptr) return 0;
  return reinterpret_cast<std::uintptr_t>(new (memory) Pending{ancestry, variable});
}

void duplicate_completed(std::uint64_t kept) {
  if (kept == 0) return;
  auto* pending = reinterpret_cast<Pending*>(static_cast<std::uintptr_t>(kept));
  define_collective(pending->ancestry, *pending->variable);
  std::free(pending);
}

}  // namespace tarry::runtime::mpi
