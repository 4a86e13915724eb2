// SPDX-License-Identifier: BSD-3-Clause
// Reads the text form of a case (docs/formats/case.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/synthetic/case_file.h"

namespace tarry::trace::synthetic {

// `file` only names the text in messages: "what: file:line:column".
base::Result<Case> parse_case(std::string_view text, std::string file);

base::Result<Case> read_case(const std::filesystem::path& path);

}  // namespace tarry::trace::synthetic
