// SPDX-License-Identifier: BSD-3-Clause
#include "base/thread_team.h"

#include <sys/resource.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace tarry::base {
namespace {

bool is_address_space_limited() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

std::size_t threads_or_cores(unsigned wanted) {
  return wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
}

std::thread start_thread(std::function<void()> body) { return std::thread(std::move(body)); }

ThreadTeam::ThreadTeam(std::size_t wanted, const StartThread& start)
    : orders_(std::max<std::size_t>(1, wanted)) {
  threads_.reserve(orders_.size() - 1);
  try {
    while (size() < orders_.size())
      threads_.push_back(start([this, member = size()] {
        orders_[member].wait(Wait);
        if (orders_[member] == Work) (*work_)(member);
      }));
  } catch (const std::system_error&) {
    if (is_address_space_limited()) shrink(1);
  } catch (const std::bad_alloc&) {
    shrink(1);
  }
}

ThreadTeam::~ThreadTeam() { shrink(1); }

void ThreadTeam::shrink(std::size_t members) {
  for (std::size_t member = members; member < size(); ++member) {
    orders_[member] = End;
    orders_[member].notify_one();
  }
  for (; size() > members; threads_.pop_back()) threads_.back().join();
}

void ThreadTeam::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  for (std::size_t member = 1; member < size(); ++member) {
    orders_[member] = Work;
    orders_[member].notify_one();
  }
  work(0);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace tarry::base
