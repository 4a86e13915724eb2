// SPDX-License-Identifier: BSD-3-Clause
// Finds the known word that is nearest to a mistyped one, for "did you mean".
#pragma once

#include <string>
#include <vector>

namespace tarry::base {

// Returns the nearest candidate within two letters, or else the shortest one that contains `word`;
// an empty text if there is none, or if `word` is empty.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace tarry::base
