// SPDX-License-Identifier: BSD-3-Clause
// Memory for tables that live as long as the process, from the system: the program's allocator may
// take locks that other threads hold while they record.
#pragma once

#include <cstddef>

namespace tarry::runtime::core {

// Aligned for anything, never given back; nullptr if there is none. In a QuietSection.
void* allocate_for_good(std::size_t bytes);

}  // namespace tarry::runtime::core
