// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/phase_times.h"

#include <algorithm>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/sample_span.h"

namespace tarry::diagnosis {
namespace {

// Adds up the times of one thread, phase by phase.
class Clock {
 public:
  explicit Clock(const samples::CallingContextTree& paths) : paths_(paths), times_(paths.size()) {}

  void add_time(FrameId leaf, Time time) {
    touch(leaf);
    times_[leaf.index()].self += time;
  }

  // Counts returns of the frames of `path` below `depth`.
  void add_returns(FrameId path, std::uint32_t depth) {
    touch(path);
    for (; paths_.depth(path) > depth; path = paths_.parent(path)) ++times_[path.index()].calls;
  }

  // Returns the times since the last call; empty if there are none.
  const std::vector<FrameTime>& finish() {
    done_.clear();
    // Callers have lower numbers than what they call, but the thread may have touched them in any
    // order.
    std::sort(touched_.begin(), touched_.end());
    for (auto at = touched_.rbegin(); at != touched_.rend(); ++at) {
      FrameTime& time = times_[at->index()];
      time.total += time.self;
      if (*at != samples::CallingContextTree::kRoot)
        times_[paths_.parent(*at).index()].total += time.total;
    }
    for (const FrameId frame : touched_) {
      FrameTime& time = times_[frame.index()];
      time.frame = frame;
      done_.push_back(time);
      time = FrameTime{};
    }
    touched_.clear();
    return done_;
  }

 private:
  // Marks the frame and all its callers as used.
  void touch(FrameId frame) {
    for (; !times_[frame.index()].frame.valid(); frame = paths_.parent(frame)) {
      times_[frame.index()].frame = frame;
      touched_.push_back(frame);
      if (frame == samples::CallingContextTree::kRoot) return;
    }
  }

  const samples::CallingContextTree& paths_;
  std::vector<FrameTime> times_;  // by frame
  std::vector<FrameId> touched_;
  std::vector<FrameTime> done_;
};

}  // namespace

void for_each_phase(
    const samples::CallingContextTree& paths, const Activations& activations,
    const samples::ThreadSamples& thread, const std::vector<Phase>& phases,
    const std::function<void(std::size_t phase, const std::vector<FrameTime>&)>& take) {
  Clock clock(paths);
  std::size_t phase = 0;
  const auto finish = [&] {
    const std::vector<FrameTime>& times = clock.finish();
    if (!times.empty()) take(phase, times);
    ++phase;
  };
  const std::vector<samples::Sample>& samples = thread.samples;
  Time from = thread.begin;
  for (std::size_t at = 0; at < samples.size(); ++at) {
    const bool is_last = at + 1 == samples.size();
    const Time to = end_of_sample(thread, at);
    while (phase < phases.size() && phases[phase].end <= from) finish();
    while (phase < phases.size() && phases[phase].end < to) {
      clock.add_time(samples[at].leaf, phases[phase].end - from);
      from = phases[phase].end;
      finish();
    }
    if (phase == phases.size()) return;
    clock.add_time(samples[at].leaf, to - from);
    if (!is_last)
      clock.add_returns(samples[at].leaf,
                        activations.depth_that_stayed(paths, samples[at], samples[at + 1]));
    from = to;
  }
  finish();
}

void Spread::add(Time time) {
  sum += time;
  least = std::min(least, time);
  most = std::max(most, time);
}

void Spread::merge(const Spread& other) {
  sum += other.sum;
  least = std::min(least, other.least);
  most = std::max(most, other.most);
}

void FrameSpread::merge(const FrameSpread& other) {
  threads += other.threads;
  calls += other.calls;
  total.merge(other.total);
  self.merge(other.self);
}

void PhaseSpreads::add(const SpreadKey& key, const FrameTime& time) {
  FrameSpread& spread = spreads[key];
  ++spread.threads;
  spread.calls += time.calls;
  spread.total.add(time.total);
  spread.self.add(time.self);
}

void PhaseSpreads::merge(const PhaseSpreads& other) {
  for (const auto& [key, spread] : other.spreads) spreads[key].merge(spread);
}

void PhaseSpreads::append_to(workers::Bytes& message) const {
  workers::append(message, std::uint64_t{spreads.size()});
  for (const auto& [key, spread] : spreads) {
    workers::append(message, key);
    workers::append(message, spread);
  }
}

PhaseSpreads PhaseSpreads::take(workers::MessageReader& message) {
  PhaseSpreads made;
  const auto count = message.take<std::uint64_t>();
  for (std::uint64_t at = 0; at < count; ++at) {
    const auto key = message.take<SpreadKey>();
    made.spreads.emplace(key, message.take<FrameSpread>());
  }
  return made;
}

}  // namespace tarry::diagnosis
