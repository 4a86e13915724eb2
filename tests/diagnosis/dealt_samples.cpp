// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/dealt_samples.h"

#include <thread>

#include "workers/team_transport.h"

namespace tarry::testing {
namespace {

sampling::FrameId moved(sampling::CallingContextTree& to, const sampling::CallingContextTree& from,
                        sampling::FrameId frame) {
  sampling::FrameId at = sampling::CallingContextTree::kRoot;
  for (const sampling::FrameId one : from.path(frame)) at = to.child(at, to.intern(from[one]));
  return at;
}

}  // namespace

std::vector<sampling::SampleSet> dealt(const sampling::SampleSet& samples, std::size_t workers) {
  std::vector<sampling::SampleSet> parts(workers);
  for (const sampling::ThreadSamples& thread : samples.threads) {
    sampling::SampleSet& part = parts[thread.rank.value % workers];
    sampling::ThreadSamples& made = part.threads.emplace_back(thread);
    for (sampling::Sample& sample : made.samples)
      sample.leaf = moved(part.tree, samples.tree, sample.leaf);
  }
  for (sampling::SampleSet& part : parts)
    for (const auto& [body, flow] : samples.flows) {
      sampling::BodyFlow made = flow;
      for (sampling::SiteId& call : made.calls) call = part.tree.intern(samples.tree.site(call));
      part.flows.emplace(part.tree.intern(samples.tree.site(body)), std::move(made));
    }
  return parts;
}

base::Result<diagnosis::Diagnosis> diagnosed(const sampling::SampleSet& samples,
                                             std::size_t workers, const diagnosis::Wanted& wanted) {
  workers::SoleProcess process;
  const auto transports = workers::make_team_transports(process, workers);
  std::vector<sampling::SampleSet> parts = dealt(samples, workers);
  std::vector<base::Result<diagnosis::Diagnosis>> results(workers, diagnosis::Diagnosis{});
  const auto work = [&](std::size_t at) {
    results[at] = diagnosis::diagnose(std::move(parts[at]), diagnosis::LabelTable::standard(),
                                      *transports[at], wanted);
  };
  {
    std::vector<std::jthread> team;
    for (std::size_t at = 1; at < workers; ++at) team.emplace_back(work, at);
    work(0);
  }
  return std::move(results[0]);
}

}  // namespace tarry::testing
