// SPDX-License-Identifier: BSD-3-Clause
#include "samples/code_sites.h"

namespace tarry::samples {

std::vector<Site> sites_of(const code::CodePlace& functions, const InstructionStructure* structure,
                           const std::string& module) {
  std::vector<Site> made;
  std::size_t loop = 0;
  Site site;
  for (std::uint32_t depth = 0; depth < functions.size(); ++depth) {
    const code::CodeFrame& function = functions[depth];
    site.name = function.function;
    made.push_back(site);
    for (; structure != nullptr && loop < structure->loops.size() &&
           structure->loops[loop].depth == depth;
         ++loop) {
      const LoopFrame& one = structure->loops[loop];
      made.push_back({FrameKind::Loop, "", one.file, one.line, module, one.address});
    }
    site = {.file = function.file, .line = function.line, .module = module};
  }
  return made;
}

Site called_site(const code::CodePlace& functions, const std::string& module,
                 std::uint64_t return_address) {
  const code::CodeFrame& from = functions.back();
  return {.file = from.file, .line = from.line, .module = module, .address = return_address};
}

}  // namespace tarry::samples
