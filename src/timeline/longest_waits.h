// SPDX-License-Identifier: BSD-3-Clause
// The longest waits of a trace, for each wait state. Waits that end at the same time have the same
// cause, as those of a collective operation do: the longest of them stands for all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::timeline {

inline constexpr std::size_t kMostLongWaits = 64;  // of a wait state

// A wait of one call; it may have pieces, with nested regions between them.
struct CallWaited {
  std::int64_t begin = 0, end = 0;  // of the first and the last piece
  std::int64_t amount = 0;
  std::uint16_t state = 0;
  std::uint16_t call = 0;  // state of its region
  std::uint32_t line = 0;

  friend bool operator==(const CallWaited&, const CallWaited&) = default;
};

// Longer ones come first, then earlier ones, then those of lower lines.
bool is_longer_wait(const CallWaited& a, const CallWaited& b);

class LongestWaits {
 public:
  // The order of calls makes no difference. Thread: caller locks.
  void add(const CallWaited& wait);
  void add(const LongestWaits& others);

  // Returns the longest waits of a state, longest first.
  [[nodiscard]] std::vector<CallWaited> of_state(std::uint16_t state) const;

  [[nodiscard]] std::string bytes() const;
  static base::Result<LongestWaits> of(std::string_view bytes, std::int64_t length,
                                       std::size_t states, std::size_t first_wait,
                                       std::size_t lines);

 private:
  // Leaves one for each end, and the longest of these.
  static void keep_longest(std::vector<CallWaited>& waits);

  std::vector<std::vector<CallWaited>> by_state_;
};

}  // namespace tarry::timeline
