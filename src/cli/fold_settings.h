// SPDX-License-Identifier: BSD-3-Clause
// What the compressor may do, as options of the command line.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/option.h"
#include "compress/fold/fold_options.h"

namespace tarry::cli {

class FoldSettings {
 public:
  OptionTable options();
  // After the options were read.
  [[nodiscard]] base::Result<compress::FoldOptions> resolve() const;

 private:
  bool partial_iterations_ = true;
  bool loop_agnostic_merge_ = true;
  std::string common_share_;
  unsigned window_ = 8192;
  unsigned stack_threshold_ = 0;
  unsigned histogram_threshold_ = 0;
};

}  // namespace tarry::cli
