// SPDX-License-Identifier: BSD-3-Clause
// Memory that is not needed any more.
#pragma once

#include <malloc.h>

namespace tarry::base {

// Gives a container's memory back; assigning {} would only empty it.
template <class Container>
void release(Container& container) {
  Container(container.get_allocator()).swap(container);
}

// Gives what was freed back to the system. Takes milliseconds: where much was freed and little of
// it will be wanted again. Thread: any.
inline void return_freed_memory() { malloc_trim(0); }

}  // namespace tarry::base
