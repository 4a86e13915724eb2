// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/rewrite.h"

#include <utility>

#include "compressed/expand/call_times.h"
#include "compressed/fold/block_merger.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

base::Result<Trace> rewritten_rank(const Trace& trace, std::uint32_t rank, const CallEdit& edit,
                                   const FoldOptions& options) {
  Folder folder(options);
  Cursor cursor(trace, rank);
  CallTimes times(trace, rank, TimeChoice::Average);
  std::uint64_t number = 0;
  std::uint64_t carried_ns = 0;  // computation before calls that are left out
  for (CursorCall from; cursor.next(from); ++number) {
    const CallTime time = times.next(from);
    Call call{trace.events[from.event].site,
              time.before_ns,
              time.duration_ns,
              std::move(from.actions),
              {}};
    edit(rank, number, call);
    call.before_ns += carried_ns;
    carried_ns = call.site.valid() ? 0 : call.before_ns;
    if (call.site.valid()) folder.add(call);
  }
  if (!cursor.error().empty())
    return base::Error{base::ErrorCode::Failed, cursor.error(), "rank " + std::to_string(rank), ""};
  Trace out = trace;
  out.statistics.clear();
  out.events = folder.finish(rank);
  for (std::string& note : folder.notes()) out.notes.push_back(std::move(note));
  canonicalise(out);
  return out;
}

}  // namespace

base::Result<Trace> rewritten(const Trace& trace, const CallEdit& edit,
                              const FoldOptions& options) {
  BlockMerger merger(trace.ranks, options);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    TRY_ASSIGN(Trace one, rewritten_rank(trace, rank, edit, options));
    merger.add(rank, std::move(one));
  }
  return merger.take();
}

}  // namespace tarry::compressed
