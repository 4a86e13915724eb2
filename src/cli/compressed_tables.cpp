// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compressed_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/counted.h"
#include "compressed/queries/call_statistics.h"
#include "compressed/queries/communication_matrix.h"
#include "compressed/queries/measured_values.h"
#include "report/quantity.h"

namespace tarry::cli {
namespace {

using compressed::CallStatistics;

using Line = std::vector<std::string>;

// Returns lines with two blanks between columns. The last column is the name and is aligned to the
// left.
std::string table(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Line& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string out;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      out += fmt::format("{:>{}}  ", line[i], widths[i]);
    out += line.back() + "\n";
  }
  return out;
}

std::string seconds_of(std::uint64_t nanoseconds) {
  return report::quantity(static_cast<double>(nanoseconds) * 1e-9, model::Unit::Seconds);
}

void add_sizes(const compressed::Sizes& sizes, Line& line) {
  line.push_back(std::to_string(sizes.messages));
  line.push_back(std::to_string(sizes.bytes));
  const bool any = sizes.messages != 0;
  line.push_back(any ? std::to_string(sizes.smallest) : "-");
  line.push_back(any ? fmt::format("{:.1f}", sizes.mean()) : "-");
  line.push_back(any ? std::to_string(sizes.largest) : "-");
}

Line line_of(const CallStatistics& of) {
  Line line{std::to_string(of.calls), std::to_string(of.ranks), seconds_of(of.before.sum()),
            seconds_of(of.duration.sum())};
  add_sizes(of.sent, line);
  line.push_back(std::to_string(of.received.messages));
  line.push_back(std::to_string(of.received.bytes));
  line.push_back(std::to_string(of.collectives.all()));
  line.push_back(std::to_string(of.collectives.bytes_sent));
  line.push_back(std::to_string(of.collectives.bytes_received));
  line.push_back(of.name);
  return line;
}

std::string statistics_by(const compressed::Trace& trace, const compressed::TraceSummary& summary,
                          compressed::StatisticsBy by) {
  std::vector<Line> lines{{"calls", "ranks", "before", "inside", "sent", "bytes", "least", "mean",
                           "most", "received", "bytes", "collective", "out", "in",
                           by == compressed::StatisticsBy::Function ? "function" : "call path"}};
  for (const CallStatistics& each : call_statistics(trace, summary, by))
    lines.push_back(line_of(each));
  return table(lines);
}

std::string measured_by_function(const compressed::Trace& trace, std::uint32_t statistic) {
  std::vector<Line> lines{{"values", "sum", "least", "mean", "most", "function"}};
  for (const auto& [function, values] : measured_values(trace, statistic))
    lines.push_back({std::to_string(values.count()), std::to_string(values.sum()),
                     std::to_string(values.smallest()), fmt::format("{:.1f}", values.mean()),
                     std::to_string(values.largest()), function});
  const compressed::Statistic& of = trace.statistics[statistic];
  return fmt::format("\n{} ({}):\n", of.name, of.unit) + table(lines);
}

// Returns comment lines that say what the numbers do not contain.
std::string remarks(const compressed::TraceSummary& summary) {
  std::string out;
  if (summary.has_drawn_values)
    out +=
        "# probabilistic: peers and sizes of which only histograms are kept are drawn from them\n";
  for (const std::string& fault : summary.faults)
    out += "# left out because its values contradict each other: " + fault + "\n";
  return out;
}

}  // namespace

std::string matrix_text(const compressed::Trace& trace) {
  const compressed::TraceSummary summary = summarise(trace);
  const compressed::CommunicationMatrix matrix(trace, summary);
  std::string out = remarks(summary);
  if (matrix.impossible() != 0)
    out += fmt::format("# left out because the receiver does not exist: {}\n",
                       base::counted(matrix.impossible(), "message"));
  std::vector<Line> lines{{"sender", "receiver", "messages", "bytes"}};
  for (std::uint32_t sender = 0; sender < matrix.ranks(); ++sender)
    for (const compressed::MatrixCell& cell : matrix.row(sender))
      lines.push_back({std::to_string(sender), std::to_string(cell.receiver),
                       std::to_string(cell.messages), std::to_string(cell.bytes)});
  return out + table(lines);
}

std::string statistics_text(const compressed::Trace& trace) {
  const compressed::TraceSummary summary = summarise(trace);
  std::string out = remarks(summary) +
                    statistics_by(trace, summary, compressed::StatisticsBy::Function) + "\n" +
                    statistics_by(trace, summary, compressed::StatisticsBy::CallPath);
  for (std::uint32_t i = 0; i < trace.statistics.size(); ++i) out += measured_by_function(trace, i);
  return out;
}

}  // namespace tarry::cli
