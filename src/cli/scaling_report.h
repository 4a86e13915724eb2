// SPDX-License-Identifier: BSD-3-Clause
// The result of `tarry scale` as text and JSON (docs/formats/scaling-json.md).
#pragma once

#include <string>

#include "cli/scaling.h"

namespace tarry::cli {

std::string scaling_text(const Scaling& scaling);
std::string scaling_json(const Scaling& scaling);

}  // namespace tarry::cli
