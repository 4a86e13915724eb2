// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/pending_duplicates.h"

#include <cstdlib>
#include <new>

#include "runtime/core/on_own_account.h"

namespace tarry::runtime::mpi {
namespace {

struct Pending {
  Ancestry ancestry;
  MPI_Comm fresh;
};

}  // namespace

std::uint64_t keep_duplicate(const Ancestry& ancestry, MPI_Comm fresh) {
  const core::OnOwnAccount on_own_account;
  void* memory = std::malloc(sizeof(Pending));
  if (memory == nullptr) return 0;
  return reinterpret_cast<std::uintptr_t>(new (memory) Pending{ancestry, fresh});
}

void duplicate_completed(std::uint64_t kept) {
  if (kept == 0) return;
  auto* pending = reinterpret_cast<Pending*>(static_cast<std::uintptr_t>(kept));
  define_collective(pending->ancestry, pending->fresh);
  std::free(pending);
}

void drop_duplicate(std::uint64_t kept) {
  std::free(reinterpret_cast<void*>(static_cast<std::uintptr_t>(kept)));
}

}  // namespace tarry::runtime::mpi
