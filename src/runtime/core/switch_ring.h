// SPDX-License-Identifier: BSD-3-Clause
// The ring in which the kernel reports the calling thread's switches: perf_event_open() with an
// event that counts nothing. It works without privileges as long as kernel.perf_event_paranoid is 2
// or less.
#pragma once

#include <linux/perf_event.h>

#include <cstdint>

namespace tarry::runtime::core {

// The content of the ring, with times in nanoseconds of CLOCK_MONOTONIC_RAW.
struct RingContent {
  std::uint64_t head = 0;      // position in the ring up to which this is valid
  std::uint64_t times = 0;     // number of times without a core
  std::uint64_t lost_ns = 0;   // sum of these times
  std::uint64_t last_ns = 0;   // time of the last record
  std::uint64_t unplaced = 0;  // records that did not fit
  bool is_full = false;        // there may have been no room for later records
};

class SwitchRing {
 public:
  // Opens a ring of `bytes`, a power of two and a multiple of the page size. Returns an errno
  // value.
  int open(std::uint64_t bytes);
  // Returns true if the last open() got the event from the kernel, but not the memory.
  [[nodiscard]] bool was_mapping_refused() const { return was_mapping_refused_; }
  void close();

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  // Returns where the kernel counts the bytes that it has written so far.
  [[nodiscard]] const volatile unsigned long long* head() const { return &page_->data_head; }
  // Returns the kernel's count at which the ring is half full.
  [[nodiscard]] std::uint64_t half_full_at() const { return tail_ + bytes_ / 2; }

  [[nodiscard]] RingContent look() const {
    SwitchRing copy = *this;
    RingContent content;
    content.head = __atomic_load_n(&page_->data_head, __ATOMIC_ACQUIRE);
    content.is_full = bytes_ - (content.head - tail_) < kRoomForAny;
    content.last_ns = last_ns_;
    copy.take(content, [&](std::uint64_t begin, std::uint64_t end) {
      ++content.times;
      content.lost_ns += end - begin;
    });
    content.last_ns = copy.last_ns_;
    content.unplaced = copy.unplaced_;
    return content;
  }

  // Calls `lost(begin, end)` for each time in which the thread was ready and had no core, up to
  // content.head. The room stays taken until give_back().
  template <class Lost>
  void take(const RingContent& content, Lost lost) {
    unplaced_ = 0;
    while (tail_ < content.head && step(content.head))
      if (has_time_) lost(begin_ns_, last_ns_);
    if (content.is_full) is_ready_ = false;  // its next records are missing
  }

  // Gives the room of everything that was taken back to the kernel.
  void give_back();
  // Gives the room of the whole content back to the kernel.
  void skip();

 private:
  static constexpr std::uint64_t kRoomForAny = 64;

  // Takes one record. Returns false if there is none.
  bool step(std::uint64_t head);
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;

  perf_event_mmap_page* page_ = nullptr;
  std::uint64_t bytes_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t begin_ns_ = 0;  // when the thread lost its core
  std::uint64_t last_ns_ = 0;
  std::uint64_t unplaced_ = 0;
  bool is_ready_ = false;  // the thread is ready and has no core
  bool has_time_ = false;  // the last record ended a time without a core
  bool was_mapping_refused_ = false;
};

}  // namespace tarry::runtime::core
