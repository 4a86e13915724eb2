// SPDX-License-Identifier: BSD-3-Clause
// Turns one worker's failure into everyone's, so that no worker waits in the next exchange for one
// that has given up.
#pragma once

#include <exception>
#include <type_traits>

#include "base/result.h"
#include "workers/transport.h"

namespace tarry::workers {

// Collective. Returns the error of the lowest worker that has one, the same for all; success if
// none has.
base::Status agree(const base::Status& own, Transport& transport);

// Describes what ended a worker's work: memory or the disk below it ran out, or a library threw.
base::Error failure_of(const std::exception& caught);

// Collective. Runs work(), which returns a Status or nothing, and agrees on its outcome, also if it
// threw.
template <class Work>
base::Status do_together(Transport& transport, Work work) {
  base::Status own;
  try {
    if constexpr (std::is_void_v<decltype(work())>)
      work();
    else
      own = work();
  } catch (const std::exception& caught) {
    own = failure_of(caught);
  }
  return agree(own, transport);
}

}  // namespace tarry::workers
