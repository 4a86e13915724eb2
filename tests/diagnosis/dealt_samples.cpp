// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/dealt_samples.h"

#include <thread>

#include "workers/team_transport.h"

namespace tarry::testing {
namespace {

samples::FrameId moved(samples::CallingContextTree& to, const samples::CallingContextTree& from,
                       samples::FrameId frame) {
  samples::FrameId at = samples::CallingContextTree::kRoot;
  for (const samples::FrameId one : from.path(frame)) at = to.child(at, to.intern(from[one]));
  return at;
}

}  // namespace

std::vector<samples::SampleSet> dealt(const samples::SampleSet& samples, std::size_t workers) {
  std::vector<samples::SampleSet> parts(workers);
  for (const samples::ThreadSamples& thread : samples.threads) {
    samples::SampleSet& part = parts[thread.rank.value % workers];
    samples::ThreadSamples& made = part.threads.emplace_back(thread);
    for (samples::Sample& sample : made.samples)
      sample.leaf = moved(part.tree, samples.tree, sample.leaf);
  }
  for (samples::SampleSet& part : parts)
    for (const auto& [body, flow] : samples.flows) {
      samples::BodyFlow made = flow;
      for (samples::SiteId& call : made.calls) call = part.tree.intern(samples.tree.site(call));
      part.flows.emplace(part.tree.intern(samples.tree.site(body)), std::move(made));
    }
  return parts;
}

base::Result<diagnosis::Diagnosis> diagnosed(const samples::SampleSet& samples, std::size_t workers,
                                             const diagnosis::Wanted& wanted) {
  workers::SoleProcess process;
  const auto transports = workers::make_team_transports(process, workers);
  std::vector<samples::SampleSet> parts = dealt(samples, workers);
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
