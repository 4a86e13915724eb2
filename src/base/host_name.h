// SPDX-License-Identifier: BSD-3-Clause
// The name by which recordings know a machine.
#pragma once

#include <string>

namespace tarry::base {

// Of this machine; empty if the system does not tell.
std::string host_name();

}  // namespace tarry::base
