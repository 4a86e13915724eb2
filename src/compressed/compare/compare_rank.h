// SPDX-License-Identifier: BSD-3-Clause
// Compares the calls of one rank in two traces, in order. Behind a difference it looks for the next
// place where both go on alike, so that a call that only one trace has is told as such instead of
// making all later calls differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compressed/compare/compare.h"
#include "compressed/compare/compared_calls.h"

namespace tarry::compressed {

struct RankComparison {
  std::uint64_t compared = 0;   // pairs of calls
  std::uint64_t different = 0;  // pairs that differ
  std::uint64_t left_over = 0;  // calls that only one trace has
  std::optional<TraceDifference> first;
  std::string error;  // why the calls of a trace end early; empty if they do not
};

// Time: linear in the calls if few differ. Thread: any.
RankComparison compare_rank(const CommonTerms& terms, std::uint32_t rank,
                            const CompareOptions& options);

}  // namespace tarry::compressed
