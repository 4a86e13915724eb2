// SPDX-License-Identifier: BSD-3-Clause
// The border between code that uses the standard library and the runtime, which throws nothing.
#pragma once

namespace tarry::runtime::finalize {

// Runs `work`, which returns bool. Returns false if it throws.
template <class Work>
bool safely(Work work) noexcept {
  try {
    return work();
  } catch (...) {
    return false;
  }
}

}  // namespace tarry::runtime::finalize
