// SPDX-License-Identifier: BSD-3-Clause
#include "samples/calling_context_tree.h"

#include <algorithm>
#include <utility>

namespace tarry::samples {

std::string display_name(const Site& site) {
  std::string text = site.kind == FrameKind::Loop ? "loop" : site.name;
  if (text.empty()) text = "?";
  if (!site.file.empty()) text += '@' + site.file.substr(site.file.rfind('/') + 1);
  if (site.line > 0) text += (site.file.empty() ? '@' : ':') + std::to_string(site.line);
  return text;
}

CallingContextTree::CallingContextTree() { frames_.child(FrameId{}, intern(Site{})); }

CallingContextTree::CallingContextTree(const CallingContextTree& other)
    : frames_(other.frames_), site_ids_(other.site_ids_), sites_(other.sites_.size()) {
  for (const auto& [site, id] : site_ids_) sites_[id.index()] = &site;
}

CallingContextTree& CallingContextTree::operator=(const CallingContextTree& other) {
  if (this != &other) *this = CallingContextTree(other);
  return *this;
}

SiteId CallingContextTree::intern(const Site& site) {
  const auto [at, added] =
      site_ids_.try_emplace(site, SiteId{static_cast<std::uint32_t>(sites_.size())});
  if (added) sites_.push_back(&at->first);
  return at->second;
}

SiteId CallingContextTree::find(const Site& site) const {
  const auto at = site_ids_.find(site);
  return at == site_ids_.end() ? SiteId{} : at->second;
}

FrameId CallingContextTree::child(FrameId parent, SiteId site) {
  return frames_.child(parent, site, depth(parent) + 1);
}

FrameId CallingContextTree::find_child(FrameId parent, SiteId site) const {
  return frames_.find(parent, site, FrameId{});
}

FrameId CallingContextTree::ancestor(FrameId frame, std::uint32_t depth) const {
  while (this->depth(frame) > depth) frame = parent(frame);
  return frame;
}

std::uint32_t CallingContextTree::common_depth(FrameId a, FrameId b) const {
  const std::uint32_t least = std::min(depth(a), depth(b));
  a = ancestor(a, least);
  b = ancestor(b, least);
  while (a != b) {
    a = parent(a);
    b = parent(b);
  }
  return depth(a);
}

std::vector<FrameId> CallingContextTree::path(FrameId frame) const {
  std::vector<FrameId> frames;
  for (; frame != kRoot; frame = parent(frame)) frames.push_back(frame);
  std::reverse(frames.begin(), frames.end());
  return frames;
}

std::vector<std::vector<FrameId>> CallingContextTree::children() const {
  std::vector<std::vector<FrameId>> all(size());
  for (std::uint32_t at = 1; at < size(); ++at) all[parent(FrameId{at}).index()].emplace_back(at);
  return all;
}

}  // namespace tarry::samples
