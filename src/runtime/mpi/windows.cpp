// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/windows.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#include "runtime/core/on_own_account.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/comm_definition.h"
#include "runtime/mpi/group_members.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/spin_lock.h"

namespace tarry::runtime::mpi {
namespace {

using core::RecordKind;
using trace::eventlog::kAllTargets;

struct Table {
  FlatTable<Window*> known;
  FlatTable<std::uint32_t> groups;  // the number by the hash of the members
  std::uint32_t next_window = 0;
  std::uint32_t next_group = 0;
  std::atomic<std::uint32_t> last_matching = 0;
  std::atomic<std::uint64_t> unknown_uses = 0;
  SpinLock lock;
};

constinit Table window_table;

Window* new_window() {
  const core::OnOwnAccount on_own_account;
  void* memory = std::malloc(sizeof(Window));
  return memory == nullptr ? nullptr : new (memory) Window;
}

void destroy(Window* window) {
  const core::OnOwnAccount on_own_account;
  window->pending.release();
  std::free(window);
}

std::uint32_t take(Window& window, std::uint32_t target) {
  const std::lock_guard guard(window_table.lock);
  return target == kAllTargets ? window.pending.take_any() : window.pending.take(target);
}

}  // namespace

void share_windows() { window_table.lock.enable(); }

Window* define_window(const Ancestry& ancestry, const Communicator& comm, MPI_Win fresh,
                      bool is_allocated) {
  forget_window(fresh);
  Window* window = new_window();
  if (window == nullptr) return nullptr;
  window->is_allocated = is_allocated;
  {
    const std::lock_guard guard(window_table.lock);
    Window** slot = window_table.known.insert(handle_bits(fresh));
    if (slot == nullptr) {
      destroy(window);
      return nullptr;
    }
    window->number = window_table.next_window++;
    *slot = window;
  }
  write_window_definition(window->number,
                          collective_identity(ancestry.parent, ancestry.how, ancestry.sequence, {}),
                          comm);
  return window;
}

Window* find_window(MPI_Win window) {
  {
    const std::lock_guard guard(window_table.lock);
    if (Window** known = window_table.known.find(handle_bits(window))) return *known;
  }
  if (window != MPI_WIN_NULL) window_table.unknown_uses.fetch_add(1, std::memory_order_relaxed);
  return nullptr;
}

void name_window(MPI_Win window, const char* name) {
  const Window* known = find_window(window);
  if (known != nullptr) write_window_name(known->number, name);
}

void forget_window(MPI_Win window) {
  Window* forgotten = nullptr;
  {
    const std::lock_guard guard(window_table.lock);
    Window** known = window_table.known.find(handle_bits(window));
    if (known == nullptr) return;
    forgotten = *known;
    window_table.known.erase(handle_bits(window));
  }
  destroy(forgotten);
}

std::uint32_t number_of_group(MPI_Group group) {
  if (group == MPI_GROUP_NULL) return Window::kNoGroup;  // MPI would call an error handler
  const core::OnOwnAccount on_own_account;
  RankList members;
  if (!members.read(group)) return Window::kNoGroup;
  const CommKey key = hash_members(members.data(), members.size(), own_job());
  std::uint32_t number = 0;
  {
    const std::lock_guard guard(window_table.lock);
    if (const std::uint32_t* known = window_table.groups.find(key.low)) return *known;
    std::uint32_t* slot = window_table.groups.insert(key.low);
    if (slot == nullptr) return Window::kNoGroup;
    *slot = number = window_table.next_group++;
  }
  write_group_definition(number, key, members);
  return number;
}

std::uint32_t next_matching_number() {
  std::uint32_t number = 0;
  while (number == 0)
    number = window_table.last_matching.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

std::uint32_t matching_number(Window& window, std::uint32_t target) {
  const std::lock_guard guard(window_table.lock);
  PendingOperations::Entry* entry = window.pending.at(target);
  if (entry == nullptr) return 0;
  if (entry->matching == 0) entry->matching = next_matching_number();
  return entry->matching;
}

void operations_completed(const core::Entry& entry, core::EventTime time, Window& window,
                          std::uint32_t target) {
  while (const std::uint32_t matching = take(window, target))
    core::rma_record(entry, RecordKind::RmaCompleted, time,
                     trace::eventlog::window_and(window.number, matching));
}

std::uint64_t unknown_window_uses() {
  return window_table.unknown_uses.load(std::memory_order_relaxed);
}

}  // namespace tarry::runtime::mpi
