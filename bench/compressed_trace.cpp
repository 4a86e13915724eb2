// SPDX-License-Identifier: BSD-3-Clause
// Folds and merges the calls of a generated program and prints the cost and the size of the trace
// as one line of JSON.
//   compressed_trace PROGRAM RANKS STEPS [OPTION...]
// An option switches one method off, or on (histograms): see kMethods.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/format/trace_file.h"
#include "compressed/format/writer.h"
#include "compressed/synthetic/programs.h"

namespace {

using namespace tarry::compressed;
using synthetic::Program;

struct Method {
  std::string_view name;
  void (*set)(FoldOptions& options);
};
constexpr Method kMethods[] = {
    {"no-partial-iterations", [](FoldOptions& options) { options.partial_iterations = false; }},
    {"no-loop-agnostic-merge", [](FoldOptions& options) { options.loop_agnostic_merge = false; }},
    {"no-vector-folding", [](FoldOptions& options) { options.vectors = VectorForm::Plain; }},
    {"alike-stacks", [](FoldOptions& options) { options.stack_threshold = 4; }},
    {"histograms", [](FoldOptions& options) { options.histogram_threshold = 8; }},
};

// Measures processor time because others may use the machine at the same time.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const { return now() - begin_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double begin_ = now();
};

// The calls are made in advance, so making them is not measured.
double fold_seconds(const Program& program, const FoldOptions& options, std::size_t& calls,
                    std::size_t& events) {
  constexpr std::size_t kMostCalls = 300'000;
  std::vector<Call> made;
  synthetic::calls_of(program, program.ranks / 2, [&](const Call& call) {
    if (made.size() < kMostCalls) made.push_back(call);
  });
  const Stopwatch folding;
  Folder folder(options);
  for (const Call& call : made) folder.add(call);
  const std::vector<Event> folded = folder.finish(0);
  calls = made.size();
  events = folded.size();
  return folding.seconds();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: compressed_trace PROGRAM RANKS STEPS [OPTION...]\n");
    return 2;
  }
  Program program;
  program.name = argv[1];
  program.ranks = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  program.steps = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
  FoldOptions options;
  for (int i = 4; i < argc; ++i)
    for (const Method& method : kMethods)
      if (method.name == argv[i]) method.set(options);

  std::size_t calls = 0;
  std::size_t events_of_one = 0;
  const double folding = fold_seconds(program, options, calls, events_of_one);
  std::uint64_t all_calls = 0;
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank)
    by_rank.push_back(synthetic::folded_rank(program, rank, options));
  for (const Trace& of_rank : by_rank)
    for (const Event& event : of_rank.events)
      for (const EventTimes& times : event.times) all_calls += times.before.count();
  const Stopwatch merging;
  const Trace trace = merge_all(std::move(by_rank), options);
  const double merge_seconds = merging.seconds();

  const std::string text = write_text(trace);
  const auto packed_text = packed(text);
  const std::size_t packed_bytes = packed_text.ok() ? packed_text->size() : 0;

  std::printf(
      "{\"program\": \"%s\", \"ranks\": %u, \"steps\": %u, \"calls\": %llu, "
      "\"events_of_one\": %zu, \"events\": %zu, \"text\": %zu, \"packed\": %zu, "
      "\"fold_ns\": %.1f, \"merge_s\": %.7f}\n",
      argv[1], program.ranks, program.steps, static_cast<unsigned long long>(all_calls),
      events_of_one, trace.events.size(), text.size(), packed_bytes,
      folding * 1e9 / static_cast<double>(calls), merge_seconds);
  return 0;
}
