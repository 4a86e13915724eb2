// SPDX-License-Identifier: BSD-3-Clause
// The run-time summary of a recording.
#pragma once

#include "experiment/product.h"

namespace tarry::experiment {

class Summary final : public Product {
 public:
  [[nodiscard]] Part part() const override { return Part::Summary; }
  [[nodiscard]] std::string missing() const override { return "there is no summary"; }
  base::Status gather(Recorded& recorded) override;
  base::Status finish(Recorded& recorded) override;
  base::Status conclude(Recorded& recorded, const Products& all) override;
};

}  // namespace tarry::experiment
