// SPDX-License-Identifier: BSD-3-Clause
// Records of locks: a lock is known by an address of its own, and counts its owners.
#pragma once

#include <cstdint>

#include "runtime/core/clock.h"

namespace tarry::runtime::openmp {

// The calling thread owns the lock since `time`; or gives it up, told before or after the release.
// Thread: any.
void record_acquired(core::EventTime time, std::uint64_t lock);
void record_released(core::EventTime time, std::uint64_t lock);

}  // namespace tarry::runtime::openmp
