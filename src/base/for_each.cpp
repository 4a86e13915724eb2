// SPDX-License-Identifier: BSD-3-Clause
#include "base/for_each.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "base/caught.h"

namespace tarry::base {
namespace {

Status guarded(const std::function<Status(std::size_t)>& work, std::size_t item) try {
  return work(item);
} catch (const std::exception& caught) {
  return error_of(caught, "");
}

}  // namespace

Status for_each(std::size_t items, unsigned threads, const std::function<Status(std::size_t)>& work,
                const StartThread& start) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t failed = items;
  Status result;
  ThreadTeam team(std::min(threads_or_cores(threads), items), start);
  team.run([&](std::size_t) {
    for (std::size_t item = next++; item < items; item = next++) {
      Status status = guarded(work, item);
      if (status.ok()) continue;
      next = items;  // all earlier ones have been begun
      const std::lock_guard lock(mutex);
      if (item > failed) continue;
      failed = item;
      result = std::move(status);
    }
  });
  return result;
}

}  // namespace tarry::base
