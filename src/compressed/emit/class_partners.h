// SPDX-License-Identifier: BSD-3-Clause
// The partners of a class of ranks as a program names them: as an offset from the own rank where
// that stays within the communicator, else modulo its size, or by steps in the grid.
#pragma once

#include <cstdint>

#include "compressed/emit/scale.h"

namespace tarry::emit {

// Thread: one. The scale must outlive it.
class ClassPartners {
 public:
  ClassPartners(Scale& scale, std::size_t sample, std::uint32_t of_class)
      : scale_(scale), sample_(sample), class_(of_class) {}

  // Returns the number (Scale::partner_number) for a partner that a formula gives in some form, on
  // a communicator of a family; wildcards and unknown ones stay as they are.
  [[nodiscard]] std::int64_t number(compressed::PeerForm form, std::int64_t family,
                                    std::int64_t symbol) const;

 private:
  [[nodiscard]] RankSet members(const compressed::Grid& grid) const;
  [[nodiscard]] Partner by_distance(unsigned mask, std::int64_t symbol) const;
  [[nodiscard]] Partner in_grid(std::int64_t symbol) const;

  Scale& scale_;
  std::size_t sample_;
  std::uint32_t class_;
};

}  // namespace tarry::emit
