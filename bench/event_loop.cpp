// SPDX-License-Identifier: BSD-3-Clause
// The cost of going through all events of a trace with the event library; with "index", also of
// making its index and of asking for states at random positions. bench/events compares it with
// otf2_bare_reader.
// usage: event_loop TRACE [index]
#include <tarry/trace.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <random>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Prints how long a thousand answers of each kind take.
void ask(const tarry::events::Trace& trace) {
  constexpr int kQuestions = 1000;
  auto begin = Clock::now();
  const std::uint64_t events = trace.event_count();
  std::printf("index %.3f s for %" PRIu64 " events\n", seconds_since(begin), events);
  begin = Clock::now();
  const std::size_t first = trace.messages_in_flight({0, 0}).size();
  std::printf("messages %.3f s, %zu behind the first event\n", seconds_since(begin), first);
  std::mt19937_64 random(1);
  std::uint64_t found = 0;
  begin = Clock::now();
  for (int i = 0; i < kQuestions; ++i) {
    const auto location = static_cast<std::uint32_t>(random() % trace.locations().size());
    found += trace.region_stack({location, random() % trace.event_count(location)}).size();
  }
  std::printf("region stack %.1f us\n", seconds_since(begin) * 1e6 / kQuestions);
  begin = Clock::now();
  for (int i = 0; i < kQuestions; ++i) {
    const auto location = static_cast<std::uint32_t>(random() % trace.locations().size());
    found += trace.messages_in_flight({location, random() % trace.event_count(location)}).size();
  }
  std::printf("messages in flight %.1f us, %" PRIu64 " things found\n",
              seconds_since(begin) * 1e6 / kQuestions, found);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: event_loop TRACE [index]\n");
    return 2;
  }
  const tarry::events::Trace trace = tarry::events::Trace::open(argv[1]);
  if (argc > 2) {
    ask(trace);
    return 0;
  }
  std::uint64_t events = 0, bytes = 0;
  trace.for_each({}, [&](const tarry::events::Event& event) {
    ++events;
    bytes += event.bytes;
  });
  std::printf("%" PRIu64 " %" PRIu64 "\n", events, bytes);
  return 0;
} catch (const tarry::events::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
