// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/openmp_regions.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "diagnosis/evidence/openmp_frames.h"

namespace tarry::diagnosis {
namespace {

using samples::CallingContextTree;
using samples::FrameId;
using samples::Sample;
using samples::Site;
using samples::ThreadSamples;
using samples::Time;

using Places = std::vector<OpenmpPlace>;  // by frame

constexpr const char* kRegion = "(parallel_region)";
constexpr const char* kBefore = "(wait_for_region)";
constexpr const char* kEnd = "(end_of_region)";
constexpr const char* kInside = "(wait_in_region)";
constexpr const char* kWaitForLock = "(wait_for_lock)";

// The time from the begin of a parallel region to its end.
struct Region {
  FrameId frame;  // in the new tree
  Time begin{0};
  Time end{0};
};

// Copies frames of one tree into another one.
class Moved {
 public:
  Moved(CallingContextTree& to, const CallingContextTree& from) : to_(to), from_(from) {}

  // Adds below `parent` the frames of the path to `leaf` at depths from `first` to before `end`.
  FrameId part(FrameId parent, FrameId leaf, std::uint32_t first, std::uint32_t end) {
    for (const FrameId frame : from_.path(leaf))
      if (from_.depth(frame) >= first && from_.depth(frame) < end)
        parent = to_.child(parent, to_.intern(from_[frame]));
    return parent;
  }
  FrameId all(FrameId leaf) {
    return part(CallingContextTree::kRoot, leaf, 1, from_.depth(leaf) + 1);
  }
  // Adds the path from the body of the region on. The runtime calls the body from different places.
  FrameId body(FrameId parent, FrameId leaf, const OpenmpPlace& place) {
    parent = named(parent, from_[from_.ancestor(leaf, place.program)].name);
    if (place.wait == 0) return part(parent, leaf, place.program + 1, from_.depth(leaf) + 1);
    parent = part(parent, leaf, place.program + 1, place.wait);
    Site site = from_[from_.ancestor(leaf, place.wait)];
    site.name = place.is_lock ? kWaitForLock : kInside;
    return to_.child(parent, to_.intern(site));
  }
  FrameId named(FrameId parent, std::string name) {
    Site site;
    site.name = std::move(name);
    return to_.child(parent, to_.intern(site));
  }
  // Returns an upper bound of the depth that stayed. The region may be another one, which the
  // counts tell.
  [[nodiscard]] std::uint32_t stayed(const Sample& old, const OpenmpPlace& place,
                                     FrameId region) const {
    // A wait outside of the body is on another path in the new tree, so old depths say nothing.
    if (place.is_inside() && !place.is_work()) return Sample::kUnknown;
    if (old.stayed == Sample::kUnknown || !place.is_inside()) return old.stayed;
    const std::uint32_t body = to_.depth(region) + 1;
    return old.stayed < place.program ? to_.depth(region) : old.stayed - place.program + body;
  }
  // Adds the region, at the place from which the outermost frame of the runtime is called.
  FrameId region(FrameId leaf, const OpenmpPlace& place) {
    Site site = from_[from_.ancestor(leaf, place.outermost)];
    site.name = kRegion;
    return to_.child(part(CallingContextTree::kRoot, leaf, 1, place.outermost), to_.intern(site));
  }

