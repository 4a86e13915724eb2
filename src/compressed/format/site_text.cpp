// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/site_text.h"

#include "compressed/format/scanner.h"

namespace tarry::compressed {

std::string site_text(const Trace& trace, const Site& site) {
  std::string text;
  for (const FrameId id : site.stack) {
    const Frame& frame = trace.frames[id.index()];
    text += (text.empty() ? " in " : " > ") + string_text(frame.name);
    if (id == site.stack.back() && !frame.file.empty())
      text += " (" + string_text(frame.file) + ":" + std::to_string(frame.line) + ")";
  }
  return text;
}

}  // namespace tarry::compressed
