// SPDX-License-Identifier: BSD-3-Clause
#include "cli/trace_comparison.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "report/quantity.h"

namespace tarry::cli {
namespace {

using base::counted;
using compressed::FunctionComparison;
using compressed::FunctionTotals;
using compressed::TraceComparison;
using compressed::TraceDifference;
using Json = nlohmann::ordered_json;

// Returns one line for each quantity in which the traces differ.
std::string lines_of(const FunctionComparison& of) {
  const auto line = [&](std::string_view what, std::uint64_t first, std::uint64_t second) {
    return first == second
               ? std::string()
               : fmt::format("  {:<26} {:<24} {:>16} {:>16}\n", of.function, what, first, second);
  };
  const FunctionTotals& a = of.first;
  const FunctionTotals& b = of.second;
  return line("calls", a.calls, b.calls) + line("messages sent", a.messages, b.messages) +
         line("bytes sent", a.bytes, b.bytes) +
         line("bytes to collectives", a.collective_bytes_sent, b.collective_bytes_sent) +
         line("bytes from collectives", a.collective_bytes_received, b.collective_bytes_received);
}

Json json_of(const FunctionTotals& of) {
  return {{"calls", of.calls},
          {"messages", of.messages},
          {"bytes", of.bytes},
          {"collective_bytes_sent", of.collective_bytes_sent},
          {"collective_bytes_received", of.collective_bytes_received}};
}

}  // namespace

std::string comparison_text(const TraceComparison& comparison, bool equal) {
  std::string out;
  for (const std::string& limit : comparison.limits) out += limit + "\n";
  if (equal)
    return out + fmt::format("equal: {} of {}\n", counted(comparison.compared_calls, "call"),
                             counted(comparison.first_ranks, "rank"));
  if (comparison.are_equal())
    out += "different: the run times are too far apart\n";
  else if (comparison.first_ranks != comparison.second_ranks)
    out += fmt::format("different: the first trace has {}, the second has {}\n",
                       counted(comparison.first_ranks, "rank"),
                       counted(comparison.second_ranks, "rank"));
  else
    out += fmt::format("different: calls of {} of {}\n", comparison.different_ranks,
                       counted(comparison.first_ranks, "rank"));
  out += fmt::format("{} compared, {} of them differ; {} in one trace only\n",
                     counted(comparison.compared_calls, "call"), comparison.different_calls,
                     counted(comparison.calls_left_over, "call"));
  if (comparison.different_ranks != 0) out += '\n';
  for (const TraceDifference& difference : comparison.differences)
    out +=
        fmt::format("rank {}, call {}{}: {}\n", difference.rank, difference.call,
                    difference.function.empty() ? "" : ", " + difference.function, difference.what);
  if (comparison.different_ranks > comparison.differences.size())
    out += fmt::format("{} more differ; --top shows them\n",
                       counted(comparison.different_ranks - comparison.differences.size(), "rank"));
  std::string functions;
  for (const FunctionComparison& function : comparison.functions) functions += lines_of(function);
  if (!functions.empty())
    out += fmt::format("\nby function {:<39} {:>16} {:>16}\n{}", "", "first", "second", functions);
  if (comparison.different_cells != 0)
    out += fmt::format("\n{} exchanged other messages or bytes\n",
                       counted(comparison.different_cells, "pair of ranks", "pairs of ranks"));
  return out + fmt::format("\nrun time {:<44} {:>16} {:>16}\n", "",
                           report::quantity(comparison.first_run_ns * 1e-9, model::Unit::Seconds),
                           report::quantity(comparison.second_run_ns * 1e-9, model::Unit::Seconds));
}

std::string comparison_json(const TraceComparison& comparison, const std::string& first,
                            const std::string& second, bool equal) {
  Json out{{"schema", "tarry-trace-comparison/1"},
           {"first",
            {{"trace", first},
             {"ranks", comparison.first_ranks},
             {"run_s", comparison.first_run_ns * 1e-9}}},
           {"second",
            {{"trace", second},
             {"ranks", comparison.second_ranks},
             {"run_s", comparison.second_run_ns * 1e-9}}},
           {"equal", equal},
           {"compared_calls", comparison.compared_calls},
           {"different_calls", comparison.different_calls},
           {"calls_left_over", comparison.calls_left_over},
           {"different_ranks", comparison.different_ranks},
           {"different_pairs", comparison.different_cells},
           {"differences", Json::array()},
           {"functions", Json::array()},
           {"limits", comparison.limits}};
  for (const TraceDifference& difference : comparison.differences)
    out["differences"].push_back({{"rank", difference.rank},
                                  {"call", difference.call},
                                  {"function", difference.function},
                                  {"what", difference.what}});
  for (const FunctionComparison& function : comparison.functions)
    out["functions"].push_back({{"function", function.function},
                                {"first", json_of(function.first)},
                                {"second", json_of(function.second)}});
  return out.dump(1) + "\n";
}

}  // namespace tarry::cli
