// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/path_times.h"

#include <map>
#include <utility>

#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {
namespace {

// The times of some threads by phase and call path.
struct SampledTimes {
  std::map<std::pair<std::uint32_t, FrameId>, Time> times;

  void add(const PathTime& time) { times[{time.phase, time.frame}] += time.self; }
  [[nodiscard]] std::vector<PathTime> list() const {
    std::vector<PathTime> all;
    all.reserve(times.size());
    for (const auto& [key, self] : times) all.push_back({key.first, key.second, self});
    return all;
  }
  void merge(const SampledTimes& other) {
    for (const auto& [key, self] : other.times) times[key] += self;
  }
  void append_to(Bytes& message) const { append_list(message, list()); }
  static SampledTimes take(MessageReader& message) {
    SampledTimes made;
    for (const PathTime& time : take_list<PathTime>(message)) made.add(time);
    return made;
  }
};

}  // namespace

std::vector<PathTime> gather_path_times(const Worker& worker, const std::vector<Phase>& phases,
                                        workers::Transport& transport) {
  SampledTimes own;
  for (const samples::ThreadSamples& thread : worker.threads())
    for_each_phase(worker.paths(), worker.activations(), thread, phases,
                   [&](std::size_t phase, const std::vector<FrameTime>& times) {
                     for (const FrameTime& time : times)
                       if (time.self > Time{0})
                         own.add({static_cast<std::uint32_t>(phase), time.frame, time.self});
                   });
  const SampledTimes all = reduced(transport, std::move(own));
  return transport.rank() == 0 ? all.list() : std::vector<PathTime>();
}

}  // namespace tarry::diagnosis
