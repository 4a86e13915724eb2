// SPDX-License-Identifier: BSD-3-Clause
// The samples of a recording. After the run, their files are cut to what is used, their names are
// looked up, and a few lines say what they have cost and where the time went.
#pragma once

#include "base/result.h"
#include "experiment/product.h"
#include "experiment/sampling_cost.h"
#include "samples/sample_names.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::experiment {

struct FinishedSamples {
  trace::finish::FinishedArchive archive;  // its `events` are samples
  SamplingCost cost;
};

// Packs the samples in `experiment` and looks up their names. Files of processes that still run
// stay as they are.
base::Result<FinishedSamples> finish_samples(const Experiment& experiment,
                                             samples::NamedCode wanted);

class Samples final : public Product {
 public:
  // `is_wanted` is false if the samples only serve the analysis of the events.
  explicit Samples(bool is_wanted) : is_wanted_(is_wanted) {}

  [[nodiscard]] Part part() const override { return Part::Samples; }
  [[nodiscard]] std::string missing() const override { return "the samples are not finished"; }
  [[nodiscard]] bool is_wanted() const override { return is_wanted_; }
  base::Status finish(Recorded& recorded) override;
  base::Status conclude(Recorded& recorded, const Products& all) override;

 private:
  static base::Status take_alone(FinishedSamples&& samples, Recorded& recorded);
  static void say_next(const Recorded& recorded);

  bool is_wanted_;
};

}  // namespace tarry::experiment
