// SPDX-License-Identifier: BSD-3-Clause
// Finds a typical one of many values without keeping them. Source:
// docs/decisions/037-interventions.md.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tarry::analysis {

// The value that has about half of the mass below it and half above it. Values are positive.
class HalfOfMass {
 public:
  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    Bucket& bucket = buckets_[bits >> 49 & 0x7FFF];  // the sign is 0: exponent and three digits
    bucket.mass += value;
    ++bucket.count;
    mass_ += value;
  }
  [[nodiscard]] double value() const {
    double mass = 0.0;
    for (const Bucket& bucket : buckets_) {
      mass += bucket.mass;
      if (bucket.count != 0 && 2 * mass >= mass_)
        return bucket.mass / static_cast<double>(bucket.count);
    }
    return 0.0;
  }

 private:
  struct Bucket {
    double mass = 0.0;
    std::uint64_t count = 0;
  };
  std::vector<Bucket> buckets_ = std::vector<Bucket>(0x8000);
  double mass_ = 0.0;
};

}  // namespace tarry::analysis
