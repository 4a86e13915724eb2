// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/on_own_account.h"

#include "runtime/core/beside_samples.h"

std::uintptr_t tarry_own_account() noexcept {
  return tarry::runtime::core::own_account.load(std::memory_order_relaxed);
}
