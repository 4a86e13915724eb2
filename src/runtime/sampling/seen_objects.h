// SPDX-License-Identifier: BSD-3-Clause
// The programs and libraries in which samples were taken: each has a number and a line in
// process.tsv. A library that is unloaded and loaded elsewhere gets a new number.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/unwinding/rules_cache.h"

namespace tarry::runtime::sampling {

// Describes an object for unwinding::RulesCache. The module is PathNode::kNoModule, and not final,
// if there are too many objects or the number cannot be found out now. Thread: any. Signal: safe.
unwinding::ObjectFacts describe_object(std::uint64_t identity, const dl_find_object& object);

}  // namespace tarry::runtime::sampling
