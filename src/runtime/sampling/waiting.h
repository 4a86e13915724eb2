// SPDX-License-Identifier: BSD-3-Clause
// Around calls that signals would end early (EINTR, or a part of the bytes), even with SA_RESTART:
// the program was not written for a signal every few milliseconds. The signal is blocked meanwhile.
// It comes when the call is over, while our frame is still there, and the sample then counts from
// the call's begin: so the call is in the samples with its exact length, and costs no more than one
// however long it is.
#pragma once

#include "runtime/sampling/sampler.h"
#include "runtime/sampling/session.h"

namespace tarry::runtime::sampling {

// One per wrapper, on its stack. `cfa` is that of the wrapper. An exception of a cancelled thread
// or a jump may pass without its destructor: the next one repairs that.
class InWaitingCall {
 public:
  InWaitingCall(const void* function, const void* cfa, bool may_wait = true)
      : sampler_(may_wait ? this_sampler : nullptr) {
    if (sampler_ == nullptr) return;
    const auto place = reinterpret_cast<std::uint64_t>(cfa);
    if (sampler_->waiting.call.cfa > place) {  // in the wrapper of another call
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
