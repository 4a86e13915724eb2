// SPDX-License-Identifier: BSD-3-Clause
// What thread-<n>.paths holds, in either form: as the sampler stores it, nodes of fixed size among
// which its signal handler finds those that it knows; and packed, as it is kept when the process is
// over, some 6 bytes a node instead of 24. Docs: docs/formats/samples.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "samples/sample_format.h"

namespace tarry::samples {

// The content of a packed file. `nodes`: of kinds that are known; the first one is the root,
// parents come before their children. Thread: any.
std::string pack_paths(std::span<const PathNode> nodes);

// Whether it is the content of a packed file, sound or not. Thread: any.
bool are_packed_paths(std::string_view bytes);

// The nodes of a file of either form, up to the first one that was not written as a whole, or has
// no parent before it. Thread: any.
std::vector<PathNode> read_paths(std::string_view bytes);

}  // namespace tarry::samples
