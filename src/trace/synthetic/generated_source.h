// SPDX-License-Identifier: BSD-3-Clause
// A trace that is made while it is read: whatever its length is, it takes only the memory of its
// definitions.
#pragma once

#include "model/trace_source.h"
#include "trace/synthetic/schedule.h"

namespace tarry::trace::synthetic {

class GeneratedSource : public model::TraceSource {
 public:
  explicit GeneratedSource(Parameters parameters);

  [[nodiscard]] const model::Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] const model::Anomalies& definition_anomalies() const override { return anomalies_; }
  base::Status read(model::LocationIndex location, model::EventHandler& handler,
                    model::Anomalies& anomalies) override;

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }

 private:
  const Schedule schedule_;
  const model::Definitions definitions_;
  const model::Anomalies anomalies_;
};

}  // namespace tarry::trace::synthetic
