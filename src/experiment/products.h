// SPDX-License-Identifier: BSD-3-Clause
// All products of a recording, in the order in which they are concluded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/product.h"

namespace tarry::experiment {

class Products {
 public:
  void add(std::unique_ptr<Product> product) { products_.push_back(std::move(product)); }
  [[nodiscard]] bool has(Part part) const { return find(part) != nullptr; }

  // Makes the products from what the processes have left, and drops those that cannot be made. An
  // Error says that nothing of the events is left, or that the archive could not be written; what
  // was recorded is then kept, and finishing can be tried again. Samples are finished whatever
  // happens to the events, and the other way round.
  base::Status finish(Recorded& recorded);

  // Concludes all products. An Error ends that.
  [[nodiscard]] base::Status conclude(Recorded& recorded) const;

  // Returns how much was recorded, such as "12 events and 3 samples". Samples that were not asked
  // for do not count. The recording is finished.
  [[nodiscard]] std::string amount(const Recorded& recorded) const;

 private:
  [[nodiscard]] Product* find(Part part) const;
  [[nodiscard]] bool keeps_events() const;
  base::Status finish_events(Recorded& recorded);
  base::Status finish_samples(Recorded& recorded);
  base::Status settle(Part part, base::Status status, const Recorded& recorded);
  void drop(Part part);

  std::vector<std::unique_ptr<Product>> products_;
};

}  // namespace tarry::experiment
