// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/compare/compare.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/for_each.h"
#include "compressed/compare/common_terms.h"
#include "compressed/compare/compare_rank.h"
#include "compressed/queries/call_statistics.h"
#include "compressed/queries/communication_matrix.h"

namespace tarry::compressed {
namespace {

// Returns whether the traces differ in times only, as they are written. Then each rank makes the
// same calls, and going through them would only take time.
bool are_written_alike(const CommonTerms& terms, const CompareOptions& options) {
  const auto places = options.call_sites ? &TermsOfTrace::places : &TermsOfTrace::functions;
  const Trace &a = *terms.first.trace, &b = *terms.second.trace;
  if (a.communicators != b.communicators || a.datatypes != b.datatypes) return false;
  return std::equal(
      a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
      [&](const Event& x, const Event& y) {
        return (terms.first.*places)[x.site.index()] == (terms.second.*places)[y.site.index()] &&
               x.ranks == y.ranks && x.levels == y.levels && x.parameters == y.parameters;
      });
}

std::uint64_t number_of_calls(const Trace& trace) {
  std::uint64_t calls = 0;
  for (const Event& event : trace.events)
    for (const ElasticPair& pair : event.of(Parameter::Actions).pairs())
      if (const auto* const values = std::get_if<Sequence>(&pair.values))
        calls += values->size() * pair.ranks.size();
  return calls;
}

// Returns the average run time of the ranks.
double add_totals(const Trace& trace, const TraceSummary& summary,
                  FunctionTotals FunctionComparison::*side,
                  std::map<std::string, FunctionComparison>& out) {
  std::uint64_t all_ns = 0;
  for (const CallStatistics& from : call_statistics(trace, summary, StatisticsBy::Function)) {
    FunctionTotals& to = out[from.name].*side;
    to.calls = from.calls;
    to.messages = from.sent.messages;
    to.bytes = from.sent.bytes;
    to.collective_bytes_sent = from.collectives.bytes_sent;
    to.collective_bytes_received = from.collectives.bytes_received;
    all_ns += from.before.sum() + from.duration.sum();
  }
  return static_cast<double>(all_ns) / std::max(1u, trace.ranks);
}

// Returns the number of receivers to which the two rows, each by ascending receiver, differ.
std::uint64_t differing(const std::vector<MatrixCell>& first,
                        const std::vector<MatrixCell>& second) {
  std::uint64_t count = 0;
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < first.size() || b < second.size()) {
    const bool has_first =
        a < first.size() && (b == second.size() || first[a].receiver <= second[b].receiver);
    const bool has_second =
        b < second.size() && (a == first.size() || second[b].receiver <= first[a].receiver);
    if (has_first != has_second || first[a] != second[b]) ++count;
    if (has_first) ++a;
    if (has_second) ++b;
  }
  return count;
}

void compare_totals(const Trace& first, const Trace& second, TraceComparison& out) {
  const TraceSummary one = summarise(first);
  const TraceSummary two = summarise(second);
  std::map<std::string, FunctionComparison> functions;
  out.first_run_ns = add_totals(first, one, &FunctionComparison::first, functions);
  out.second_run_ns = add_totals(second, two, &FunctionComparison::second, functions);
  for (auto& [name, comparison] : functions) {
    comparison.function = name;
    out.functions.push_back(comparison);
  }
  const CommunicationMatrix from(first, one);
  const CommunicationMatrix to(second, two);
  for (std::uint32_t rank = 0; rank < std::min(first.ranks, second.ranks); ++rank)
    out.different_cells += differing(from.row(rank), to.row(rank));
  if (one.has_drawn_values || two.has_drawn_values)
    out.limits.push_back(
        "Histograms replace some values, so single calls are compared with drawn values.");
}

void compare_ranks(const CommonTerms& terms, const CompareOptions& options, TraceComparison& out) {
  std::vector<RankComparison> ranks(std::min(out.first_ranks, out.second_ranks));
  const base::Status done =
      base::for_each(ranks.size(), options.threads, [&](std::size_t rank) -> base::Status {
        ranks[rank] = compare_rank(terms, static_cast<std::uint32_t>(rank), options);
        return base::kOk;
      });
  CHECK(done.ok(), "comparing a rank does not fail");
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    RankComparison& of = ranks[rank];
    out.compared_calls += of.compared;
    out.different_calls += of.different;
    out.calls_left_over += of.left_over;
    if (!of.error.empty()) of.first = TraceDifference{rank, 0, "", of.error};
    if (!of.first) continue;
    ++out.different_ranks;
    if (out.differences.size() < options.most_shown) out.differences.push_back(*of.first);
  }
}

}  // namespace

bool TraceComparison::are_equal() const {
  return first_ranks == second_ranks && different_ranks == 0;
}

TraceComparison compare(const Trace& first, const Trace& second, const CompareOptions& options) {
  TraceComparison out;
  out.first_ranks = first.ranks;
  out.second_ranks = second.ranks;
  const CommonTerms terms = common_terms(first, second);
  if (first.ranks == second.ranks && are_written_alike(terms, options))
    out.compared_calls = number_of_calls(first);
  else
    compare_ranks(terms, options, out);
  compare_totals(first, second, out);
  return out;
}

}  // namespace tarry::compressed
