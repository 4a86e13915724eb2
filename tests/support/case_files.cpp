// SPDX-License-Identifier: BSD-3-Clause
#include "support/case_files.h"

#include <algorithm>

namespace tarry::testing {

#ifdef TARRY_SANITIZED
const bool kTakesAllCases = false;
#else
const bool kTakesAllCases = true;
#endif

std::vector<std::filesystem::path> case_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> all, some;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".case") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  if (kTakesAllCases) return all;
  for (std::size_t i = 0; i < all.size(); i += 4) some.push_back(all[i]);
  return some;
}

}  // namespace tarry::testing
