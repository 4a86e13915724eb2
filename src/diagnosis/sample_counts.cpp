// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/sample_counts.h"

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {
namespace {

struct Counts {
  std::vector<std::uint64_t> by_finding;

  void merge(const Counts& other) {
    for (std::size_t at = 0; at < by_finding.size(); ++at) by_finding[at] += other.by_finding[at];
  }
  void append_to(Bytes& message) const { append_list(message, by_finding); }
  static Counts take(MessageReader& message) { return {take_list<std::uint64_t>(message)}; }
};

// Returns by call path whether its samples belong to what the share is measured in.
std::vector<bool> counted_paths(const Worker& worker, const LookedAt& thread, const Share& share) {
  const auto is_measured = [&](FrameId frame) {
    return share.measured.valid() ? frame == share.measured : thread.own_paths.has(share.at, frame);
  };
  std::vector<bool> is_below(worker.paths().size());
  std::vector<bool> made(worker.paths().size());
  for (std::uint32_t at = 1; at < made.size(); ++at) {  // callers come before what they call
    const FrameId frame{at};
    is_below[at] = is_below[worker.paths().parent(frame).index()] || is_measured(frame);
    made[at] = is_below[at] && (!share.has_label || worker.labels().labels[at] == share.label);
  }
  return made;
}

std::uint64_t samples_in(const LookedAt& thread, const std::vector<Phase>& phases,
                         std::uint32_t kind, const std::vector<bool>& paths) {
  std::uint64_t count = 0;
  auto phase = phases.begin();
  for (const samples::Sample& sample : thread.samples->samples) {
    while (phase != phases.end() && phase->end <= sample.time) ++phase;
    if (phase == phases.end()) break;
    if (phase->kind == kind && paths[sample.leaf.index()]) ++count;
  }
  return count;
}

}  // namespace

std::vector<std::uint64_t> count_samples(const Worker& worker, const OwnGroups& groups,
                                         const Diagnosis& run, workers::Transport& transport) {
  List<Share> symptoms;
  if (transport.rank() == 0) {
    symptoms.records = all_shares(worker, run);
    std::erase_if(symptoms.records, [](const Share& share) { return share.is_cause; });
  }
  symptoms = broadcast(transport, std::move(symptoms));
  Counts counts;
  if (!symptoms.records.empty()) counts.by_finding.resize(symptoms.records.back().finding + 1);
  const std::vector<LookedAt> threads = worker.looked_at();
  for (const Share& share : symptoms.records)
    for (std::size_t at = 0; at < threads.size(); ++at)
      if (share.group == 0 || groups.at(share.phase_kind)[at] == share.group)
        counts.by_finding[share.finding] += samples_in(threads[at], run.phases, share.phase_kind,
                                                       counted_paths(worker, threads[at], share));
  return reduced(transport, std::move(counts)).by_finding;
}

}  // namespace tarry::diagnosis
