// SPDX-License-Identifier: BSD-3-Clause
// The traces of replay_test.py by name, in one file for each kind of communication.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "compressed/replay/made_trace.h"

namespace tarry::replay {

// Makes a trace of some number of ranks.
using Maker = compressed::Trace (*)(std::uint32_t ranks);
using Makers = std::map<std::string, Maker>;

Makers make_messages();
Makers make_operations();
Makers make_windows();
Makers make_files();

}  // namespace tarry::replay
