// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/align_collectives.h"

#include <algorithm>
#include <set>

#include "compressed/generate/progress.h"
#include "compressed/generate/rewrite.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {
namespace {

// Returns the communicators that a rank uses in the collective calls of an event.
std::set<std::int64_t> used_communicators(const Event& event, std::uint32_t rank) {
  std::set<std::int64_t> out;
  const Values* values = event.of(Parameter::Comm).of(rank);
  if (values == nullptr) return out;
  if (const auto* histogram = std::get_if<ValueHistogram>(values)) {
    for (const auto& [comm, count] : histogram->counts) out.insert(comm);
    return out;
  }
  for (SequenceCursor cursor(std::get<Sequence>(*values)); !cursor.done();) {
    const Run run = cursor.next_run_whole();
    for (std::uint64_t i = 0; i < (run.stride == 0 ? 1 : run.count); ++i) out.insert(run.at(i));
  }
  return out;
}

bool all_take_part(const Event& event, const std::vector<Memberships>& own) {
  for (const std::uint32_t rank : event.ranks.ranks())
    for (const std::int64_t comm : used_communicators(event, rank)) {
      const Membership* membership = find(own[rank], comm);
      if (membership == nullptr || membership->group == nullptr) continue;
      for (const std::uint32_t member : *membership->group)
        if (!event.ranks.contains(member)) return false;
    }
  return true;
}

}  // namespace

bool are_collectives_aligned(const Trace& trace) {
  const std::vector<Memberships> own = memberships_by_rank(trace.communicators, trace.ranks);
  return std::all_of(trace.events.begin(), trace.events.end(), [&](const Event& event) {
    return event.of(Parameter::Op).empty() || all_take_part(event, own);
  });
}

base::Result<Trace> align_collectives(const Trace& trace) {
  if (are_collectives_aligned(trace)) return trace;
  TRY_ASSIGN(const Progress progress, run_calls(trace));
  if (!progress.stuck.empty())
    return base::Error{base::ErrorCode::Failed, "ranks wait for each other without an end",
                       text_of(progress.stuck), ""};
  std::vector<std::size_t> next(trace.ranks, 0);  // moved call, by rank
  return rewritten(trace, [&](std::uint32_t rank, std::uint64_t number, Call& call) {
    const std::vector<SharedOperation>& moved = progress.moved[rank];
    if (next[rank] == moved.size() || moved[next[rank]].call != number) return;
    call.site = moved[next[rank]].site;
    ++next[rank];
  });
}

}  // namespace tarry::compressed
