// SPDX-License-Identifier: BSD-3-Clause
// The time of every call path in every phase: for one thread, and as average, minimum and maximum
// over all. Sums are integers and thus the same however threads are dealt to workers.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "diagnosis/evidence/activations.h"
#include "diagnosis/evidence/phases.h"

namespace tarry::diagnosis {

struct FrameTime {
  FrameId frame;
  std::uint64_t calls = 0;  // calls that returned, at least; a call counts where it ends
  Time total{0};
  Time self{0};  // in no frame below
};

// Calls `take` for each phase in which the thread has samples, in order. The frames of the phase
// include the root, callers first. The time is proportional to samples x depth. Thread: any.
void for_each_phase(
    const samples::CallingContextTree& paths, const Activations& activations,
    const samples::ThreadSamples& thread, const std::vector<Phase>& phases,
    const std::function<void(std::size_t phase, const std::vector<FrameTime>&)>& take);

// Sum, minimum and maximum over the threads that have the frame.
struct Spread {
  Time sum{0};
  Time least = Time::max();
  Time most{0};

  void add(Time time);
  void merge(const Spread& other);
};

struct FrameSpread {
  std::uint32_t threads = 0;
  std::uint64_t calls = 0;
  Spread total;
  Spread self;

  void merge(const FrameSpread& other);
};

// The key of what the threads of a group have in one phase, or in all phases of one kind. A frame
// that is not valid stands for the call that closes the phase, on any path: all threads have it,
// even if for no time.
struct SpreadKey {
  static constexpr std::uint32_t kOfKind = std::uint32_t{1} << 31;

  std::uint32_t phase = 0;  // or a kind of phase with kOfKind set
  std::uint32_t group = 0;
  FrameId frame;

  friend auto operator<=>(const SpreadKey&, const SpreadKey&) = default;
};

struct SpreadKeyHash {
  std::size_t operator()(const SpreadKey& key) const noexcept {
    return base::spread(std::uint64_t{key.phase} << 40 ^ std::uint64_t{key.group} << 32 ^
                        key.frame.value);
  }
};

struct PhaseSpreads {
  std::unordered_map<SpreadKey, FrameSpread, SpreadKeyHash> spreads;

  void add(const SpreadKey& key, const FrameTime& time);
  void merge(const PhaseSpreads& other);
  void append_to(workers::Bytes& message) const;
  static PhaseSpreads take(workers::MessageReader& message);
};

}  // namespace tarry::diagnosis
