// SPDX-License-Identifier: BSD-3-Clause
// Writes a score for people and for programs: docs/formats/score.md.
#pragma once

#include <cstddef>
#include <string>

#include "score/score.h"

namespace tarry::score {

// `top` is the number of regions; 0 means all of them, in text the 20 with the most bytes.
std::string score_text(const Score& score, std::size_t top);
std::string score_csv(const Score& score, std::size_t top);
std::string score_json(const Score& score, std::size_t top);

}  // namespace tarry::score
