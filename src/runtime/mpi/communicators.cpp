// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/communicators.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string_view>

#include "base/hash.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/comm_definition.h"
#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/group_members.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/spin_lock.h"
#include "runtime/mpi/world.h"

namespace tarry::runtime::mpi {
namespace {

constexpr std::size_t kBlock = 64;

// Communicators are known by their addresses, so that they live in blocks that never move.
struct Table {
  FlatTable<Communicator*> known;
  FlatTable<Ancestry> undefined;   // made inside of other calls, not used yet
  Communicator* freed = nullptr;   // a list of those to be used again
  Communicator* unused = nullptr;  // the rest of the newest block
  std::size_t unused_count = 0;
  std::uint32_t next_number = 0;
  std::atomic<std::uint32_t> generation = 1;  // changes if a handle may have a new meaning
  std::atomic<std::uint64_t> unknown_uses = 0;
  SpinLock lock;
};

// The communicator that this thread looked up last.
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

// Enters a communicator into the table and the definitions log. Returns nullptr without memory.
Communicator* define(MPI_Comm comm, CommKey key, const Members& members, const char* kind,
                     const char* name) {
  Communicator* fresh = nullptr;
  {
    const std::lock_guard guard(table.lock);
    fresh = new_communicator();
    Communicator** slot = fresh == nullptr ? nullptr : table.known.insert(handle_bits(comm));
    if (slot == nullptr) return nullptr;
    table.undefined.erase(handle_bits(comm));
    *fresh = {key,
              table.next_number++,
              static_cast<std::uint32_t>(members.rank),
              static_cast<std::uint32_t>(members.size),
              static_cast<std::uint32_t>(members.remote_size),
              0,
              0,
              nullptr,
              nullptr,
              members.inter,
              members.joint,
              members.group,
              nullptr};
    *slot = fresh;
    table.generation.fetch_add(1, std::memory_order_relaxed);
  }
  if (members.joint) note_other_job();
  write_comm_definition(*fresh, members, kind, name);
  return fresh;
}

const char* kind_of(const Members& members) { return members.inter ? "inter" : "intra"; }

CommKey hash_of(const Members& members) {
  const CommKey local = hash_members(members.local.data(), members.local.size(), own_job());
  if (!members.inter) return local;
  return hash_unordered(local,
                        hash_members(members.remote.data(), members.remote.size(), own_job()));
}

// Reads the members of a communicator that was made from `parent`, and their hash. In a joint
// communicator, `group` is that of its parent; without the parent, it has the same members.
bool read_made(MPI_Comm fresh, bool joint, std::uint32_t group, bool all, MPI_Comm parent,
               Members& members, CommKey& hash) {
  if (members.read(fresh)) {
    hash = hash_of(members);
    return true;
  }
  if (!joint || !members.read_joint(fresh)) return false;
  if (members.inter) members.group = group;
  return all || (parent != MPI_COMM_NULL && hash_among(parent, fresh, group, hash));
}

// Returns whether a communicator that is made in this way has all members of its parent.
bool has_all_members(Creation how) {
  return how == Creation::Duplicate || how == Creation::IntercommMerge;
}

// Returns how many creations on `parent` were the `same` before. Only members of the new
// communicator take part in one, so that no number on `parent` is known to all. The lock of the
// table is held.
std::uint64_t count_group_creation(Communicator& parent, std::uint64_t same) {
  using Counts = FlatTable<std::uint64_t>;
  if (parent.group_creations == nullptr) {
    void* memory = std::malloc(sizeof(Counts));
    if (memory == nullptr) return 0;
    parent.group_creations = new (memory) Counts;
  }
  std::uint64_t* count = parent.group_creations->insert(same);
  return count == nullptr ? 0 : (*count)++;
}

void define_group_creation(Communicator& parent, MPI_Comm from, Creation how, int tag,
                           MPI_Comm fresh) {
  const core::OnOwnAccount on_own_account;
  Members members;
  CommKey hash;
  if (!read_made(fresh, parent.joint, parent.group, false, from, members, hash)) return;
  std::uint64_t repetition = 0;
  {
    const std::lock_guard guard(table.lock);
    repetition = count_group_creation(parent, group_identity(parent.key, how, tag, 0, hash).low);
  }
  define(fresh, group_identity(parent.key, how, tag, repetition, hash), members, kind_of(members),
         "");
}

// Returns nullptr if the communicator is unknown; `made` tells whether another call has made it.
Communicator* look_up(std::uint64_t handle, Ancestry& made) {
  const std::uint32_t generation = table.generation.load(std::memory_order_relaxed);
  const std::lock_guard guard(table.lock);
  if (Communicator** known = table.known.find(handle)) {
    last_used = {handle, *known, generation};
    return *known;
  }
  if (const Ancestry* undefined = table.undefined.find(handle)) made = *undefined;
  return nullptr;
}

// Defines the communicator if it was made inside of another call.
Communicator* look_up(MPI_Comm comm) {
  const std::uint64_t handle = handle_bits(comm);
  const std::uint32_t generation = table.generation.load(std::memory_order_relaxed);
  if (last_used.handle == handle && last_used.generation == generation) [[likely]]
    return last_used.comm;
  Ancestry made;
  Communicator* const known = look_up(handle, made);
  if (known != nullptr || !made.known) return known;
  define_collective(made, comm);
  return look_up(handle, made);
}

}  // namespace

void define_predefined_communicators() {
  const core::OnOwnAccount on_own_account;
  const World world;
  Members members;
  if (world.group() == MPI_GROUP_NULL || !members.read_group(world.group())) return;
  define(MPI_COMM_WORLD, own_world(), members, "world", "MPI_COMM_WORLD");
  MPI_Group self = MPI_GROUP_NULL;
  if (own::Group_incl(world.group(), 1, &members.rank, &self) != MPI_SUCCESS) return;
  if (members.read_group(self)) define(MPI_COMM_SELF, kSelfKey, members, "self", "MPI_COMM_SELF");
  own::Group_free(&self);
}

void share_communicators() { table.lock.enable(); }

Communicator* find_communicator(MPI_Comm comm) {
  Communicator* const known = look_up(comm);
  if (known == nullptr && comm != MPI_COMM_NULL)
    table.unknown_uses.fetch_add(1, std::memory_order_relaxed);
  return known;
}

Communicator* known_communicator(MPI_Comm comm, bool may_define) {
  if (may_define) return look_up(comm);
  Ancestry made;
  return look_up(handle_bits(comm), made);
}

Ancestry begin_creation(MPI_Comm parent, Creation how) {
  Communicator* known = find_communicator(parent);
  if (known == nullptr) return {};
  return {known->key, how, known->creations++, true, known->joint, known->group};
}

Ancestry begin_nested_creation(MPI_Comm parent, Creation how) {
  Communicator* known = look_up(parent);
  if (known == nullptr) return {};
  return {known->key, how, kNested | known->nested_creations++, true, known->joint, known->group};
}

void define_collective(const Ancestry& ancestry, MPI_Comm fresh, MPI_Comm parent) {
  const core::OnOwnAccount on_own_account;
  if (fresh == MPI_COMM_NULL) return;
  if (!ancestry.known) return forget_communicator(fresh);
  Members members;
  CommKey hash;
  if (!read_made(fresh, ancestry.joint, ancestry.group, has_all_members(ancestry.how), parent,
                 members, hash))
    return;
  const CommKey key = collective_identity(ancestry.parent, ancestry.how, ancestry.sequence, hash);
  Communicator* const made = define(fresh, key, members, kind_of(members), "");
  if (made == nullptr) return;
  if (ancestry.how == Creation::Topology) write_comm_grid(*made, fresh);
  // A duplicate has the topology, too.
  if (ancestry.how == Creation::Topology || ancestry.how == Creation::Duplicate) {
    made->neighbors = read_neighbors(fresh);
    write_comm_neighbors(*made);
  }
}

void define_when_used(const Ancestry& ancestry, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  forget_communicator(fresh);
  if (!ancestry.known) return;
  const std::lock_guard guard(table.lock);
  if (Ancestry* slot = table.undefined.insert(handle_bits(fresh))) *slot = ancestry;
}

void define_create_group(MPI_Comm parent, int tag, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  Communicator* known = find_communicator(parent);
  if (known != nullptr) define_group_creation(*known, parent, Creation::CreateGroup, tag, fresh);
}

void define_intercomm(int tag, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  Communicator* world = find_communicator(MPI_COMM_WORLD);
  if (world != nullptr)
    define_group_creation(*world, MPI_COMM_WORLD, Creation::IntercommCreate, tag, fresh);
}

void define_from_group(const char* tag, MPI_Comm fresh) {
  if (fresh == MPI_COMM_NULL) return;
  Communicator* world = find_communicator(MPI_COMM_WORLD);
  if (world == nullptr) return;
  const auto number = static_cast<int>(base::fnv1a(std::string_view(tag)));
  define_group_creation(*world, MPI_COMM_WORLD, Creation::FromGroup, number, fresh);
}

CommKey job_to_start(const Ancestry& ancestry, MPI_Comm comm) {
  const core::OnOwnAccount on_own_account;
  Members members;
  const CommKey hash = !ancestry.joint && members.read(comm) ? hash_of(members) : CommKey{};
  return collective_identity(ancestry.parent, ancestry.how, ancestry.sequence, hash);
}

void define_spawned(CommKey job, Side side, MPI_Comm fresh) {
  const core::OnOwnAccount on_own_account;
  Members members;
  if (fresh == MPI_COMM_NULL || !members.read_joint(fresh)) return;
  members.group = side == Side::Starts ? 0 : 1;
  define(fresh, job, members, kind_of(members), "");
}

void name_communicator(MPI_Comm comm, const char* name) {
  const Communicator* known = find_communicator(comm);
  if (known != nullptr) write_comm_name(*known, name);
}

void forget_communicator(MPI_Comm comm) {
  const std::lock_guard guard(table.lock);
  table.undefined.erase(handle_bits(comm));
  Communicator** known = table.known.find(handle_bits(comm));
  if (known == nullptr) return;
  if ((*known)->group_creations != nullptr) {
    (*known)->group_creations->release();
    std::free((*known)->group_creations);
  }
  std::free((*known)->neighbors);
  (*known)->next_free = table.freed;
  table.freed = *known;
  table.known.erase(handle_bits(comm));
  table.generation.fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t unknown_communicator_uses() {
  return table.unknown_uses.load(std::memory_order_relaxed);
}

}  // namespace tarry::runtime::mpi
