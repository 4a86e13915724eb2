// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/samples_again.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "diagnosis/evidence/openmp_regions.h"
#include "diagnosis/evidence/sample_span.h"

namespace tarry::diagnosis {
namespace {

// Returns by frame of `own` the equal frame of `all`; not valid: there is none.
std::vector<FrameId> frames_in(const samples::CallingContextTree& own,
                               const samples::CallingContextTree& all) {
  std::vector<FrameId> out{samples::CallingContextTree::kRoot};
  for (std::uint32_t at = 1; at < own.size(); ++at) {  // callers come before what they call
    const FrameId caller = out[own.parent(FrameId{at}).index()];
    const samples::SiteId site = all.find(own[FrameId{at}]);
    out.push_back(caller.valid() && site.valid() ? all.find_child(caller, site) : FrameId{});
  }
  return out;
}

// Clocks run on, so other samples would not begin and end in the same nanoseconds.
bool is_of(const RunExtent& extent, const Diagnosis& diagnosis) {
  return extent.begin == diagnosis.begin && extent.end == diagnosis.phases.back().end &&
         extent.threads == diagnosis.threads && extent.samples == diagnosis.samples;
}

base::Error are_others() {
  return {base::ErrorCode::Failed, "the samples have changed while they were diagnosed", "",
          "diagnose them again"};
}

}  // namespace

base::Result<std::vector<samples::ThreadSamples>> samples_again(samples::SampleSet samples,
                                                                const Diagnosis& diagnosis) {
  if (diagnosis.ranks == 1) samples = with_openmp_regions(std::move(samples));
  const std::vector<FrameId> frames = frames_in(samples.tree, diagnosis.paths);
  std::map<std::uint32_t, Time> ahead;
  for (const RankClock& clock : diagnosis.clocks)
    if (clock.offset.is_known) ahead[clock.rank] = clock.offset.ahead;
  std::sort(samples.threads.begin(), samples.threads.end(),
            [](const samples::ThreadSamples& a, const samples::ThreadSamples& b) {
              return std::tuple(a.rank, a.thread) < std::tuple(b.rank, b.thread);
            });
  RunExtent extent;
  std::vector<samples::ThreadSamples> out;
  for (samples::ThreadSamples& thread : samples.threads) {
    const Time offset = ahead[thread.rank.value];
    thread.begin -= offset;
    thread.end -= offset;
    extent.merge(
        {.begin = thread.begin, .end = thread.end, .threads = 1, .samples = thread.samples.size()});
    // Keeps the same threads as Worker::choose_threads(): the first thread of each of several
    // ranks.
    if (diagnosis.ranks > 1 && !out.empty() && out.back().rank == thread.rank) continue;
    for (samples::Sample& sample : thread.samples) {
      sample.time -= offset;
      sample.leaf = frames[sample.leaf.index()];
      if (!sample.leaf.valid()) return are_others();
    }
    out.push_back(std::move(thread));
  }
  if (out.empty() || !is_of(extent, diagnosis)) return are_others();
  return out;
}

std::vector<Stay> stays_of(const samples::ThreadSamples& thread) {
  std::vector<Stay> out;
  Time from = thread.begin;
  for (std::size_t at = 0; at < thread.samples.size(); ++at) {
    const Time to = end_of_sample(thread, at);
    out.push_back({from, to, thread.samples[at].leaf});
    from = to;
  }
  return out;
}

}  // namespace tarry::diagnosis
