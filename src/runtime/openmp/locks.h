// SPDX-License-Identifier: BSD-3-Clause
// Records of locks. A lock is identified by its address and counts its acquisitions.
#pragma once

#include <cstdint>

#include "runtime/core/clock.h"

namespace tarry::runtime::openmp {

// The calling thread has acquired the lock at `time`, or releases it; a release may be reported
// before or after it happens. Thread: any.
void record_acquired(core::EventTime time, std::uint64_t lock);
void record_released(core::EventTime time, std::uint64_t lock);

}  // namespace tarry::runtime::openmp
