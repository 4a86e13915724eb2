// SPDX-License-Identifier: BSD-3-Clause
// The computation before the calls of a program for any number of ranks: means over all passes, as
// models of the number of ranks, and where the ranks of a class differ, by the law of their places
// (docs/decisions/064-times-by-rank.md). One model stands for all classes unless their times differ
// by a fifth.
#pragma once

#include <map>
#include <vector>

#include "compressed/emit/skeleton.h"
#include "compressed/extrapolate/rank_law.h"

namespace tarry::emit {

// Computation in nanoseconds: constant + inverse / ranks + linear * ranks.
struct ScaledTime {
  double constant = 0;
  double inverse = 0;
  double linear = 0;
};

// Computation that ranks of some parts of a class do.
struct ScaledParts {
  compressed::RankLaw law;
  std::vector<ScaledTime> parts;  // those of the law
};

struct ScaledLoad {
  ScaledTime mean;                // of all ranks of the class
  ScaledTime even;                // what each rank does
  std::vector<ScaledParts> more;  // besides: one for each law
};

// Times by event of a class. An event that no time is worth mentioning of is left out.
using ScaledTimes = std::map<const compressed::EventFormula*, ScaledLoad>;

// Thread: any.
ScaledTimes scaled_times(const Skeleton& skeleton, const compressed::FormulaTrace& formulas);

// Returns the times as values for each event of a skeleton, which may be another one.
std::vector<Value> values_of(const ScaledTimes& times, const Skeleton& skeleton, Scale& scale);

}  // namespace tarry::emit
