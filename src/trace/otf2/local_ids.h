// SPDX-License-Identifier: BSD-3-Clause
// The ids that events of one location contain: small numbers, which the library stores in few
// bytes, with tables that lead back to the global ones.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace tarry::trace::otf2 {

// Assigns small ids in order of first use.
class LocalIds {
 public:
  std::uint32_t local(std::uint32_t global) {
    if (global < local_.size() && local_[global] != kNone) [[likely]]
      return local_[global];
    return add(global);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& globals() const { return globals_; }
  [[nodiscard]] bool is_identity() const {
    for (std::size_t i = 0; i < globals_.size(); ++i)
      if (globals_[i] != i) return false;
    return true;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t add(std::uint32_t global) {
    if (global == kNone) return kNone;  // "undefined" in OTF2, too
    if (global >= local_.size()) local_.resize(std::size_t{global} + 1, kNone);
    const auto id = static_cast<std::uint32_t>(globals_.size());
    local_[global] = id;
    globals_.push_back(global);
    return id;
  }

  std::vector<std::uint32_t> local_;    // by global id
  std::vector<std::uint32_t> globals_;  // by local id
};

// The ids of everything that the events of a location refer to.
struct LocalIdTables {
  LocalIds regions;
  LocalIds communicators;
  LocalIds windows;
  LocalIds files;
  LocalIds groups;
};

}  // namespace tarry::trace::otf2
