// SPDX-License-Identifier: BSD-3-Clause
// Reads the text of a compressed trace (docs/formats/tct.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// `name` is what messages call the text: "what: name:line:column". What is read is sound as a file:
// references exist, ranks are those of the trace.
base::Result<Trace> parse_text(std::string_view text, std::string name);
// The same, of a trace that can be (check.h).
base::Result<Trace> parse_sound_text(std::string_view text, std::string name);

}  // namespace tarry::compressed
