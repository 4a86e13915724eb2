// SPDX-License-Identifier: BSD-3-Clause
// Samples as text for tests (docs/formats/samples-case.md):
//
//     period 4
//     flow loop@4: A@5 > B@6
//     P0 t=2 main > loop@4 > A@5
//     P0 t=6 main > loop@4 > B@6 lca=2
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "samples/samples.h"

namespace tarry::samples {

struct SampleText {
  SampleSet samples;
  std::vector<std::string> expectations;  // the text after each `expect`, in order
};

// Errors contain file and line. Thread: any.
base::Result<SampleText> parse_samples(std::string_view text, std::string_view file);

}  // namespace tarry::samples
