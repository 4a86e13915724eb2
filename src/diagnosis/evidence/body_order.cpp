// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/body_order.h"

#include <algorithm>
#include <tuple>

namespace tarry::diagnosis {

BodyOrder::BodyOrder(const samples::CallingContextTree& paths, const samples::BodyFlow* flow,
                     FrameId body, const std::vector<FrameId>& children,
                     const std::vector<bool>& assumed_frames) {
  if (flow != nullptr)
    take_flow(paths, *flow, body);
  else
    take_lines(paths, children, assumed_frames);
}

void BodyOrder::take_flow(const samples::CallingContextTree& paths, const samples::BodyFlow& flow,
                          FrameId body) {
  const auto calls = static_cast<std::uint32_t>(flow.calls.size());
  for (std::uint32_t place = 0; place < calls; ++place) {
    const samples::SiteId site = flow.calls[place];
    const FrameId frame = site.valid() ? paths.find_child(body, site) : FrameId{};
    frames_.push_back(frame);
    if (frame.valid()) places_.emplace(frame, place);
  }
  followers_ = flow.followers;
  followers_.resize(calls);
  followers_.push_back(flow.first);
  followers_.emplace_back();
  for (auto& next : followers_)
    std::replace(next.begin(), next.end(), samples::BodyFlow::kEnd, calls + 1);
  for (std::uint32_t place = 0; place < calls; ++place) {
    reached_.emplace_back(calls);
    for (std::uint32_t to = 0; to < calls; ++to) reached_.back()[to] = reaches(place, to, kNowhere);
  }
}

void BodyOrder::take_lines(const samples::CallingContextTree& paths, std::vector<FrameId> children,
                           const std::vector<bool>& assumed_frames) {
  by_line_ = true;
  const auto place = [&](FrameId frame) {
    const samples::Site& site = paths[frame];
    return std::tuple(site.line, site.address);
  };
  std::sort(children.begin(), children.end(), [&](FrameId a, FrameId b) {
    return std::tuple(place(a), a) < std::tuple(place(b), b);
  });
  for (const FrameId frame : children) {
    const auto at = static_cast<std::uint32_t>(frames_.size());
    if (place(frame) == std::tuple(0U, 0UL)) unknown_ = true;
    const bool same_line = at > 0 && place(frames_.back()) == place(frame);
    line_groups_.push_back(same_line ? line_groups_.back() : at);
    places_.emplace(frame, at);
    frames_.push_back(frame);
    assumed_.push_back(assumed_frames[frame.index()]);
  }
}

std::uint32_t BodyOrder::place_of(FrameId frame, std::uint32_t otherwise) const {
  if (!frame.valid()) return otherwise;
  const auto at = places_.find(frame);
  return at == places_.end() ? kNowhere : at->second;
}

bool BodyOrder::reaches(std::uint32_t from, std::uint32_t to, std::uint32_t avoiding) const {
  std::vector<bool> seen(followers_.size());
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t next : followers_[at]) {
      if (next == avoiding || seen[next]) continue;
      if (next == to) return true;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

bool BodyOrder::can_follow(FrameId before, FrameId next) const {
  const std::uint32_t from = place_of(before, kNowhere);
  const std::uint32_t to = place_of(next, kNowhere);
  // A call outside of the known flow proves nothing.
  if (from == kNowhere || to == kNowhere) return true;
  if (unknown_) return from != to;
  if (by_line_)
    return line_groups_[from] < line_groups_[to] ||
           (line_groups_[from] == line_groups_[to] && from != to);
  return reached_[from][to];
}

const std::vector<FrameId>& BodyOrder::between(FrameId before, FrameId next) const {
  const auto [known, added] = between_.try_emplace(std::pair(before, next));
  std::vector<FrameId>& made = known->second;
  if (!added || unknown_) return made;
  const auto calls = static_cast<std::uint32_t>(frames_.size());
  const std::uint32_t from = place_of(before, calls);
  const std::uint32_t to = place_of(next, calls + 1);
  if (from == kNowhere || to == kNowhere) return made;
  if (by_line_) {
    const std::uint32_t first = from == calls ? 0 : from + 1;
    for (std::uint32_t at = first; at < std::min(to, calls); ++at)
      if (assumed_[at]) made.push_back(frames_[at]);
    return made;
  }
  std::vector<std::uint32_t> places;
  for (std::uint32_t at = 0; at < calls; ++at)
    if (at != from && at != to && frames_[at].valid() && reaches(from, at, kNowhere) &&
        reaches(at, to, kNowhere) && !reaches(from, to, at))
      places.push_back(at);
  // All of them are on every path, so any two have the same order on every path.
  std::sort(places.begin(), places.end(),
            [&](std::uint32_t a, std::uint32_t b) { return a != b && reached_[a][b]; });
  for (const std::uint32_t at : places) made.push_back(frames_[at]);
  return made;
}

const BodyOrder& BodyOrders::of(FrameId body) {
  std::unique_ptr<BodyOrder>& order = orders_[body];
  if (!order) {
    const auto flow = samples_.flows.find(samples_.tree.site_of(body));
    order = std::make_unique<BodyOrder>(samples_.tree,
                                        flow == samples_.flows.end() ? nullptr : &flow->second,
                                        body, children_[body.index()], assumed_);
  }
  return *order;
}

}  // namespace tarry::diagnosis
