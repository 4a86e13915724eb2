// SPDX-License-Identifier: BSD-3-Clause
#include "compress/model/trace.h"

#include <algorithm>

namespace tarry::compress {

bool is_call_site(const Frame& frame) { return frame.name.starts_with('@'); }

std::vector<std::uint32_t> Trace::communicators_of(std::uint32_t rank) const {
  std::vector<std::uint32_t> out;
  const auto has = [rank](const std::vector<std::uint32_t>& members) {
    return std::find(members.begin(), members.end(), rank) != members.end();
  };
  for (std::uint32_t i = 0; i < communicators.size(); ++i) {
    const Communicator& c = communicators[i];
    if (c.is_self || has(c.members) || has(c.remote_members)) out.push_back(i);
  }
  return out;
}

}  // namespace tarry::compress
