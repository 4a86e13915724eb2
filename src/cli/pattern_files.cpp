// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pattern_files.h"

#include <algorithm>

#include "analysis/declared/parser.h"
#include "analysis/declared/plugin_library.h"
#include "base/files.h"
#include "workers/agree.h"

namespace tarry::cli {

using analysis::declared::Pattern;
using analysis::declared::PatternSet;
using base::Error;
using base::ErrorCode;

base::Result<PatternSet> read_pattern_files(const std::vector<std::string>& files,
                                            const std::vector<model::MetricId>& left_out,
                                            const Processes& processes) {
  PatternSet set;
  for (const std::string& file : files) {
    if (file.ends_with(".so")) {
      TRY(workers::agree(analysis::declared::load_library(file, set), processes.transport()));
      continue;
    }
    if (!file.ends_with(".pattern"))
      return Error{ErrorCode::Usage, "--pattern takes files whose names end with .pattern or .so",
                   file, "docs/how-to/add-a-pattern.md says what is in them"};
    TRY_ASSIGN(const std::string text, processes.on_first([&] { return base::read_file(file); }));
    TRY(analysis::declared::parse(text, file, set));
  }
  for (const Pattern& pattern : set.patterns)
    for (model::MetricId above = pattern.parent; above.valid(); above = info(above).parent)
      if (std::find(left_out.begin(), left_out.end(), above) != left_out.end())
        return Error{ErrorCode::Usage,
                     "the parent of pattern " + pattern.name + ", " +
                         std::string(info(pattern.parent).id) + ", is left out",
                     "", "--patterns and --skip must leave it in"};
  return set;
}

}  // namespace tarry::cli
