// SPDX-License-Identifier: BSD-3-Clause
// The text of the elements of an event, each in its canonical form (docs/formats/tct.md).
#pragma once

#include <optional>
#include <string>

#include "compressed/format/uses.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns "<1 0 8 1>", with one rank list after the other.
std::string ranks_text(const RankSet& ranks);

// Returns "1 -1 [4 5..9 0:16:4]*1000", without the outer brackets. `words` is the parameter whose
// words stand for values.
std::string sequence_text(const Sequence& sequence, std::optional<Parameter> words = {});

// Returns the values of one rank: "7" if they are all the same, otherwise like "[1 2]*3".
std::string rank_values_text(const Values& values, std::optional<Parameter> words = {});

// Returns an empty text if the element need not be written: there are no uses and no values, or all
// values are `otherwise`.
std::string elastic_text(const Elastic& element, const Uses& uses,
                         std::optional<Parameter> words = {},
                         std::optional<std::int64_t> otherwise = {});

// Returns "1000" or "1000<0 0>900<0 1>"; the last ranks are omitted if they are the rest of `all`.
std::string uses_text(const Uses& uses, const RankSet& all);

// Returns text like "812345/900..7200:12,500,488".
std::string histogram_text(const TimeHistogram& histogram);

}  // namespace tarry::compressed
