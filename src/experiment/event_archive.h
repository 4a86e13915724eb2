// SPDX-License-Identifier: BSD-3-Clause
// The OTF2 archive of a recording.
#pragma once

#include "experiment/product.h"

namespace tarry::experiment {

class EventArchive final : public Product {
 public:
  [[nodiscard]] Part part() const override { return Part::Archive; }
  [[nodiscard]] std::string missing() const override { return "there is no trace"; }
  base::Status finish(Recorded& recorded) override;
  base::Status conclude(Recorded& recorded, const Products& all) override;
};

}  // namespace tarry::experiment
