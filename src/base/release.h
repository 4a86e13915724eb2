// SPDX-License-Identifier: BSD-3-Clause
// Returns memory that is not needed any more.
#pragma once

#include <malloc.h>

#include <mutex>

namespace tarry::base {

// Gives a container's memory back; assigning {} would only empty it.
template <class Container>
void release(Container& container) {
  Container(container.get_allocator()).swap(container);
}

// Gives freed memory back to the system. This takes milliseconds, so it is for places where much
// was freed and little of it will be wanted again. Thread: any. One thread at a time enters,
// because where another allocator replaces the library's (a sanitizer, a preloaded one), the
// library's own is first initialized here.
inline void return_freed_memory() {
  static std::mutex one;
  const std::lock_guard lock(one);
  malloc_trim(0);
}

}  // namespace tarry::base
