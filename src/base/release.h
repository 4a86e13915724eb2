// SPDX-License-Identifier: BSD-3-Clause
// Memory that is not needed any more.
#pragma once

#include <malloc.h>

#include <mutex>

namespace tarry::base {

// Gives a container's memory back; assigning {} would only empty it.
template <class Container>
void release(Container& container) {
  Container(container.get_allocator()).swap(container);
}

// Gives what was freed back to the system. Takes milliseconds: where much was freed and little of
// it will be wanted again. Thread: any. One at a time: where another allocator stands in for the
// library's (a sanitizer, a preloaded one), its own is not set up until here.
inline void return_freed_memory() {
  static std::mutex one;
  const std::lock_guard lock(one);
  malloc_trim(0);
}

}  // namespace tarry::base
