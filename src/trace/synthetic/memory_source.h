// SPDX-License-Identifier: BSD-3-Clause
// A trace in memory, which the analysis sees like any other.
#pragma once

#include "model/trace_source.h"
#include "trace/synthetic/case_file.h"

namespace tarry::trace::synthetic {

class MemorySource : public model::TraceSource {
 public:
  // The timelines are those of the definitions' locations, in that order.
  MemorySource(model::Definitions definitions, std::vector<std::vector<Event>> timelines)
      : definitions_(std::move(definitions)), timelines_(std::move(timelines)) {}

  [[nodiscard]] const model::Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] const model::Anomalies& definition_anomalies() const override { return anomalies_; }
  base::Status read(model::LocationIndex location, model::EventHandler& handler,
                    model::Anomalies& anomalies) override;

 private:
  model::Definitions definitions_;
  std::vector<std::vector<Event>> timelines_;
  model::Anomalies anomalies_;
};

}  // namespace tarry::trace::synthetic
