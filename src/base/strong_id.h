// SPDX-License-Identifier: BSD-3-Clause
// Ids and units as types: a region id is never mistaken for a rank, a count of ticks never for
// bytes. A StrongId is only a number with a name: it compares, hashes and prints, nothing else.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace tarry::base {

template <class Tag, class Rep = std::uint32_t>
struct StrongId {
  using rep = Rep;
  Rep value = kNone;

  static constexpr Rep kNone = std::numeric_limits<Rep>::max();

  constexpr StrongId() = default;
  constexpr explicit StrongId(Rep v) : value(v) {}

  // Returns false for the default-constructed value, which stands for nothing.
  [[nodiscard]] constexpr bool valid() const { return value != kNone; }
  // Returns an index for dense tables.
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(value); }

  friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

}  // namespace tarry::base

template <class Tag, class Rep>
struct std::hash<tarry::base::StrongId<Tag, Rep>> {
  std::size_t operator()(tarry::base::StrongId<Tag, Rep> id) const noexcept {
    return std::hash<Rep>{}(id.value);
  }
};
