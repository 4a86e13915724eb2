// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/episodes.h"

#include <algorithm>

#include "workers/agree.h"

namespace tarry::analysis {

void Episodes::add(std::uint32_t finding, CallPathId cause, const std::vector<std::uint32_t>& chain,
                   const std::pmr::vector<WaitNode>& waits,
                   const std::pmr::vector<DelayPair>& pairs,
                   const std::vector<std::size_t>& pairs_of_worker) {
  if (chain.empty()) return;
  std::size_t pair = chain.front();
  Link first;
  first.finding = finding;
  first.is_cause = true;
  first.location = pairs[pair].cause;
  first.worker = 0;
  for (; pair >= pairs_of_worker[first.worker]; ++first.worker)
    pair -= pairs_of_worker[first.worker];
  first.pair = static_cast<std::uint32_t>(pair);
  first.callpath = cause;
  links_.push_back(first);
  for (const std::uint32_t p : chain) {
    Link link;
    link.finding = finding;
    link.location = pairs[p].victim;
    link.channel = pairs[p].channel;
    const auto first_wait = std::lower_bound(
        waits.begin(), waits.end(), pairs[p].victim,
        [](const WaitNode& wait, model::LocationIndex wanted) { return wait.location < wanted; });
    const WaitNode& wait = *(first_wait + pairs[p].wait);
    link.order = wait.order;
    link.amount = wait.amount;
    links_.push_back(link);
  }
}

base::Status Episodes::complete() {
  workers::Bytes wanted;
  workers::append_all(wanted, std::span<const Link>(links_));
  const std::vector<workers::Bytes> asked = transport_.all_gather(wanted);
  workers::Bytes own;
  TRY(workers::do_together(transport_, [&] {
    for (std::uint32_t i = 0; i < workers::record_count<Link>(asked.front()); ++i) {
      auto link = workers::record_at<Link>(asked.front(), i);
      const auto place =
          std::find_if(known_.places.begin(), known_.places.end(),
                       [&](const SyncPlace& each) { return each.location == link.location; });
      if (place == known_.places.end()) continue;
      complete(link, place->timeline);
      workers::append(own, i);
      workers::append(own, link);
    }
    return base::kOk;
  }));
  const std::vector<workers::Bytes> answers = transport_.gather(std::move(own));
  for (const workers::Bytes& answer : answers)
    for (workers::MessageReader reader(answer); !reader.at_end();) {
      const auto i = reader.take<std::uint32_t>();
      links_[i] = reader.take<Link>();
    }
  return base::kOk;
}

void Episodes::complete(Link& link, const SyncTimeline& timeline) const {
  if (link.is_cause) {
    const PairOfCause& pair = known_.pairs[link.pair];
    link.begin_section = timeline.section_at(pair.begin);
    link.end_section = timeline.section_at(pair.end);
    return;
  }
  link.callpath = known_.to_unified[timeline.callpath_at(link.order).index()];
  link.begin_section = timeline.section_at(link.order);
}

std::vector<Moment> Episodes::moments() const {
  std::vector<Moment> out;
  for (const Link& link : links_) {
    out.push_back({link.location.value, link.begin_section, {}});
    if (link.is_cause) out.push_back({link.location.value, link.end_section, {}});
  }
  std::sort(out.begin(), out.end(), [](const Moment& a, const Moment& b) {
    return std::pair(a.location, a.section) < std::pair(b.location, b.section);
  });
  return out;
}

model::Episode Episodes::told(std::uint32_t finding, const std::vector<Moment>& moments,
                              Ticks begin) const {
  const auto time = [&](model::LocationIndex location, std::uint32_t section) {
    const auto found = std::find_if(moments.begin(), moments.end(), [&](const Moment& moment) {
      return moment.location == location.value && moment.section == section;
    });
    return found->time - begin;
  };
  const model::Clock& clock = known_.definitions.clock;
  model::Episode out;
  for (const Link& link : links_) {
    if (link.finding != finding) continue;
    const Ticks from = time(link.location, link.begin_section);
    const Ticks to = link.is_cause ? time(link.location, link.end_section) : from + link.amount;
    const model::Episode::Span span{
        link.is_cause ? "" : known_.wait_metric_of(link.channel, link.callpath), link.callpath,
        link.location, clock.seconds(from), clock.seconds(to)};
    if (link.is_cause)
      out.cause = span;
    else
      out.waits.push_back(span);
  }
  return out;
}

}  // namespace tarry::analysis
