// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/severities.h"

#include <algorithm>
#include <tuple>

#include "diagnosis/diagnosis.h"
#include "diagnosis/evidence/sample_span.h"

namespace tarry::diagnosis {
namespace {

struct Locations {
  std::vector<LocationTimes> locations;

  void merge(Locations other) {
    std::move(other.locations.begin(), other.locations.end(), std::back_inserter(locations));
  }
  void append_to(Bytes& message) const {
    workers::append(message, std::uint64_t{locations.size()});
    for (const LocationTimes& one : locations) {
      workers::append(message, one.rank);
      workers::append(message, one.thread);
      workers::append_text(message, one.host);
      append_list(message, one.times);
    }
  }
  static Locations take(MessageReader& message) {
    Locations made;
    made.locations.resize(message.take<std::uint64_t>());
    for (LocationTimes& one : made.locations) {
      one.rank = message.take<model::Rank>();
      one.thread = message.take<std::uint32_t>();
      one.host = message.take_text();
      one.times = take_list<LocationTimes::PathTime>(message);
    }
    return made;
  }
};

Locations own_times(const Worker& worker) {
  Locations made;
  for (const samples::ThreadSamples& thread : worker.threads()) {
    std::vector<Time> times(worker.paths().size());
    Time from = thread.begin;
    for (std::size_t at = 0; at < thread.samples.size(); ++at) {
      const Time end = end_of_sample(thread, at);
      times[thread.samples[at].leaf.index()] += end - from;
      from = end;
    }
    LocationTimes& one =
        made.locations.emplace_back(LocationTimes{thread.rank, thread.thread, thread.host, {}});
    for (std::uint32_t frame = 0; frame < times.size(); ++frame)
      if (times[frame] > Time{0}) one.times.push_back({FrameId{frame}, times[frame]});
  }
  return made;
}

}  // namespace

Severities gather_severities(const Worker& worker, const OwnGroups& groups,
                             const Diagnosis& diagnosis, workers::Transport& transport) {
  Severities made;
  made.shares = gather_shares(worker, groups, diagnosis, transport);
  made.locations = reduced(transport, own_times(worker)).locations;
  if (transport.rank() != 0) return {};
  std::sort(made.locations.begin(), made.locations.end(),
            [](const LocationTimes& a, const LocationTimes& b) {
              return std::tie(a.rank, a.thread) < std::tie(b.rank, b.thread);
            });
  return made;
}

}  // namespace tarry::diagnosis
