// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/path_times.h"

#include <map>
#include <tuple>
#include <utility>

#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {
namespace {

// The times of some threads by phase and call path, and by row, kind of phases and call path.
struct SampledTimes {
  std::map<std::pair<std::uint32_t, FrameId>, Time> by_phase;
  std::map<std::tuple<std::uint32_t, std::uint32_t, FrameId>, Time> by_row;

  void add(const PathTime& time) { by_phase[{time.phase, time.frame}] += time.self; }
  void add(const RowTime& time) { by_row[{time.row, time.kind, time.frame}] += time.self; }
  [[nodiscard]] PathTimes lists() const {
    PathTimes all;
    for (const auto& [key, self] : by_phase) all.by_phase.push_back({key.first, key.second, self});
    for (const auto& [key, self] : by_row)
      all.by_row.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), self});
    return all;
  }
  void merge(const SampledTimes& other) {
    for (const auto& [key, self] : other.by_phase) by_phase[key] += self;
    for (const auto& [key, self] : other.by_row) by_row[key] += self;
  }
  void append_to(Bytes& message) const {
    const PathTimes all = lists();
    append_list(message, all.by_phase);
    append_list(message, all.by_row);
  }
  static SampledTimes take(MessageReader& message) {
    SampledTimes made;
    for (const PathTime& time : take_list<PathTime>(message)) made.add(time);
    for (const RowTime& time : take_list<RowTime>(message)) made.add(time);
    return made;
  }
};

}  // namespace

PathTimes gather_path_times(const Worker& worker, const std::vector<Phase>& phases, bool by_thread,
                            workers::Transport& transport) {
  SampledTimes own;
  for (const samples::ThreadSamples& thread : worker.threads()) {
    const std::uint32_t row = by_thread ? thread.thread : thread.rank.value;
    for_each_phase(worker.paths(), worker.activations(), thread, phases,
                   [&](std::size_t phase, const std::vector<FrameTime>& times) {
                     for (const FrameTime& time : times) {
                       if (time.self <= Time{0}) continue;
                       own.add(PathTime{static_cast<std::uint32_t>(phase), time.frame, time.self});
                       own.add(RowTime{row, phases[phase].kind, time.frame, time.self});
                     }
                   });
  }
  const SampledTimes all = reduced(transport, std::move(own));
  return transport.rank() == 0 ? all.lists() : PathTimes{};
}

}  // namespace tarry::diagnosis
