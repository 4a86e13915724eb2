// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/critical_path_share.h"

namespace tarry::analysis {

PathEnd last_end(const std::vector<SyncPlace>& places, const model::Definitions& definitions) {
  PathEnd last;
  for (const SyncPlace& place : places) {
    PathEnd end;
    end.segment.location = place.location;
    if (place.finalize != kNoIndex) {
      end.is_finalize = true;
      end.segment.end = place.timeline.order(place.finalize);
      end.time = place.finalize_enter;
    } else {
      end.is_initial_thread = definitions.locations[place.location.index()].thread == 0;
      end.time = place.records->last;
    }
    if (end.is_after(last)) last = end;
  }
  return last;
}

void charge_critical_path(const std::vector<SyncPlace>& places, const workers::Bytes& path,
                          std::vector<CostCells>& cells) {
  static const model::MetricId kCriticalPath = model::metric::critical_path;
  if (places.empty()) return;
  CallPathSums sums;
  std::vector<CallPathTime> profile;
  for (std::size_t s = 0; s < workers::record_count<PathSegment>(path); ++s) {
    auto segment = workers::record_at<PathSegment>(path, s);
    const std::size_t i = segment.location.value - places.front().location.value;
    if (i >= places.size()) continue;  // it belongs to another worker
    const SyncPlace& place = places[i];
    if (segment.begin == PathSegment::kOpen && place.init != kNoIndex)
      segment.begin = place.timeline.order(place.init);
    place.timeline.profile(segment.begin, segment.end, sums, profile);
    for (const CallPathTime& activity : profile)
      cells[i].at(activity.callpath, kCriticalPath) += static_cast<double>(activity.time.count);
  }
}

}  // namespace tarry::analysis
