// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/critical_path_share.h"

namespace tarry::analysis {
namespace {

// Calls take(position of the place, segment) for the segments of this worker's locations.
template <class Take>
void for_own_segments(const std::vector<SyncPlace>& places, const workers::Bytes& path, Take take) {
  if (places.empty()) return;
  for (std::size_t s = 0; s < workers::record_count<PathSegment>(path); ++s) {
    auto segment = workers::record_at<PathSegment>(path, s);
    const std::size_t i = segment.location.value - places.front().location.value;
    if (i >= places.size()) continue;  // it belongs to another worker
    const SyncPlace& place = places[i];
    if (segment.begin == PathSegment::kOpen && place.init != kNoIndex)
      segment.begin = place.timeline.order(place.init);
    take(i, segment);
  }
}

}  // namespace

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
  CallPathSums sums;
  std::vector<CallPathTime> profile;
  for_own_segments(places, path, [&](std::size_t i, const PathSegment& segment) {
    places[i].timeline.profile(segment.begin, segment.end, sums, profile);
    for (const CallPathTime& activity : profile)
      cells[i].at(activity.callpath, kCriticalPath) += static_cast<double>(activity.time.count);
  });
}

std::vector<model::PathPiece> path_pieces(const std::vector<SyncPlace>& places,
                                          const workers::Bytes& path) {
  std::vector<model::PathPiece> pieces;
  for_own_segments(places, path, [&](std::size_t i, const PathSegment& segment) {
    const SyncTimeline& timeline = places[i].timeline;
    const LocationRecords& records = *places[i].records;
    const bool is_open = segment.begin == PathSegment::kOpen;
    const Ticks begin = is_open ? records.first
                                : timeline.enter(segment.begin) + timeline.wait_at(segment.begin) -
                                      timeline.gap_at(segment.begin);
    const Ticks end =
        segment.end == PathSegment::kOpen ? records.last : timeline.enter(segment.end);
    if (begin < end) pieces.push_back({places[i].location, begin, end});
  });
  return pieces;
}

}  // namespace tarry::analysis
