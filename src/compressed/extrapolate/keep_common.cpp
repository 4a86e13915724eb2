// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/keep_common.h"

#include <map>
#include <string>
#include <utility>

#include "compressed/extrapolate/call_marks.h"
#include "compressed/extrapolate/call_tokens.h"
#include "compressed/fold/align.h"

namespace tarry::compressed {
namespace {

// The calls of a rank that are not marked: their tokens and their numbers.
struct Remaining {
  CallTokens tokens;
  std::vector<std::uint32_t> calls;
};

Remaining remaining_of(const CallTokens& tokens, const CallMarks& marks, std::uint32_t rank) {
  Remaining out;
  for (std::uint32_t call = 0; call < tokens.size(); ++call) {
    if (marks.is_marked(rank, call)) continue;
    out.tokens.push_back(tokens[call]);
    out.calls.push_back(call);
  }
  return out;
}

// Compares calls until they are too many.
class Comparison {
 public:
  Comparison(const std::string& trace, std::uint64_t most) : trace_(trace), left_(most) {}

  base::Result<Pairs> common(const CallTokens& a, const CallTokens& b) {
    const std::uint64_t cells = cells_to_align(a, b);
    if (cells > left_)
      return base::Error{base::ErrorCode::Unsupported,
                         "the ranks differ in too many calls to find the common ones", trace_,
                         "leave calls out with --snippet before"};
    left_ -= cells;
    return align(a, b);
  }

 private:
  const std::string& trace_;
  std::uint64_t left_;
};

// Marks what not all members of a class share: first finds what is common, then what is not.
// Members whose calls are equal are compared once.
base::Status mark_uncommon(const std::vector<CallTokens>& tokens, const RankSet& members,
                           Comparison& comparison, CallMarks& marks) {
  std::map<CallTokens, std::vector<std::uint32_t>> by_calls;  // ranks
  const std::vector<std::uint32_t> ranks = members.ranks();
  for (const std::uint32_t rank : ranks)
    by_calls[remaining_of(tokens[rank], marks, rank).tokens].push_back(rank);
  if (by_calls.size() < 2) return base::kOk;
  CallTokens common = remaining_of(tokens[ranks.front()], marks, ranks.front()).tokens;
  for (const auto& [own, of_ranks] : by_calls) {
    TRY_ASSIGN(const Pairs pairs, comparison.common(common, own));
    CallTokens shared;
    for (const auto& [in_common, in_own] : pairs) shared.push_back(common[in_common]);
    common = std::move(shared);
  }
  for (const auto& [own, of_ranks] : by_calls) {
    TRY_ASSIGN(const Pairs pairs, comparison.common(common, own));
    std::vector<bool> is_common(own.size(), false);
    for (const auto& [in_common, in_own] : pairs) is_common[in_own] = true;
    for (const std::uint32_t rank : of_ranks) {
      const Remaining remaining = remaining_of(tokens[rank], marks, rank);
      for (std::size_t i = 0; i < own.size(); ++i)
        if (!is_common[i]) marks.mark(rank, remaining.calls[i]);
    }
  }
  return base::kOk;
}

base::Result<FilteredTrace> kept_in(const BaseTrace& base, const Extents& extents,
                                    const Places& places, std::uint64_t most_comparisons) {
  const GridView view(base, extents);
  const std::vector<CallTokens> tokens = call_tokens(view);
  CallMarks marks(base);
  Comparison comparison(base.name, most_comparisons);
  // Operations that go for all their members may leave other classes unequal.
  do {
    for (std::uint32_t number = 0; number < places.classes(); ++number) {
      const RankSet members = view.grid().members(places, number);
      if (!members.empty()) TRY(mark_uncommon(tokens, members, comparison, marks));
    }
  } while (marks.mark_whole_operations());
  return marks.leave_out();
}

}  // namespace

base::Result<std::vector<FilteredTrace>> keep_common(const std::vector<BaseTrace>& bases,
                                                     std::uint64_t most_comparisons) {
  TRY_ASSIGN(const Topology topology, least_lossy_topology(bases));
  std::vector<FilteredTrace> out;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    TRY_ASSIGN(FilteredTrace kept,
               kept_in(bases[i], topology.extents[i], topology.places, most_comparisons));
    out.push_back(std::move(kept));
  }
  return out;
}

}  // namespace tarry::compressed
