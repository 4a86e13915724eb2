// SPDX-License-Identifier: BSD-3-Clause
// Calls that a benchmark does not make, and what it says of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compressed/replay/call_role.h"

namespace tarry::emit {

// Returns the role that a function has in a benchmark. Tests of windows in vain are left out.
[[nodiscard]] replay::CallRole benchmark_role(const std::string& function);

// Returns whether a benchmark makes such a call; `acts` tells whether the call has actions,
// `remote` whether the benchmark has windows and files.
[[nodiscard]] bool is_made(replay::CallRole role, bool acts, bool remote);

// Thread: one.
class LeftOut {
 public:
  // Notes a place whose calls are not made.
  void add_place(const std::string& function);
  // Notes tests that found nothing ready.
  void add_tests_in_vain(std::uint64_t count) { tests_in_vain_ += count; }
  // Returns whole sentences.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::map<std::string, std::uint64_t> places_;
  std::uint64_t tests_in_vain_ = 0;
};

}  // namespace tarry::emit
