// SPDX-License-Identifier: BSD-3-Clause
// A limit for what the folder may spend on something, in steps: each call adds some steps, and
// unspent ones are saved up to a limit. It depends on the calls alone, so the same calls are always
// folded in the same way.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tarry::compressed {

class Budget {
 public:
  Budget(std::uint64_t at_first, std::uint64_t per_call, std::uint64_t most)
      : credit_(at_first), per_call_(per_call), most_(most) {}

  void earn() { credit_ = std::min(credit_ + per_call_, most_); }
  // Spends `steps` and returns true if there are that many; otherwise nothing is spent.
  bool spend(std::uint64_t steps) {
    if (steps > credit_) return false;
    credit_ -= steps;
    spent_ += steps;
    return true;
  }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }

 private:
  std::uint64_t credit_;
  std::uint64_t per_call_;
  std::uint64_t most_;
  std::uint64_t spent_ = 0;
};

}  // namespace tarry::compressed
