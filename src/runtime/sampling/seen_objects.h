// SPDX-License-Identifier: BSD-3-Clause
// The programs and libraries that samples were taken in: each has a number and a line in
// process.tsv. A library that is unloaded and loaded elsewhere gets another one.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/unwinding/rules_cache.h"

namespace tarry::runtime::sampling {

// For unwinding::RulesCache. The module is PathNode::kNoModule, and not final, if there are too
// many of them or if its number cannot be told at the moment. Thread: any. Signal: safe.
unwinding::ObjectFacts describe_object(std::uint64_t identity, const dl_find_object& object);

}  // namespace tarry::runtime::sampling
