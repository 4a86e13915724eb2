// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/sleep_calls.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tarry::diagnosis {

bool is_sleep(const samples::Site& site) {
  constexpr std::array<std::string_view, 5> kNames{"sleep", "usleep", "nanosleep",
                                                   "clock_nanosleep", "thrd_sleep"};
  const std::string_view name = site.name;
  if (name.starts_with("std::this_thread::sleep_")) return true;
  const std::size_t underscores = std::min(name.find_first_not_of('_'), name.size());
  return std::find(kNames.begin(), kNames.end(), name.substr(underscores)) != kNames.end();
}

}  // namespace tarry::diagnosis
