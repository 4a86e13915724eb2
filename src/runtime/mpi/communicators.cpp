// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/communicators.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "runtime/mpi/calls.h"
#include "runtime/mpi/comm_definition.h"
#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/group_members.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/spin_lock.h"

namespace tarry::runtime::mpi {
namespace {

constexpr std::size_t kBlock = 64;

// Communicators are handed out by address, so they live in blocks that never move.
struct Table {
  FlatTable<Communicator*> known;
  FlatTable<std::uint64_t> repetitions;  // of creations that agree in everything else
  Communicator* freed = nullptr;         // list, to be used again
  Communicator* unused = nullptr;        // rest of the newest block
  std::size_t unused_count = 0;
  std::uint32_t next_number = 0;
  std::atomic<std::uint32_t> generation = 1;  // changes when a handle may mean something else
  std::atomic<std::uint64_t> unknown_uses = 0;
  SpinLock lock;
};

// What this thread looked up last.
struct LastUsed {
  std::uint64_t handle;
  Communicator* comm;
  std::uint32_t generation;  // 0: nothing yet
};

constinit Table table;
constinit thread_local LastUsed last_used{};

Communicator* new_communicator() {
  if (Communicator* again = table.freed) {
    table.freed = again->next_free;
    return again;
  }
  if (table.unused_count == 0) {
    table.unused = static_cast<Communicator*>(std::calloc(kBlock, sizeof(Communicator)));
    if (table.unused == nullptr) return nullptr;
    table.unused_count = kBlock;
  }
  --table.unused_count;
  return table.unused++;
}

// Enters a communicator into the table and the definitions log.
void define(MPI_Comm comm, CommKey key, const Members& members, const char* kind,
            const char* name) {
  Communicator* fresh = nullptr;
  {
    const std::lock_guard guard(table.lock);
    fresh = new_communicator();
    Communicator** slot = fresh == nullptr ? nullptr : table.known.insert(handle_bits(comm));
    if (slot == nullptr) return;
    *fresh = {key,
              table.next_number++,
              static_cast<std::uint32_t>(members.rank),
              static_cast<std::uint32_t>(members.local.size()),
              static_cast<std::uint32_t>(members.remote.size()),
              0,
              members.inter,
              nullptr};
    *slot = fresh;
    table.generation.fetch_add(1, std::memory_order_relaxed);
  }
  write_comm_definition(*fresh, members, kind, name);
}

const char* kind_of(const Members& members) { return members.inter ? "inter" : "intra"; }

CommKey hash_of(const Members& members) {
  const CommKey local = hash_members(members.local.data(), members.local.size());
  if (!members.inter) return local;
  return hash_unordered(local, hash_members(members.remote.data(), members.remote.size()));
}

void define_group_creation(CommKey parent, Creation how, int tag, MPI_Comm fresh) {
  Members members;
  if (!members.read(fresh)) return;
  const CommKey hash = hash_of(members);
  std::uint64_t repetition = 0;
  {
    const std::lock_guard guard(table.lock);
    const std::uint64_t same = group_identity(parent, how, tag, 0, hash).low;
    if (std::uint64_t* count = table.repetitions.insert(same)) repetition = (*count)++;
  }
  define(fresh, group_identity(parent, how, tag, repetition, hash), members, kind_of(members), "");
}

}  // namespace

void define_predefined_communicators() {
  Members members;
  if (members.read(MPI_COMM_WORLD))
    define(MPI_COMM_WORLD, kWorldKey, members, "world", "MPI_COMM_WORLD");
  if (members.read(MPI_COMM_SELF))
    define(MPI_COMM_SELF, kSelfKey, members, "self", "MPI_COMM_SELF");
}

void share_communicators() { table.lock.enable(); }

Communicator* find_communicator(MPI_Comm comm) {
  const std::uint64_t handle = handle_bits(comm);
  const std::uint32_t generation = table.generation.load(std::memory_order_relaxed);
  if (last_used.handle == handle && last_used.generation == generation) [[likely]]
    return last_used.comm;
  const std::lock_guard guard(table.lock);
  Communicator** known = table.known.find(handle);
  if (known == nullptr) {
    if (comm != MPI_COMM_NULL) table.unknown_uses.fetch_add(1, std::memory_order_relaxed);
    return nullptr;
  }
  last_used = {handle, *known, generation};
  return *known;
}

Ancestry begin_creation(MPI_Comm parent, Creation how) {
  Communicator* known = find_communicator(parent);
  if (known == nullptr) return {};
  return {known->key, how, known->creations++, true};
}

void define_collective(const Ancestry& ancestry, MPI_Comm fresh) {
  if (!ancestry.known || fresh == MPI_COMM_NULL) return;
  Members members;
  if (!members.read(fresh)) return;
  const CommKey key =
      collective_identity(ancestry.parent, ancestry.how, ancestry.sequence, hash_of(members));
  define(fresh, key, members, kind_of(members), "");
}

void define_create_group(MPI_Comm parent, int tag, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  const Communicator* known = find_communicator(parent);
  if (known != nullptr) define_group_creation(known->key, Creation::CreateGroup, tag, fresh);
}

void define_intercomm(int tag, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  define_group_creation(kWorldKey, Creation::IntercommCreate, tag, fresh);
}

void name_communicator(MPI_Comm comm, const char* name) {
  const Communicator* known = find_communicator(comm);
  if (known != nullptr) write_comm_name(*known, name);
}

void forget_communicator(MPI_Comm comm) {
  const std::lock_guard guard(table.lock);
  Communicator** known = table.known.find(handle_bits(comm));
  if (known == nullptr) return;
  (*known)->next_free = table.freed;
  table.freed = *known;
  table.known.erase(handle_bits(comm));
  table.generation.fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t unknown_communicator_uses() {
  return table.unknown_uses.load(std::memory_order_relaxed);
}

}  // namespace tarry::runtime::mpi
