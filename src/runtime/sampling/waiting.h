// SPDX-License-Identifier: BSD-3-Clause
// Encloses calls that signals would end early (EINTR, or a part of the bytes), even with
// SA_RESTART, because the program was not written for a signal every few milliseconds. The signal
// is blocked meanwhile. It arrives when the call is over, while our frame is still there, and the
// sample then counts from the call's begin: so the samples contain the call with its exact length,
// and however long the call is, it costs at most one sample.
#pragma once

#include "runtime/sampling/sampler.h"
#include "runtime/sampling/session.h"

namespace tarry::runtime::sampling {

// Each wrapper has one on its stack. `cfa` is that of the wrapper. An exception of a canceled
// thread or a jump may pass without its destructor: the next one repairs that.
class InWaitingCall {
 public:
  InWaitingCall(const void* function, const void* cfa, bool may_wait = true)
      : sampler_(may_wait ? this_sampler : nullptr) {
    if (sampler_ == nullptr) return;
    const auto place = reinterpret_cast<std::uint64_t>(cfa);
    if (sampler_->waiting.call.cfa > place) {  // inside the wrapper of another call
      sampler_ = nullptr;
      return;
    }
    sampler_->waiting = {{place, reinterpret_cast<std::uint64_t>(function)}, sample_time_ns()};
    is_blocked_ = block_samples();
  }
  ~InWaitingCall() {
    if (sampler_ == nullptr) return;
    if (is_blocked_) unblock_samples();
    sampler_->waiting = {};
  }
  InWaitingCall(const InWaitingCall&) = delete;
  InWaitingCall& operator=(const InWaitingCall&) = delete;

 private:
  Sampler* sampler_;
  bool is_blocked_ = false;
};

}  // namespace tarry::runtime::sampling
