// SPDX-License-Identifier: BSD-3-Clause
// Memory for tables that live as long as the process. It comes from the system, because the
// program's allocator may take locks that other threads hold while they record.
#pragma once

#include <cstddef>

namespace tarry::runtime::core {

// Returns memory that is aligned for any type and is never given back, or nullptr if there is none.
// Caller: in a QuietSection.
void* allocate_for_good(std::size_t bytes);

}  // namespace tarry::runtime::core
