// SPDX-License-Identifier: BSD-3-Clause
// Measures how fast samples are diagnosed, and with how much memory. There is one thread per rank;
// all work in deep call paths and synchronize. Prints seconds, MB beyond those of the samples
// themselves, and the length of the sampled run.
// usage: diagnosis_speed RANKS SAMPLES DEPTH
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <vector>

#include "diagnosis/diagnosis.h"
#include "workers/team_transport.h"

namespace {

using tarry::samples::CallingContextTree;
using tarry::samples::FrameId;
using tarry::samples::Time;

constexpr Time kPeriod = std::chrono::milliseconds(4);
constexpr std::uint32_t kStepSamples = 100;  // from one barrier to the next
constexpr std::uint32_t kPlaces = 3;         // call places in each function
constexpr std::size_t kPaths = 300;          // call paths of the work

struct Paths {
  FrameId loop;
  FrameId barrier;
  std::vector<FrameId> work;
};

FrameId below(CallingContextTree& tree, FrameId caller, const char* name, std::uint32_t line) {
  tarry::samples::Site site;
  site.name = name;
  site.file = "a.c";
  site.line = line;
  return tree.child(caller, tree.intern(site));
}

Paths make_paths(CallingContextTree& tree, std::uint32_t depth, std::mt19937& random) {
  Paths made;
  tarry::samples::Site site;
  site.kind = tarry::samples::FrameKind::Loop;
  site.line = 3;
  made.loop = tree.child(below(tree, CallingContextTree::kRoot, "main", 0), tree.intern(site));
  made.barrier = below(tree, made.loop, "MPI_Barrier", 1000);
  std::uniform_int_distribution<std::uint32_t> place(1, kPlaces);
  std::uniform_int_distribution<std::uint32_t> from(1, depth);
  const FrameId step = below(tree, made.loop, "step", 4);
  FrameId last = step;
  for (std::size_t path = 0; path < kPaths; ++path) {
    FrameId at = tree.ancestor(last, std::clamp(from(random), tree.depth(step), tree.depth(last)));
    while (tree.depth(at) < depth)
      at = below(tree, at, "work", tree.depth(at) * 10 + place(random));
    made.work.push_back(last = at);
  }
  return made;
}

// Each rank works a step as long as the others, or half as long again.
void add_rank(tarry::samples::SampleSet& set, const Paths& paths, std::uint32_t rank,
              std::uint32_t samples, std::mt19937& random) {
  const CallingContextTree& tree = set.tree;
  tarry::samples::ThreadSamples& thread = set.threads.emplace_back();
  thread.rank = tarry::model::Rank{rank};
  thread.host = "n";
  thread.period = kPeriod;
  std::uniform_int_distribution<std::uint32_t> moves(0, 3);
  std::size_t path = 0;
  FrameId before = CallingContextTree::kRoot;
  for (std::uint32_t at = 0; at < samples; ++at) {
    const bool waits = at % kStepSamples >= (rank % 2 == 0 ? kStepSamples / 2 : kStepSamples - 1);
    if (moves(random) == 0) path = (path + 1) % paths.work.size();
    const FrameId leaf = waits ? paths.barrier : paths.work[path];
    const std::uint32_t common = tree.common_depth(before, leaf);
    thread.samples.push_back({kPeriod * at + kPeriod / 2, leaf, common});
    before = leaf;
  }
  thread.end = kPeriod * samples;
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const auto ranks = static_cast<std::uint32_t>(std::atoi(argv[1]));
  const auto samples = static_cast<std::uint32_t>(std::atoi(argv[2]));
  const auto depth = static_cast<std::uint32_t>(std::atoi(argv[3]));
  if (ranks == 0 || samples == 0 || depth < 4) return 2;
  std::mt19937 random(1);
  tarry::samples::SampleSet set;
  const Paths paths = make_paths(set.tree, depth, random);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) add_rank(set, paths, rank, samples, random);
  const std::size_t frames = set.tree.size();
  const double before = megabytes();
  const auto begin = std::chrono::steady_clock::now();
  tarry::workers::SoleProcess process;
  const auto made =
      tarry::diagnosis::diagnose(std::move(set), tarry::diagnosis::LabelTable::standard(), process);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (!made.ok()) return fmt::print(stderr, "{}\n", made.error().message()), 1;
  fmt::print("{:.2f} s {:.0f} MB {:.0f} s sampled, {} call paths, {} phases, {} findings\n",
             took.count(), megabytes() - before, static_cast<double>(samples) * 0.004, frames,
             made->phases.size(), made->findings.size());
  return 0;
}
