// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/call_counts.h"

namespace tarry::runtime::sampling {

constinit thread_local std::uint64_t tarry_mpi_calls = 0;

}  // namespace tarry::runtime::sampling
