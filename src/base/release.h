// SPDX-License-Identifier: BSD-3-Clause
// Gives a container's memory back; assigning {} would only empty it.
#pragma once

namespace tarry::base {

template <class Container>
void release(Container& container) {
  Container(container.get_allocator()).swap(container);
}

}  // namespace tarry::base
