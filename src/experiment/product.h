// SPDX-License-Identifier: BSD-3-Clause
// One thing that a recording is kept as. Products are put together in products.h, which decides
// what becomes of the others if one cannot be made.
#pragma once

#include <string>

#include "base/result.h"
#include "experiment/recorded.h"

namespace tarry::experiment {

class Products;

class Product {
 public:
  virtual ~Product() = default;

  [[nodiscard]] virtual Part part() const = 0;
  // What the user is told if it cannot be made: "there is no summary".
  [[nodiscard]] virtual std::string missing() const = 0;
  // False if it is made for another product only, which then says what there is to say.
  [[nodiscard]] virtual bool is_wanted() const { return true; }

  // Reads what the processes have left, before any product is finished and changes it.
  virtual base::Status gather(Recorded& /*recorded*/) { return base::kOk; }
  // Makes the product of what the processes have left. If that fails, the experiment is as before.
  virtual base::Status finish(Recorded& /*recorded*/) { return base::kOk; }
  // Completes it, says what there is now and which command comes next. `all`: the products that are
  // kept.
  virtual base::Status conclude(Recorded& recorded, const Products& all) = 0;

  // Says that it is missing and why: the recording goes on without it.
  void give_up(const base::Error& why, const Recorded& recorded) const {
    recorded.voice.warn(missing() + ": " + why.message());
    recorded.experiment.log(why.message());
  }
};

}  // namespace tarry::experiment
