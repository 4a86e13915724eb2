// SPDX-License-Identifier: BSD-3-Clause
#include "cli/trace_samples.h"

#include <utility>

#include "experiment/experiment.h"
#include "samples/function_samples.h"
#include "samples/recorded_samples.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

static_assert(model::LocationSamples::kPeriod == samples::FunctionSamples::kPeriod);

class TraceSamples final : public model::SampleSource {
 public:
  TraceSamples(samples::FunctionSampleReader reader, const model::TraceSource& trace)
      : reader_(std::move(reader)), trace_(trace) {
    for (const samples::SampledFunction& each : reader_.functions())
      functions_.push_back({each.name, each.file});
  }

  [[nodiscard]] const std::vector<Function>& functions() const override { return functions_; }

  [[nodiscard]] base::Result<model::LocationSamples> read(
      model::LocationIndex index) const override {
    model::LocationSamples out;
    const model::Location& location = trace_.definitions().locations[index.index()];
    if (location.thread != 0) return out;
    TRY_ASSIGN(samples::FunctionSamples samples, reader_.read(location.rank.value));
    std::vector<std::uint64_t> times;
    for (const auto& sample : samples.samples) times.push_back(sample.ticks);
    trace_.correct_times(index, times);
    for (std::size_t s = 0; s < times.size(); ++s)
      out.samples.push_back({base::Ticks{static_cast<std::int64_t>(times[s])},
                             samples.samples[s].path, samples.samples[s].weight});
    out.paths = std::move(samples.paths);
    return out;
  }

 private:
  samples::FunctionSampleReader reader_;
  const model::TraceSource& trace_;
  std::vector<Function> functions_;
};

}  // namespace

base::Result<bool> prepare_trace_samples(const fs::path& anchor) {
  const auto experiment = experiment::Experiment::around(anchor);
  if (!experiment.has(experiment::Part::Samples)) return false;
  TRY(samples::prepare_samples(experiment.directory(), samples::NamedCode::Program));
  return true;
}

base::Result<std::unique_ptr<model::SampleSource>> open_trace_samples(
    const fs::path& anchor, const model::TraceSource& trace) {
  TRY_ASSIGN(samples::FunctionSampleReader reader,
             samples::FunctionSampleReader::open(anchor.parent_path(),
                                                 trace.definitions().clock.ticks_per_second));
  return {std::make_unique<TraceSamples>(std::move(reader), trace)};
}

}  // namespace tarry::cli
