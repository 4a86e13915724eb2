// SPDX-License-Identifier: BSD-3-Clause
#include "clocks/corrected_source.h"

#include <algorithm>
#include <utility>

#include "clocks/corrected_events.h"

namespace tarry::clocks {
namespace {

class CorrectedPlaces final : public model::PlaceHandler {
 public:
  CorrectedPlaces(model::PlaceHandler& handler, const TimeMap& map)
      : handler_(handler), map_(map) {}

  void place_reached(const model::EventPlace& place) override {
    model::EventPlace corrected = place;
    corrected.time = map_.apply(place.time);
    handler_.place_reached(corrected);
  }

 private:
  model::PlaceHandler& handler_;
  const TimeMap& map_;
};

// Returns the place as the source knows it. Several recorded times may have one corrected time; the
// earliest is taken, so that no event after the place is skipped.
model::EventPlace recorded(const model::EventPlace& place, const TimeMap& map) {
  if (place == model::EventPlace::begin_of_events() || place == model::EventPlace::end_of_events())
    return place;
  model::EventPlace as_recorded = place;
  as_recorded.time = map.earliest_of(place.time);
  return as_recorded;
}

}  // namespace

CorrectedSource::CorrectedSource(model::TraceSource& source, Corrections corrections)
    : source_(source), corrections_(std::move(corrections)), definitions_(source.definitions()) {
  // Corrected times ascend, so no event comes after the corrected end.
  const Ticks end{static_cast<std::int64_t>(definitions_.clock.begin + definitions_.clock.length)};
  std::int64_t most = 0;
  for (const ProcessCorrection& process : corrections_.processes)
    most = std::max(most, process.map.shift_at(end));
  if (definitions_.clock.length != 0) definitions_.clock.length += static_cast<std::uint64_t>(most);
}

CorrectedSource::CorrectedSource(std::unique_ptr<model::TraceSource> source,
                                 Corrections corrections)
    : CorrectedSource(*source, std::move(corrections)) {
  owned_ = std::move(source);
}

base::Status CorrectedSource::read(model::LocationIndex location, model::EventHandler& handler,
                                   model::Anomalies& anomalies) {
  const TimeMap* const map = corrections_.map_of(location);
  if (map == nullptr) return source_.read(location, handler, anomalies);
  CorrectedEvents events(handler, *map);
  return source_.read(location, events, anomalies);
}

base::Status CorrectedSource::read_with_places(model::LocationIndex location,
                                               model::EventHandler& handler,
                                               model::PlaceHandler& places,
                                               model::Anomalies& anomalies) {
  const TimeMap* const map = corrections_.map_of(location);
  if (map == nullptr) return source_.read_with_places(location, handler, places, anomalies);
  CorrectedEvents events(handler, *map);
  CorrectedPlaces corrected(places, *map);
  return source_.read_with_places(location, events, corrected, anomalies);
}

base::Status CorrectedSource::read_on(model::LocationIndex location, const model::EventPlace& from,
                                      const model::EventPlace& to, model::EventHandler& handler,
                                      model::Anomalies& anomalies) {
  const TimeMap* const map = corrections_.map_of(location);
  if (map == nullptr) return source_.read_on(location, from, to, handler, anomalies);
  CorrectedEvents events(handler, *map);
  return source_.read_on(location, recorded(from, *map), recorded(to, *map), events, anomalies);
}

void CorrectedSource::correct_times(model::LocationIndex location,
                                    std::span<std::uint64_t> times) const {
  source_.correct_times(location, times);
  const TimeMap* const map = corrections_.map_of(location);
  if (map == nullptr) return;
  TimeMapCursor cursor(*map);
  for (std::uint64_t& time : times)
    time = static_cast<std::uint64_t>(cursor.apply({static_cast<std::int64_t>(time)}).count);
}

base::Result<model::LocationSamples> CorrectedSamples::read(model::LocationIndex location) const {
  TRY_ASSIGN(model::LocationSamples samples, samples_.read(location));
  const TimeMap* const map = corrections_.map_of(location);
  if (map == nullptr) return samples;
  TimeMapCursor cursor(*map);
  for (model::LocationSamples::At& sample : samples.samples)
    sample.time = cursor.apply(sample.time);
  return samples;
}

}  // namespace tarry::clocks
