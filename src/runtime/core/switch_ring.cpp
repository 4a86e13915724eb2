// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/switch_ring.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

namespace tarry::runtime::core {
namespace {

std::uint64_t page_bytes() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

int open_event() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_DUMMY;
  attributes.context_switch = 1;
  attributes.sample_id_all = 1;
  attributes.sample_type = PERF_SAMPLE_TIME;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC_RAW;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  constexpr pid_t kThisThread = 0;
  constexpr int kAnyProcessor = -1;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, kThisThread, kAnyProcessor, -1,
                                  PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

int SwitchRing::open(std::uint64_t bytes) {
  *this = {};
  const int event = open_event();
  if (event < 0) return errno;
  void* const mapped =
      mmap(nullptr, page_bytes() + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
  const int error = mapped == MAP_FAILED ? errno : 0;
  ::close(event);
  was_mapping_refused_ = error != 0;
  if (error != 0) return error;
  page_ = static_cast<perf_event_mmap_page*>(mapped);
  bytes_ = bytes;
  return 0;
}

void SwitchRing::close() {
  if (page_ != nullptr) munmap(page_, page_bytes() + bytes_);
  page_ = nullptr;
}

std::uint64_t SwitchRing::word(std::uint64_t at) const {
  const auto* const data = reinterpret_cast<const volatile unsigned char*>(page_) + page_bytes();
  return *reinterpret_cast<const volatile std::uint64_t*>(data + at % bytes_);
}

// The lengths of records and of the ring are multiples of a word, so a word is never split.
bool SwitchRing::step(std::uint64_t head) {
  const std::uint64_t first = word(tail_);
  const auto type = static_cast<std::uint32_t>(first);
  const auto flags = static_cast<std::uint16_t>(first >> 32);
  const auto size = static_cast<std::uint16_t>(first >> 48);
  has_time_ = false;
  if (size < 2 * sizeof first || size % sizeof first != 0 || size > head - tail_) {
    tail_ = head;  // an unknown record
    return false;
  }
  if (type == PERF_RECORD_LOST) {
    unplaced_ += word(tail_ + 2 * sizeof first);
    is_ready_ = false;  // the records in between are not known
  }
  if (type == PERF_RECORD_SWITCH) {
    const std::uint64_t time = word(tail_ + size - sizeof first);
    const bool is_out = (flags & PERF_RECORD_MISC_SWITCH_OUT) != 0;
    if (is_out) {
      is_ready_ = (flags & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0;
      begin_ns_ = time;
    } else {
      has_time_ = is_ready_ && time > begin_ns_;
      is_ready_ = false;
    }
    last_ns_ = time;
  }
  tail_ += size;
  return true;
}

void SwitchRing::skip() {
  tail_ = __atomic_load_n(&page_->data_head, __ATOMIC_ACQUIRE);
  is_ready_ = false;
  give_back();
}

void SwitchRing::give_back() { __atomic_store_n(&page_->data_tail, tail_, __ATOMIC_RELEASE); }

}  // namespace tarry::runtime::core
