// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/definition_queue.h"

namespace tarry::trace::otf2 {

OTF2_StringRef DefinitionQueue::string(const std::string& text) {
  const auto [found, added] =
      strings_.try_emplace(text, static_cast<OTF2_StringRef>(strings_.size()));
  if (added) keep(OTF2_GlobalDefWriter_WriteString(writer_, found->second, text.c_str()));
  return found->second;
}

OTF2_ErrorCode DefinitionQueue::write() {
  for (const Record& record : records_) write_now(record);
  records_.clear();
  return first_failure_;
}

}  // namespace tarry::trace::otf2
