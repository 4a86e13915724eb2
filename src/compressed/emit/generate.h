// SPDX-License-Identifier: BSD-3-Clause
// From a compressed trace to the text of a benchmark.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/emit/emitter.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

enum class Language : std::uint8_t { C, Conceptual };

struct GenerateOptions {
  Language language = Language::C;
  Computation computation = Computation::Loop;
  // Receives from any source keep the one that they got in the recorded run. If false, only what
  // they ask for counts, and the first possible source is taken.
  bool use_recorded = true;
};

struct Generated {
  std::string text;
  std::vector<std::string> warnings;  // whole sentences
};

// Thread: any.
base::Result<Generated> generate(const compressed::Trace& trace, const GenerateOptions& options);
// Returns a program in C that runs with any number of ranks. Its receives from any source keep
// that. The error says what no formula over the extents can tell.
base::Result<Generated> generate(const compressed::FormulaTrace& formulas,
                                 const GenerateOptions& options);
// Returns one from traces of some numbers of ranks. If formulas do not give what calls on files do,
// it lacks these, and a warning says why.
base::Result<Generated> generate(const std::vector<compressed::NamedTrace>& traces,
                                 const GenerateOptions& options);

}  // namespace tarry::emit
