// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/resolve_wildcards.h"

#include <algorithm>

#include "compressed/generate/rewrite.h"

namespace tarry::compressed {
namespace {

bool holds(const Elastic& element, std::int64_t wanted) {
  for (const ElasticPair& pair : element.pairs()) {
    if (const auto* histogram = std::get_if<ValueHistogram>(&pair.values)) {
      if (histogram->counts.contains(wanted)) return true;
      continue;
    }
    for (SequenceCursor cursor(std::get<Sequence>(pair.values)); !cursor.done();) {
      const Run run = cursor.next_run_whole();
      if (run.stride == 0
              ? run.first == wanted
              : (wanted - run.first) % run.stride == 0 && (wanted - run.first) / run.stride >= 0 &&
                    static_cast<std::uint64_t>((wanted - run.first) / run.stride) < run.count)
        return true;
    }
  }
  return false;
}

bool is_receive(ActionKind kind) {
  return kind == ActionKind::Receive || kind == ActionKind::PostReceive;
}

bool has_unknown_posts(const Trace& trace) {
  return std::any_of(trace.notes.begin(), trace.notes.end(), [](const std::string& note) {
    return note.compare(0, kUnknownPosts.size(), kUnknownPosts) == 0;
  });
}

}  // namespace

bool has_wildcards(const Trace& trace) {
  return std::any_of(trace.events.begin(), trace.events.end(), [](const Event& event) {
    return holds(event.of(Parameter::PostedPeer), kAnyPeer) ||
           holds(event.of(Parameter::PostedTag), kAnyTag);
  });
}

base::Result<ResolvedTrace> resolve_wildcards(const Trace& trace, const ProgressOptions& options) {
  if (!has_wildcards(trace) && !has_unknown_posts(trace)) return ResolvedTrace{trace, 0, {}};
  TRY_ASSIGN(const Progress progress, run_calls(trace, options));
  if (!progress.stuck.empty())
    return base::Error{base::ErrorCode::Failed, "ranks wait for each other without an end",
                       text_of(progress.stuck), ""};
  ResolvedTrace out;
  out.hazard = progress.hazard;
  std::vector<std::size_t> next(trace.ranks, 0);  // receive, by rank
  TRY_ASSIGN(out.trace, rewritten(trace, [&](std::uint32_t rank, std::uint64_t, Call& call) {
               for (Action& action : call.actions) {
                 if (!is_receive(action.kind)) continue;
                 const MatchedSource& got = progress.matched[rank][next[rank]++];
                 if (action.kind == ActionKind::PostReceive && action.bytes == 0)
                   action.bytes = got.bytes;
                 if (action.posted_peer != kAnyPeer && action.posted_tag != kAnyTag) continue;
                 ++out.receives;
                 action.posted_peer = got.peer;
                 action.posted_tag = got.tag;
                 if (action.kind != ActionKind::Receive) continue;
                 action.peer = got.peer;
                 action.tag = got.tag;
               }
             }));
  return out;
}

}  // namespace tarry::compressed
