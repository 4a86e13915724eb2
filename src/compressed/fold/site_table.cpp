// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/site_table.h"

#include <algorithm>

namespace tarry::compressed {

FrameId SiteTable::frame(const Frame& frame) {
  const auto [found, is_new] =
      frame_ids_.try_emplace(frame, FrameId{static_cast<std::uint32_t>(frames_.size())});
  if (is_new) frames_.push_back(frame);
  return found->second;
}

SiteId SiteTable::site(const Site& site) {
  const auto known = site_ids_.find(site);
  if (known != site_ids_.end()) return known->second;
  SiteId id{static_cast<std::uint32_t>(sites_.size())};
  if (threshold_ > 0) {
    const auto found = std::find_if(sites_.begin(), sites_.end(),
                                    [&](const Site& other) { return alike(site, other); });
    id = SiteId{static_cast<std::uint32_t>(found - sites_.begin())};
  }
  if (id.index() == sites_.size()) sites_.push_back(site);
  site_ids_.emplace(site, id);
  return id;
}

bool SiteTable::alike(const Site& a, const Site& b) const {
  if (a.function != b.function) return false;
  const std::size_t common = std::min(a.stack.size(), b.stack.size());
  std::size_t different = std::max(a.stack.size(), b.stack.size()) - common;
  for (std::size_t i = 0; i < common; ++i) different += a.stack[i] != b.stack[i] ? 1 : 0;
  return different <= threshold_;
}

}  // namespace tarry::compressed
