// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/start/gcc_waiting.h"

#include <sched.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace tarry::runtime::start {
namespace {

// Turns of the loop if the environment does not set them. With more threads than cores there are
// only a hundred to a thousand, which is next to nothing.
constexpr double kSpins = 300'000;
// Longer than any wait.
constexpr double kForever = 1e12;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Parses "20000", "300k" or "infinity"; returns nothing if GCC's runtime would reject the text,
// too.
std::optional<double> spins_of(const std::string& text) {
  if (strcasecmp(text.c_str(), "infinite") == 0 || strcasecmp(text.c_str(), "infinity") == 0)
    return kForever;
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{}) return std::nullopt;
  const std::string suffix(end, text.data() + text.size());
  double factor = 1;
  for (const char* each : {"", "k", "M", "G", "T"}) {
    if (strcasecmp(suffix.c_str(), each) == 0) return static_cast<double>(count) * factor;
    factor *= 1000;
  }
  return std::nullopt;
}

unsigned own_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

// Returns the shortest of several tries, because the thread may lose its core in the middle.
double measured_spin_ns() {
  using Clock = std::chrono::steady_clock;
  constexpr int kTries = 5, kTurns = 2000;
  volatile int watched = 0;
  double shortest = 1e9;
  for (int i = 0; i < kTries; ++i) {
    const Clock::time_point begin = Clock::now();
    for (int turn = 0; turn < kTurns && watched == 0; ++turn) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#else
      __asm__ volatile("" : : : "memory");
#endif
    }
    const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
    shortest = std::min(shortest, time.count() / kTurns);
  }
  return shortest;
}

}  // namespace

std::string block_time(const GccWaiting& waiting) {
  unsigned threads = 0;
  const std::string& wanted = waiting.threads;
  std::from_chars(wanted.data(), wanted.data() + wanted.size(), threads);
  if (threads > waiting.cores) return "0";
  const std::optional<double> asked = spins_of(waiting.spin_count);
  if (!asked && !waiting.wait_policy.empty()) return "";
  const double spins = asked.value_or(kSpins);
  if (spins >= kForever) return "infinite";
  if (spins == 0) return "0";
  // The value is in whole milliseconds; 0 would mean no spinning at all.
  const double milliseconds = std::round(spins * waiting.spin_ns / 1e6);
  return std::to_string(static_cast<long>(std::clamp(milliseconds, 1.0, 1e9)));
}

std::vector<std::string> variables_to_wait_like_gcc() {
  std::vector<std::string> out;
  for (const char* name : {"KMP_BLOCKTIME", "KMP_LIBRARY", "KMP_USE_YIELD"})
    if (std::getenv(name) != nullptr) return out;
  const std::string time =
      block_time({variable("GOMP_SPINCOUNT"), variable("OMP_WAIT_POLICY"),
                  variable("OMP_NUM_THREADS"), own_cores(), measured_spin_ns()});
  if (!time.empty()) out.push_back("KMP_BLOCKTIME=" + time);
  out.push_back("KMP_USE_YIELD=2");  // yields with more threads than cores; GCC's sleep then
  return out;
}

}  // namespace tarry::runtime::start
