// SPDX-License-Identifier: BSD-3-Clause
// Answers the questions that the explorer asks about the timeline of a trace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"
#include "model/trace_source.h"
#include "timeline/timeline.h"

namespace tarry::explorer {

// Returns for each line of a timeline its position in the locations of a report; nothing if the
// report lacks one of them.
std::optional<std::vector<std::uint32_t>> positions_of_lines(
    const std::vector<model::LocationIndex>& lines, const model::Definitions& definitions,
    const model::SeverityCube& cube);

// Thread: any.
class TimelineAnswers {
 public:
  // `source` is the trace of `timeline`; `locations` are positions in the report, one for each
  // line.
  TimelineAnswers(std::unique_ptr<model::TraceSource> source,
                  std::unique_ptr<timeline::Timeline> timeline,
                  std::vector<std::uint32_t> locations)
      : source_(std::move(source)),
        timeline_(std::move(timeline)),
        locations_(std::move(locations)) {}

  // JSON of /api/timeline.
  [[nodiscard]] std::string description() const;
  // The bytes of a picture.
  [[nodiscard]] base::Result<std::string> picture(const timeline::Window& window,
                                                  std::uint32_t columns, std::uint32_t rows,
                                                  timeline::PictureRows kind,
                                                  timeline::PictureEffort effort) const;
  // JSON of /api/timeline/details.
  [[nodiscard]] base::Result<std::string> details(const timeline::DetailsRequest& request) const;

  // JSON of /api/timeline/counter.
  [[nodiscard]] base::Result<std::string> counter(const timeline::CounterRequest& request) const;
  [[nodiscard]] const std::vector<timeline::Counter>& counters() const {
    return timeline_->overview().counters;
  }
  // JSON of /api/timeline/communication.
  [[nodiscard]] std::string communication() const;
  // JSON of /api/timeline/waits: the longest of all of these states together, or of each one.
  [[nodiscard]] base::Result<std::string> waits(const std::vector<std::uint16_t>& states,
                                                std::size_t most) const;
  [[nodiscard]] base::Result<std::string> waits_of_each_state(std::size_t most) const;

  [[nodiscard]] timeline::Window whole() const {
    return {timeline_->overview().begin_s, timeline_->overview().end_s};
  }
  [[nodiscard]] bool is_wait(std::size_t state) const {
    const std::vector<timeline::State>& states = timeline_->overview().states;
    return state < states.size() && states[state].metric.valid();
  }
  [[nodiscard]] std::size_t lines() const { return locations_.size(); }

 private:
  std::unique_ptr<model::TraceSource> source_;  // outlives the timeline
  std::unique_ptr<timeline::Timeline> timeline_;
  std::vector<std::uint32_t> locations_;
};

}  // namespace tarry::explorer
