// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/team_work.h"

#include <fnmatch.h>

#include <algorithm>
#include <iterator>

#include "diagnosis/evidence/openmp_frames.h"

namespace tarry::diagnosis {
namespace {

using samples::FrameId;
using samples::Sample;
using samples::ThreadSamples;

// Waits of POSIX threads, which those of C++ use as well.
constexpr const char* kWaits[] = {"*pthread_*join*",       "*pthread_cond_*wait*",
                                  "*pthread_barrier_wait", "*pthread_mutex_lock*",
                                  "*sem_*wait*",           "*futex*"};

bool is_wait(const std::string& name) {
  return std::any_of(std::begin(kWaits), std::end(kWaits),
                     [&](const char* pattern) { return fnmatch(pattern, name.c_str(), 0) == 0; });
}

// Returns the sample nearest to `time`, or nullptr if the thread has none at that time.
const Sample* sample_at(const ThreadSamples& thread, Time time) {
  if (time < thread.begin || time > thread.end || thread.samples.empty()) return nullptr;
  auto next = std::lower_bound(thread.samples.begin(), thread.samples.end(), time,
                               [](const Sample& sample, Time at) { return sample.time < at; });
  if (next == thread.samples.end()) return &thread.samples.back();
  if (next != thread.samples.begin() && time - std::prev(next)->time <= next->time - time) --next;
  return &*next;
}

}  // namespace

TeamWork::TeamWork(const samples::CallingContextTree& paths,
                   const std::vector<ThreadSamples>& threads)
    : threads_(threads), waits_(paths.size()) {
  const std::vector<OpenmpPlace> places = openmp_places(paths);
  std::vector<bool> is_in_wait(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const FrameId frame{at};
    is_in_wait[at] = is_in_wait[paths.parent(frame).index()] ||
                     (!paths.is_loop(frame) && is_wait(paths[frame].name));
    const OpenmpPlace& place = places[at];
    waits_[at] = is_in_wait[at] || (place.is_inside() && (!place.is_work() || place.wait != 0));
  }
}

FrameId TeamWork::leaf_of(const ThreadSamples& thread, const Sample& sample) const {
  if (!waits_[sample.leaf.index()]) return sample.leaf;
  const auto first =
      std::lower_bound(threads_.begin(), threads_.end(), thread.rank,
                       [](const ThreadSamples& one, model::Rank rank) { return one.rank < rank; });
  for (auto other = first; other != threads_.end() && other->rank == thread.rank; ++other) {
    if (other->thread == thread.thread) continue;
    const Sample* at_that_time = sample_at(*other, sample.time);
    if (at_that_time != nullptr && !waits_[at_that_time->leaf.index()]) return at_that_time->leaf;
  }
  return sample.leaf;
}

}  // namespace tarry::diagnosis