 private:
  CallingContextTree& to_;
  const CallingContextTree& from_;
};

// The progress of the initial thread in a region: it waits for the others to begin, works, waits
// for the others. The sampler takes a call made again from the same place for one that stayed; a
// stage that goes back therefore means another region.
enum class Stage : std::uint8_t { Begin, Work, End };

Stage stage_of(const OpenmpPlace& place) {
  if (!place.is_region_begin) return Stage::End;  // tasks may run here
  return place.is_work() ? Stage::Work : Stage::Begin;
}

// Takes two samples of the initial thread that are both in the runtime.
bool is_other_region(const Sample& now, const OpenmpPlace& before, const OpenmpPlace& place) {
  if (stage_of(place) != stage_of(before)) return stage_of(place) < stage_of(before);
  return now.stayed < place.outermost;
}

std::vector<Region> regions_of(const Places& places, const ThreadSamples& initial, Moved& moved) {
  std::vector<Region> made;
  OpenmpPlace before;
  Time last = initial.begin;
  for (const Sample& sample : initial.samples) {
    const OpenmpPlace& place = places[sample.leaf.index()];
    const Time border = last + (sample.time - last) / 2;
    const FrameId frame = place.is_inside() ? moved.region(sample.leaf, place) : FrameId{};
    const bool is_same =
        before.is_inside() && made.back().frame == frame && !is_other_region(sample, before, place);
    if (before.is_inside() && !is_same) made.back().end = border;
    if (place.is_inside() && !is_same) made.push_back({frame, border, Time::max()});
    before = place;
    last = sample.time;
  }
  return made;
}

// Returns the times at which a thread of the runtime starts the body of a region after waiting
// outside of it. Tasks are called from deeper in the runtime.
std::vector<Time> body_starts(const Places& places, const ThreadSamples& thread) {
  std::uint32_t to_body = Sample::kUnknown;
  for (const Sample& sample : thread.samples)
    if (const OpenmpPlace& place = places[sample.leaf.index()]; place.is_work())
      to_body = std::min(to_body, place.program - place.outermost);
  std::vector<Time> made;
  Time before = thread.begin;
  bool has_worked = false;
  for (const Sample& sample : thread.samples) {
    const OpenmpPlace& place = places[sample.leaf.index()];
    if (!has_worked && place.is_work() && place.program - place.outermost == to_body)
      made.push_back(before + (sample.time - before) / 2);
    has_worked = place.is_work();
    before = sample.time;
  }
  return made;
}

// An initial thread that is never late at the end of a region has no sample there, but then other
// threads have: if one of them starts the body again, this is another region. A start is known to
// one period, like the begin of a region.
std::vector<Region> cut_at_starts(const std::vector<Region>& regions, Time period,
                                  std::vector<std::pair<Time, std::uint32_t>> starts) {
  std::sort(starts.begin(), starts.end());
  std::vector<Region> made;
  auto next = starts.begin();
  for (const Region& region : regions) {
    made.push_back(region);
    std::set<std::uint32_t> started;
    while (next != starts.end() && next->first + period < region.begin) ++next;
    for (; next != starts.end() && next->first + period < region.end; ++next) {
      const bool is_again = !started.insert(next->second).second;
      if (is_again && next->first > made.back().begin) {
        made.back().end = next->first;
        made.push_back({region.frame, next->first, region.end});
        started = {next->second};
      }
    }
  }
  return made;
}

// Returns the number of begins and ends of regions up to `time`.
std::size_t borders_until(const std::vector<Region>& regions, Time time) {
  const auto next =
      std::upper_bound(regions.begin(), regions.end(), time,
                       [](Time moment, const Region& region) { return moment < region.begin; });
  const auto begun = static_cast<std::size_t>(next - regions.begin());
  if (begun == 0) return 0;
  return 2 * begun - (time < regions[begun - 1].end ? 1 : 0);
}

// The state of a thread at a sample, between two borders of regions.
struct Moment {
  OpenmpPlace place;
  std::size_t passed = 0;   // number of borders before it
  bool has_worked = false;  // since the last border
  bool will_work = false;   // before the next border

  [[nodiscard]] bool waits() const { return place.is_inside() && !place.is_work(); }
};

std::vector<Moment> moments_of(const ThreadSamples& thread, const Places& places,
                               const std::vector<Region>& regions) {
  std::vector<Moment> made;
  for (const Sample& sample : thread.samples) {
    Moment& now = made.emplace_back();
    now.place = places[sample.leaf.index()];
    now.passed = borders_until(regions, sample.time);
    if (made.size() == 1) continue;
    const Moment& before = made[made.size() - 2];
    now.has_worked = before.passed == now.passed && (before.has_worked || !before.waits());
  }
  for (std::size_t at = made.size(); at-- > 1;)
    if (made[at - 1].passed == made[at].passed)
      made[at - 1].will_work = made[at].will_work || !made[at].waits();
  return made;
}

// Makes the new samples of one thread.
class Thread {
 public:
  Thread(Moved& moved, const std::vector<Region>& regions) : moved_(moved), regions_(regions) {}

