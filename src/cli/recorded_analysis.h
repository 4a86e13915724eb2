// SPDX-License-Identifier: BSD-3-Clause
// The analysis of a trace at the end of its recording, as one of its products.
#pragma once

#include "cli/command.h"
#include "experiment/product.h"

namespace tarry::cli {

class RecordedAnalysis final : public experiment::Product {
 public:
  // `common` must outlive it.
  explicit RecordedAnalysis(const CommonOptions& common) : common_(common) {}

  [[nodiscard]] experiment::Part part() const override { return experiment::Part::Analysis; }
  [[nodiscard]] std::string missing() const override { return "there is no analysis"; }
  // Analyzes the archive, which is finished by then.
  base::Status conclude(experiment::Recorded& recorded, const experiment::Products& all) override;

 private:
  const CommonOptions& common_;
};

}  // namespace tarry::cli
