// SPDX-License-Identifier: BSD-3-Clause
#include "cli/given_filter.h"

#include <fmt/format.h>

#include <vector>

#include "cli/messages.h"
#include "filter/parser.h"
#include "filter/pattern.h"

namespace tarry::cli {
namespace {

// Returns the MPI calls that rules without wildcards exclude. A rule with wildcards may be meant
// for other functions.
std::vector<std::string> excluded_calls_of_mpi(const filter::Filter& filter) {
  std::vector<std::string> out;
  for (const filter::Rule& rule : filter.regions)
    if (rule.excludes && rule.pattern.starts_with("MPI_") && filter::is_plain_name(rule.pattern))
      out.push_back(rule.pattern);
  return out;
}

}  // namespace

base::Result<filter::Filter> read_given_filter(const std::string& file,
                                               const CommonOptions& common) {
  base::Result<filter::Filter> filter = filter::read_filter(file);
  if (!filter.ok()) {
    base::Error error = std::move(filter).error();
    error.code = base::ErrorCode::Usage;
    return error;
  }
  if (const std::vector<std::string> calls = excluded_calls_of_mpi(*filter); !calls.empty())
    warn(common,
         fmt::format("the filter names {}: filters do not apply to calls of MPI; --mpi-groups says "
                     "which are recorded",
                     fmt::join(calls, ", ")));
  return filter;
}

}  // namespace tarry::cli
