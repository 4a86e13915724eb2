// SPDX-License-Identifier: BSD-3-Clause
// Reads the text of a compressed trace (docs/formats/tct.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// `name` is what messages call the text: "what: name:line:column". The result is sound as a file:
// references exist, and all ranks are ranks of the trace.
base::Result<Trace> parse_text(std::string_view text, std::string name);
// Also checks that the trace is possible (check.h).
base::Result<Trace> parse_sound_text(std::string_view text, std::string name);

}  // namespace tarry::compressed
