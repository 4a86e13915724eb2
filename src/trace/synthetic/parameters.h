// SPDX-License-Identifier: BSD-3-Clause
// The parameters of a generated trace: a few numbers and a list of patterns. A file (.synth) has
// one `name value` per line; docs/formats/synth.md explains each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/synthetic/pattern.h"

namespace tarry::trace::synthetic {

struct Parameters {
  std::uint64_t ranks = 4;
  std::uint64_t threads = 1;
  std::uint64_t iterations = 10;
  std::uint64_t events = 0;  // 0: the number of events follows from the iterations
  std::uint64_t row = 0;     // 0: the grid is about square
  std::uint64_t ranks_per_host = 64;
  std::uint64_t imbalance = 20'000;
  std::uint64_t noise = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t calls = 4;
  std::uint64_t functions = 32;
  std::uint64_t bytes = 1024;
  std::vector<Pattern> patterns = {};  // empty: each pattern once
};

// Name, meaning and bounds of every number in Parameters.
struct ParameterInfo {
  std::string_view name;
  std::string_view help;
  std::uint64_t Parameters::*value;
  std::uint64_t least;
  std::uint64_t most;
};
const std::vector<ParameterInfo>& parameter_table();

// The name of the list of patterns, which is not a number.
inline constexpr std::string_view kPatternsParameter = "patterns";

// Values are like "16" or "1M": k, M and G stand for thousands, millions and thousand millions.
base::Status set_parameter(std::string_view name, std::string_view value, Parameters& parameters);

// Fills in what was left open: the grid, the patterns and, if a number of events is wanted, the
// iterations. Returns an error if no trace can have these parameters.
base::Result<Parameters> complete(Parameters parameters);

base::Result<Parameters> read_parameters(const std::filesystem::path& path);
base::Result<Parameters> parse_parameters(std::string_view text, const std::string& file);

// Returns the parameters in the form of a file.
std::string to_text(const Parameters& parameters);

}  // namespace tarry::trace::synthetic
