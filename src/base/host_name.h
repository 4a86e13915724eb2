// SPDX-License-Identifier: BSD-3-Clause
// The name under which recordings know a machine.
#pragma once

#include <string>

namespace tarry::base {

// Returns the name of this machine; empty if the system does not tell it.
std::string host_name();

}  // namespace tarry::base
