// SPDX-License-Identifier: BSD-3-Clause
// All that a recording is kept as, in the order in which it is finished and concluded.
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

  // Makes the products of what the processes have left; those that cannot be made are not among the
  // products afterwards. An Error if that leaves nothing of the events, or if the archive could not
  // be written: what was recorded is kept then, and it can be tried again. The samples are finished
  // whatever happens to the events, and the other way round.
  base::Status finish(Recorded& recorded);

  // Says what there is, and what can be done next.
  [[nodiscard]] base::Status conclude(Recorded& recorded) const;

  // "12 events and 3 samples", as far as they were asked for.
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
