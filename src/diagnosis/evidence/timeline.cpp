// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/timeline.h"

#include <algorithm>
#include <tuple>

#include "diagnosis/evidence/sample_span.h"
#include "diagnosis/evidence/team_work.h"

namespace tarry::diagnosis {
namespace {

using samples::Sample;

class Maker {
 public:
  explicit Maker(const Worker& worker)
      : worker_(worker),
        entries_(entries_of(worker.paths(), worker.labels())),
        team_(worker.paths(), worker.threads()) {}

  void add(const LookedAt& thread, Time from, Time to, std::vector<TimelinePiece>& made) const {
    const std::vector<Sample>& samples = thread.samples->samples;
    const std::size_t first = made.size();
    Time begin = thread.samples->begin;
    for (std::size_t at = 0; at < samples.size(); ++at) {
      const Time end = end_of_sample(*thread.samples, at);
      const bool is_same = at > 0 && is_one_activity(samples[at - 1], samples[at]);
      const TimelinePiece piece{
          thread.number, 1, std::max(begin, from), std::min(end, to), leaf_of(thread, samples[at]),
          !is_same};
      begin = end;
      if (piece.begin >= piece.end) continue;
      if (is_same && made.size() > first && made.back().leaf == piece.leaf) {
        made.back().end = piece.end;
        ++made.back().samples;
      } else {
        made.push_back(piece);
      }
    }
  }

 private:
  // Work lasts until a call of MPI begins, a call until it returns.
  [[nodiscard]] bool is_one_activity(const Sample& before, const Sample& sample) const {
    const FrameId call = entries_[sample.leaf.index()];
    if (call != entries_[before.leaf.index()]) return false;
    if (!call.valid()) return sample.calls == 0 || !sample.is_counted();
    return worker_.activations().depth_that_stayed(worker_.paths(), before, sample) >=
           worker_.paths().depth(call);
  }

  // Threads other than the first of a rank may be late; this is not examined inside calls of MPI.
  [[nodiscard]] FrameId leaf_of(const LookedAt& thread, const Sample& sample) const {
    if (thread.is_alone || entries_[sample.leaf.index()].valid()) return sample.leaf;
    const FrameId found = team_.leaf_of(*thread.samples, sample);
    return entries_[found.index()].valid() ? sample.leaf : found;
  }

  const Worker& worker_;
  std::vector<FrameId> entries_;
  TeamWork team_;
};

}  // namespace

std::vector<FrameId> entries_of(const samples::CallingContextTree& paths,
                                const InitialLabels& labels) {
  std::vector<FrameId> made(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at)  // callers come before what they call
    made[at] = labels.is_entry[at] ? FrameId{at} : made[paths.parent(FrameId{at}).index()];
  return made;
}

std::vector<TimelinePiece> timeline_pieces(const Worker& worker, Time from, Time to) {
  const Maker maker(worker);
  std::vector<TimelinePiece> made;
  for (const LookedAt& thread : worker.looked_at()) maker.add(thread, from, to, made);
  return made;
}

Timelines::Timelines(std::vector<TimelinePiece> pieces, const std::vector<FrameId>& entries)
    : pieces_(std::move(pieces)) {
  std::sort(pieces_.begin(), pieces_.end(), [](const TimelinePiece& a, const TimelinePiece& b) {
    return std::tie(a.number, a.begin) < std::tie(b.number, b.begin);
  });
  for (std::uint32_t at = 0; at < pieces_.size(); ++at) {
    const TimelinePiece& piece = pieces_[at];
    const bool is_new = at == 0 || piece.is_other || pieces_[at - 1].number != piece.number;
    if (is_new)
      activities_.push_back({piece.begin, piece.end, at, at, piece.number,
                             entries[piece.leaf.index()].valid(), false});
    Activity& activity = activities_.back();
    activity.last = at;
    activity.end = piece.end;
    activity.is_sure = piece.samples > 1 || activity.last > activity.first;
  }
}

}  // namespace tarry::diagnosis
