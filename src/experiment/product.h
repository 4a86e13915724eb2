// SPDX-License-Identifier: BSD-3-Clause
// A product is one form in which a recording is kept. products.h puts products together and decides
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
  // Returns what the user is told if the product cannot be made, such as "there is no summary".
  [[nodiscard]] virtual std::string missing() const = 0;
  // Returns false if the product only serves another one, which then says what there is to say.
  [[nodiscard]] virtual bool is_wanted() const { return true; }

  // Reads what the processes have left, before any product is finished and changes it.
  virtual base::Status gather(Recorded& /*recorded*/) { return base::kOk; }
  // Makes the product from what the processes have left.
  virtual base::Status finish(Recorded& /*recorded*/) { return base::kOk; }
  // Completes the product, and says what there is now and which command comes next. `all` are the
  // products that are kept.
  virtual base::Status conclude(Recorded& recorded, const Products& all) = 0;

  // Says that the product is missing and why. The recording goes on without it.
  void give_up(const base::Error& why, const Recorded& recorded) const {
    recorded.voice.warn(missing() + ": " + why.message());
    recorded.experiment.log(why.message());
  }
};

}  // namespace tarry::experiment
