// SPDX-License-Identifier: BSD-3-Clause
// What a region is called where processes are compared: the same text in every process of a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "trace/eventlog/definition_set.h"
#include "trace/summary/tree/tree_format.h"

namespace tarry::trace::summary {

// The program of a process: the node NodeKind::Program.
struct ProgramKey {
  std::string path;  // empty if unknown
};

// NodeKind: nodes that carry no number or address of their own; Team: forked nobody knows where.
using RegionOfKey = std::variant<trace::eventlog::FunctionKey, trace::eventlog::NamedRegionKey,
                                 ProgramKey, NodeKind>;

std::string region_key(const RegionOfKey& region);

// Nothing if the text is not one of these.
std::optional<RegionOfKey> region_of_key(std::string_view key);

}  // namespace tarry::trace::summary
