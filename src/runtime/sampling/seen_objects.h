// SPDX-License-Identifier: BSD-3-Clause
// The programs and libraries that samples were taken in: each has a number and a line in
// process.tsv. A library that is unloaded and loaded elsewhere gets another one.
#pragma once

#include <dlfcn.h>

#include <cstdint>

namespace tarry::runtime::sampling {

// PathNode::kNoModule if there are too many, or if it cannot be told at the moment. `identity`: not
// 0, another one for each object that was ever loaded. Thread: any. Signal: safe.
std::uint16_t number_of_object(std::uint64_t identity, const dl_find_object& object);

}  // namespace tarry::runtime::sampling
