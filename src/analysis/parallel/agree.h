// SPDX-License-Identifier: BSD-3-Clause
// One worker's failure becomes everyone's, so that nobody waits in the next exchange for a worker
// that has given up.
#pragma once

#include <new>

#include "analysis/parallel/transport.h"
#include "base/result.h"

namespace tarry::analysis {

// Collective. The error of the lowest worker that has one, the same for all; success if none has.
base::Status agree(const base::Status& own, Transport& transport);

// An error that says that memory ran out.
base::Error out_of_memory();

// Runs work() -> Status and agrees on how it went, also when memory ran out. Collective.
template <class Work>
base::Status do_together(Transport& transport, Work work) {
  base::Status own;
  try {
    own = work();
  } catch (const std::bad_alloc&) {
    own = out_of_memory();
  }
  return agree(own, transport);
}

}  // namespace tarry::analysis