  Sample add(const Sample& old, const Moment& now) {
    Sample made = old;
    const FrameId region =
        now.passed == 0 ? CallingContextTree::kRoot : regions_[(now.passed - 1) / 2].frame;
    made.leaf = path_of(old, now, region);
    const std::uint32_t begun = static_cast<std::uint32_t>(now.passed) + (is_next(now) ? 1 : 0);
    made.calls = made.synchronisations = begun > counted_ ? begun - counted_ : 0;
    counted_ = std::max(counted_, begun);
    made.stayed = moved_.stayed(old, now.place, region);
    return made;
  }

 private:
  // Returns whether the thread waits for the next border.
  static bool is_next(const Moment& now) { return now.waits() && !now.will_work; }

  FrameId path_of(const Sample& old, const Moment& now, FrameId region) {
    if (!now.place.is_inside()) return moved_.all(old.leaf);
    if (now.place.is_work()) return moved_.body(region, old.leaf, now.place);
    if (!is_next(now)) return moved_.named(region, now.has_worked ? kInside : kBefore);
    if (now.passed / 2 >= regions_.size()) return moved_.named(CallingContextTree::kRoot, kBefore);
    return moved_.named(regions_[now.passed / 2].frame, now.passed % 2 == 0 ? kBefore : kEnd);
  }

  Moved& moved_;
  const std::vector<Region>& regions_;
  std::uint32_t counted_ = 0;
};

bool is_of_runtime(const ThreadSamples& thread, const Places& places) {
  return std::any_of(thread.samples.begin(), thread.samples.end(),
                     [&](const Sample& sample) { return places[sample.leaf.index()].is_inside(); });
}

bool begins_regions(const ThreadSamples& thread, const Places& places) {
  return std::any_of(thread.samples.begin(), thread.samples.end(), [&](const Sample& sample) {
    const OpenmpPlace& place = places[sample.leaf.index()];
    return place.is_inside() && !place.is_thread_begin;
  });
}

bool is_plain(const samples::SampleSet& process, const Places& places) {
  std::size_t workers = 0;
  for (const ThreadSamples& thread : process.threads) {
    for (const Sample& sample : thread.samples)
      if (sample.is_counted()) return false;
    if (thread.thread == 0) continue;
    if (begins_regions(thread, places)) return false;
    if (is_of_runtime(thread, places)) ++workers;
  }
  return workers > 0;
}

// Returns the starts of the threads other than the initial one.
std::vector<std::pair<Time, std::uint32_t>> starts_of(const samples::SampleSet& process,
                                                      const Places& places) {
  std::vector<std::pair<Time, std::uint32_t>> starts;
  for (const ThreadSamples& thread : process.threads)
    if (thread.thread != 0)
      for (const Time start : body_starts(places, thread))
        starts.emplace_back(start, thread.thread);
  return starts;
}

}  // namespace

samples::SampleSet with_openmp_regions(samples::SampleSet process) {
  const auto initial = std::find_if(process.threads.begin(), process.threads.end(),
                                    [](const ThreadSamples& one) { return one.thread == 0; });
  const Places places = openmp_places(process.tree);
  if (initial == process.threads.end() || !is_plain(process, places)) return process;
  samples::SampleSet made;
  Moved moved(made.tree, process.tree);
  const std::vector<Region> regions = cut_at_starts(regions_of(places, *initial, moved),
                                                    initial->period, starts_of(process, places));
  for (const ThreadSamples& thread : process.threads) {
    ThreadSamples& anew = made.threads.emplace_back(thread);
    const bool takes_part = thread.thread == 0 || is_of_runtime(thread, places);
    const std::vector<Moment> moments = moments_of(thread, places, regions);
    Thread maker(moved, regions);
    for (std::size_t at = 0; at < moments.size(); ++at)
      if (takes_part)
        anew.samples[at] = maker.add(thread.samples[at], moments[at]);
      else
        anew.samples[at].leaf = moved.all(thread.samples[at].leaf);
  }
  for (auto& [body, flow] : process.flows) {
    for (samples::SiteId& call : flow.calls)
      if (call.valid()) call = made.tree.find(process.tree.site(call));
    made.flows.emplace(made.tree.intern(process.tree.site(body)), std::move(flow));
  }
  return made;
}

}  // namespace tarry::diagnosis
