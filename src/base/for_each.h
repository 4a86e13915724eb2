// SPDX-License-Identifier: BSD-3-Clause
// Does the same work for each of a number of items, several at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"
#include "base/thread_team.h"

namespace tarry::base {

// Calls work(0) .. work(items - 1), each once, in up to `threads` threads (0: one for each core),
// the calling thread included. There are fewer threads if the system refuses one (thread_team.h).
// Items are begun in ascending order; after a failure no more items are begun. Returns the error of
// the first failed item in the order of the items, which is the same for any number of threads. A
// std::exception that leaves `work` is such an error.
Status for_each(std::size_t items, unsigned threads,
                const std::function<Status(std::size_t item)>& work,
                const StartThread& start = start_thread);

}  // namespace tarry::base
