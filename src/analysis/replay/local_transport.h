// SPDX-License-Identifier: BSD-3-Clause
// Workers as threads of one process: messages change hands without being copied.
#pragma once

#include <memory>

#include "analysis/replay/transport.h"

namespace tarry::analysis {

// Makes the transports of `size` workers that talk to each other, by worker. Each is used by one
// thread. They share state: all must live until the last call on any of them has returned.
std::vector<std::unique_ptr<Transport>> make_local_transports(std::size_t size);

}  // namespace tarry::analysis
