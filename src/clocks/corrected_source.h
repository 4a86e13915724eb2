// SPDX-License-Identifier: BSD-3-Clause
// A trace, or the samples beside it, with corrected clocks.
#pragma once

#include <memory>

#include "clocks/corrections.h"
#include "model/sample_source.h"
#include "model/trace_source.h"

namespace tarry::clocks {

// Delivers the events of another source at corrected times.
class CorrectedSource final : public model::TraceSource {
 public:
  // `source` must outlive this.
  CorrectedSource(model::TraceSource& source, Corrections corrections);
  // Owns the source.
  CorrectedSource(std::unique_ptr<model::TraceSource> source, Corrections corrections);

  [[nodiscard]] const Corrections& corrections() const { return corrections_; }

  [[nodiscard]] const model::Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] const model::Anomalies& definition_anomalies() const override {
    return source_.definition_anomalies();
  }
  base::Status read(model::LocationIndex location, model::EventHandler& handler,
                    model::Anomalies& anomalies) override;
  base::Status read_with_places(model::LocationIndex location, model::EventHandler& handler,
                                model::PlaceHandler& places, model::Anomalies& anomalies) override;
  base::Status read_on(model::LocationIndex location, const model::EventPlace& from,
                       const model::EventPlace& to, model::EventHandler& handler,
                       model::Anomalies& anomalies) override;
  void correct_times(model::LocationIndex location, std::span<std::uint64_t> times) const override;
  void prefetch(model::LocationIndex location) override { source_.prefetch(location); }

 private:
  std::unique_ptr<model::TraceSource> owned_;
  model::TraceSource& source_;
  const Corrections corrections_;
  model::Definitions definitions_;  // with the end of the corrected times
};

// Delivers samples that were read by the clocks of a trace at corrected times.
class CorrectedSamples final : public model::SampleSource {
 public:
  // Both must outlive this.
  CorrectedSamples(const model::SampleSource& samples, const Corrections& corrections)
      : samples_(samples), corrections_(corrections) {}

  [[nodiscard]] const std::vector<Function>& functions() const override {
    return samples_.functions();
  }
  [[nodiscard]] base::Result<model::LocationSamples> read(
      model::LocationIndex location) const override;

 private:
  const model::SampleSource& samples_;
  const Corrections& corrections_;
};

}  // namespace tarry::clocks
