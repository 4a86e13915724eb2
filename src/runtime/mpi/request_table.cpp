// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/request_table.h"

#include <cstdlib>
#include <mutex>

namespace tarry::runtime::mpi {
namespace {

// The number of entries of a queue that are searched for the variable before the oldest one is
// taken. All entries of one queue were complete when the program got its handle, so that one taken
// too early loses no time; but entries may be of different kinds, and the records of two
// completions then change places.
constexpr int kSearchLimit = 16;

constexpr std::uint32_t kFirstPool = 256;

}  // namespace

void RequestTable::release() {
  queues_.release();
  std::free(pool_);
  pool_ = nullptr;
  pool_size_ = 0;
  free_ = kEnd;
}

std::uint32_t RequestTable::next_id() {
  std::uint32_t id = 0;
  while (id == 0) id = last_id_.fetch_add(1, std::memory_order_relaxed) + 1;
  return id;
}

bool RequestTable::add(const Request& request) {
  const std::lock_guard guard(lock_);
  const std::uint32_t index = take_node();
  if (index == kEnd) return false;
  Queue* queue = queues_.insert(request.handle);
  if (queue == nullptr) {
    node(index).next = free_;
    free_ = index;
    return false;
  }
  node(index) = {request, kEnd};
  if (queue->head == kEnd)
    queue->head = index;
  else
    node(queue->tail).next = index;
  queue->tail = index;
  return true;
}

bool RequestTable::complete(std::uint64_t handle, const void* variable, Request& request) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, variable);
  if (position.at == kEnd) return false;
  Request& known = node(position.at).request;
  if (!known.active) return false;
  request = known;
  if (known.persistent) {
    known.active = known.recorded = known.reported = known.cancelled = false;
    known.id = 0;
  } else {
    remove(position);
  }
  return true;
}

bool RequestTable::start(std::uint64_t handle, const void* variable, bool recorded,
                         std::uint64_t begin, Request& request) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, variable);
  if (position.at == kEnd) return false;
  Request& known = node(position.at).request;
  known.id = next_id();
  known.active = true;
  known.ready = 0;
  known.recorded = recorded && !is_partitioned_send(known);
  known.begin = begin;
  request = known;
  return true;
}

bool RequestTable::make_ready(std::uint64_t handle, std::uint32_t partitions, bool recorded,
                              std::uint64_t begin, Request& request) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, nullptr);
  if (position.at == kEnd) return false;
  Request& known = node(position.at).request;
  if (!known.active || !is_partitioned_send(known)) return false;
  const bool was_complete = known.ready >= known.partitions;
  known.ready += partitions;
  if (was_complete || known.ready < known.partitions) return false;
  known.recorded = recorded;
  known.begin = begin;
  request = known;
  return true;
}

bool RequestTable::report(std::uint64_t handle, Request& request) {
  const std::lock_guard guard(lock_);
  Queue* queue = queues_.find(handle);
  if (queue == nullptr || queue->head != queue->tail) return false;
  Request& known = node(queue->head).request;
  if (!known.active || known.reported) return false;
  request = known;
  known.reported = true;
  return true;
}

bool RequestTable::look(std::uint64_t handle, const void* variable, Request& request) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, variable);
  if (position.at == kEnd) return false;
  request = node(position.at).request;
  return true;
}

void RequestTable::mark_cancelled(std::uint64_t handle, const void* variable) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, variable);
  if (position.at != kEnd) node(position.at).request.cancelled = true;
}

bool RequestTable::forget(std::uint64_t handle, const void* variable, Request& request) {
  const std::lock_guard guard(lock_);
  const Position position = find(handle, variable);
  if (position.at == kEnd) return false;
  request = node(position.at).request;
  remove(position);
  return true;
}

RequestTable::Position RequestTable::find(std::uint64_t handle, const void* variable) {
  Queue* queue = queues_.find(handle);
  if (queue == nullptr) return {};
  Position position{queue, kEnd, queue->head};
  for (int searched = 0; position.at != kEnd && searched < kSearchLimit; ++searched) {
    if (node(position.at).request.variable == variable) return position;
    position.before = position.at;
    position.at = node(position.at).next;
  }
  return {queue, kEnd, queue->head};
}

void RequestTable::remove(const Position& position) {
  Node& gone = node(position.at);
  const std::uint64_t handle = gone.request.handle;
  if (position.before == kEnd)
    position.queue->head = gone.next;
  else
    node(position.before).next = gone.next;
  if (position.queue->tail == position.at) position.queue->tail = position.before;
  if (position.queue->head == kEnd) queues_.erase(handle);
  gone.request.kind = RequestKind::Unrecorded;
  gone.next = free_;
  free_ = position.at;
}

// Takes a node from the free list, growing the pool when that is empty.
std::uint32_t RequestTable::take_node() {
  if (free_ == kEnd) {
    const core::OnOwnAccount on_own_account;
    const std::uint32_t size = pool_size_ == 0 ? kFirstPool : 2 * pool_size_;
    auto* pool = static_cast<Node*>(std::realloc(static_cast<void*>(pool_), size * sizeof(Node)));
    if (pool == nullptr) return kEnd;
    pool_ = pool;
    for (std::uint32_t index = size; index > pool_size_; --index) {
      node(index) = {Request{}, free_};
      free_ = index;
    }
    pool_size_ = size;
  }
  const std::uint32_t index = free_;
  free_ = node(index).next;
  return index;
}

}  // namespace tarry::runtime::mpi
