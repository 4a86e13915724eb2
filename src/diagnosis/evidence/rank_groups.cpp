// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/rank_groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

// Returns the work of the rank with the longest time there, assuming that its time is divided like
// that of all.
double most_work(const PhaseView& view, FrameId site) {
  const Spent& spent = view.find(site)->total;
  return spent.average > 0 ? view.work_below(site) * spent.most / spent.average : 0;
}

}  // namespace

std::vector<FrameId> diverging_sites(const PhaseView& view) {
  std::vector<FrameId> sites;
  std::vector<FrameId> open{samples::CallingContextTree::kRoot};
  while (!open.empty()) {
    const FrameId frame = open.back();
    open.pop_back();
    for (const FrameId child : (*view.children)[frame.index()]) {
      const FrameSpent* spent = view.find(child);
      if (spent == nullptr || view.is_entry(child)) continue;
      if (spent->threads >= view.threads)
        open.push_back(child);
      else if (view.is_significant(most_work(view, child)))
        sites.push_back(child);
    }
  }
  std::sort(sites.begin(), sites.end(), [&](FrameId a, FrameId b) {
    return std::tuple(-view.find(a)->total.most, a) < std::tuple(-view.find(b)->total.most, b);
  });
  if (sites.size() > kDivergingSites) sites.resize(kDivergingSites);
  if (sites.size() < 2) sites.clear();
  std::sort(sites.begin(), sites.end());
  return sites;
}

Grouping group_by_sites(const std::vector<SiteBits>& threads) {
  const std::set<SiteBits> kinds(threads.begin(), threads.end());
  const auto is_part = [](SiteBits part, SiteBits whole) { return (part & ~whole) == 0; };
  std::map<SiteBits, SiteBits> joins;  // the group whose sites stand for these
  for (const SiteBits bits : kinds) {
    std::vector<SiteBits> wholes;
    for (const SiteBits other : kinds) {
      if (!is_part(bits, other)) continue;
      const bool is_largest = std::none_of(kinds.begin(), kinds.end(), [&](SiteBits larger) {
        return larger != other && is_part(other, larger);
      });
      if (is_largest) wholes.push_back(other);
    }
    joins[bits] = wholes.size() == 1 ? wholes.front() : bits;
  }
  Grouping made;
  std::map<SiteBits, std::uint32_t> numbers;
  for (const SiteBits bits : threads)
    made.group_of.push_back(
        numbers.try_emplace(joins[bits], static_cast<std::uint32_t>(numbers.size())).first->second);
  made.groups = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(numbers.size()));
  return made;
}

}  // namespace tarry::diagnosis
