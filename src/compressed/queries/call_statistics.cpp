// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/call_statistics.h"

#include <map>

namespace tarry::compressed {
namespace {

std::string path_of(const Trace& trace, const Site& site) {
  std::string out;
  for (const FrameId frame : site.stack) out += trace.frames[frame.index()].name + "/";
  return out + site.function;
}

void add(const Event& event, const EventSummary& summary, CallStatistics& to) {
  for (const ClassSummary& of_class : summary.classes) {
    const std::uint64_t ranks = of_class.ranks.size();
    to.calls += of_class.calls * ranks;
    to.sent.add(of_class.sent, ranks);
    to.sent.add(of_class.put, ranks);
    to.received.add(of_class.received, ranks);
    to.received.add(of_class.got, ranks);
    to.collectives.add(of_class.collectives, ranks);
  }
  for (const EventTimes& times : event.times) {
    to.before.add(times.before);
    to.duration.add(times.duration);
  }
}

}  // namespace

std::vector<CallStatistics> call_statistics(const Trace& trace, const TraceSummary& summary,
                                            StatisticsBy by) {
  std::vector<CallStatistics> out;
  std::vector<RankSet> ranks;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    const Site& site = trace.sites[event.site.index()];
    const std::string name = by == StatisticsBy::Function ? site.function : path_of(trace, site);
    const auto [found, is_new] = known.try_emplace(name, out.size());
    if (is_new) {
      out.emplace_back();
      out.back().name = name;
      ranks.emplace_back();
    }
    add(event, summary.events[i], out[found->second]);
    ranks[found->second].unite(event.ranks);
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i].ranks = ranks[i].size();
  return out;
}

}  // namespace tarry::compressed
