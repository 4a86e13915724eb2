// SPDX-License-Identifier: BSD-3-Clause
// The settings of a recording that control how its calls are folded.
#pragma once

#include <map>
#include <string>

#include "compressed/fold/fold_options.h"
#include "trace/eventlog/settings.h"

namespace tarry::compressed {

inline FoldOptions fold_options(const trace::eventlog::FoldSettings& settings) {
  FoldOptions made;
  made.partial_iterations = settings.partial_iterations;
  made.loop_agnostic_merge = settings.loop_agnostic_merge;
  made.vectors = settings.vector_folding ? VectorForm::Folded : VectorForm::Plain;
  made.least_common_share = settings.common_share;
  made.window = settings.loop_window;
  made.stack_threshold = settings.stack_threshold;
  made.histogram_threshold = settings.histogram_threshold;
  return made;
}

// The same for checked values by name of the setting; what is not among them is at its default.
inline FoldOptions fold_options(const std::map<std::string, std::string>& values) {
  trace::eventlog::Settings made;
  for (const auto& [name, value] : values) trace::eventlog::set_quietly(made, name, value);
  return fold_options(made.fold);
}

}  // namespace tarry::compressed
