// SPDX-License-Identifier: BSD-3-Clause
// The partner with which a location synchronizes: another process, a thread of its own process, or
// a thread of its team at a point of the whole team. It is one number, because every wait has one.
#pragma once

#include <cstdint>

#include "model/ids.h"

namespace tarry::analysis {

class Partner {
 public:
  enum class Kind : std::uint8_t { Process, Thread, TeamMember };

  Partner() = default;
  // Ranks and locations are less than 2^30.
  explicit Partner(model::Rank process) : bits_(process.value) {}
  static Partner thread(model::LocationIndex location) { return Partner(kThread, location); }
  static Partner team_member(model::LocationIndex location) {
    return Partner(kTeamMember, location);
  }

  [[nodiscard]] Kind kind() const {
    if ((bits_ & kThread) == 0) return Kind::Process;
    return (bits_ & kTeamMember) == kTeamMember ? Kind::TeamMember : Kind::Thread;
  }
  [[nodiscard]] model::Rank process() const { return model::Rank{bits_}; }
  [[nodiscard]] model::LocationIndex location() const {
    return model::LocationIndex{bits_ & ~kTeamMember};
  }

 private:
  static constexpr std::uint32_t kThread = 0x80000000u, kTeamMember = 0xC0000000u;

  Partner(std::uint32_t kind, model::LocationIndex location) : bits_(kind | location.value) {}

  std::uint32_t bits_ = 0;
};

}  // namespace tarry::analysis
